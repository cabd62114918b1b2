import { buttonLink, html } from '#/ui/index.ts'
import { permissionList, totalScope } from '#/modules/consents/index.ts'
import { accountPage } from './frame.ts'
import { actingFor, lineOf } from './delegation-tree.ts'
import { ownPage } from './own-page.ts'
import { mark, panel, rows, smallButton, smallLink } from './fragments.ts'
import { ago, day } from './relative-time.ts'
import { servicesPanel } from './services.ts'
import { connectionWords } from './words/connections.ts'
import { includesTarget, sentencesOf } from '#/modules/resources/index.ts'
import { domainOf } from '#/modules/clients/index.ts'
import type { Client } from '#/modules/clients/index.ts'
import type { Consent } from '#/modules/consents/index.ts'
import type { Resource } from '#/modules/resources/index.ts'
import type { Html } from '#/ui/index.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'
import type { Acting } from './delegation-tree.ts'

const showConnections = ownPage({
  name: 'pages.account.connections.show',
  url: '/account/connections',
  summary: 'Show who acts for the person, and linked accounts',
  open: async (page, person) => {
    const { title, intro } = connectionWords(page.locale)
    return accountPage(page, {
      title,
      place: 'connections',
      intro,
      body: html`${await actingPanel(page, person)} ${await servicesPanel(page, person)}
      ${await companiesPanel(page, person)} ${await linkedPanel(page, person)}`,
    })
  },
})

async function actingPanel(page: PageContext, person: SessionPrincipal): Promise<Html> {
  const words = connectionWords(page.locale)
  const acting = await actingFor(page, person.user)
  if (acting.length === 0) {
    return panel({ id: 'acting', heading: words.acting, body: html`<p class="muted">${words.nobody}</p>` })
  }
  const targets = acting.flatMap(({ consent }) => consent?.granted.map(({ resource }) => resource) ?? [])
  const listed = await page.services.resources.at([...new Set(targets)])
  const stopAll = page.form({
    action: '/account/acting/stop',
    session: person.session,
    body: html`<div class="panel-actions">
      ${smallButton(words.stopAll, { kind: 'danger', name: 'all', value: '1' })}
    </div>`,
  })
  return panel({
    id: 'acting',
    heading: words.acting,
    body: html`<p>${words.actingIntro}</p>
      <ul class="rows acting">
        ${acting.map((it) => actingItem(page, person, it, listed))}
      </ul>
      ${acting.length > 1 && stopAll}`,
  })
}

function actingItem(
  page: PageContext,
  { user, session }: SessionPrincipal,
  it: Acting,
  listed: readonly Resource[],
): Html {
  const words = connectionWords(page.locale)
  const stop = html`<input type="hidden" name="client_id" value="${it.clientId}" />
    ${smallButton(words.stop, { about: it.name })}`
  return html`<li>
    ${it.lines.map((line) => lineOf(user, line, page.locale))}
    <div class="acting-about">
      <div>
        <p class="row-title">${it.name} ${it.client && vouched(it.client, page.locale)}</p>
        <p class="muted">${story(page, it)} ${words.tokens(it.livingTokens)}</p>
        ${it.consent && permissions(page.locale, it.consent, listed)}
      </div>
      ${page.form({ action: '/account/acting/stop', session, body: stop })}
    </div>
  </li>`
}

/** What stands beside the name of a client that nobody here vouches for: its domain, if it has one. */
const vouched = (client: Client, locale: Locale): Html | false =>
  !client.trusted && mark(domainOf(client) ?? connectionWords(locale).unverified, 'warn')

/** How it came to act. */
function story({ locale }: PageContext, { consent, lines }: Acting): Html | string {
  const words = connectionWords(locale)
  if (consent) return html`${words.since} ${day(consent.updatedAt, locale)}.`
  const through = lines[0]?.at(-2)
  return through ? words.through(through.clientName) : words.byTokens
}

function permissions(locale: Locale, { granted }: Consent, listed: readonly Resource[]): Html {
  const here = granted.map(({ resource }) => resource)
  const sentences = sentencesOf(listed.filter(({ uri }) => includesTarget(here, uri)))
  return html`<details>
    <summary>${connectionWords(locale).may}</summary>
    ${permissionList(totalScope(granted), locale, sentences)}
  </details>`
}

async function linkedPanel({ services, locale }: PageContext, { user }: SessionPrincipal): Promise<Html | undefined> {
  const words = connectionWords(locale)
  const accounts = (await services.oauthAccounts.list(user.id, { before: undefined, limit: 50, includeTotal: false }))
    .rows
  const enabled = await services.providers.enabled()
  if (accounts.length === 0 && enabled.length === 0) return undefined
  const linkable = enabled.filter(({ name }) => !accounts.some(({ provider }) => provider === name))
  const list = rows(
    accounts.map(({ id, displayName, email, createdAt, lastUsedAt }) => ({
      title: displayName,
      detail: html`${email !== null && html`${email} · `}${words.linkedSince} ${day(createdAt, locale)} ·
      ${ago(lastUsedAt, services.clock.now(), locale)}`,
      action: smallLink(words.unlink, `/account/linked/${id}`, displayName),
    })),
  )
  return panel({
    id: 'linked',
    heading: words.linked,
    body: html`<p>${words.linkedIntro}</p>
      ${accounts.length === 0 ? html`<p class="muted">${words.noLinked}</p>` : list}
      ${
        linkable.length > 0 &&
        html`<p class="panel-actions">
          ${linkable.map(({ name, displayName }) => buttonLink(words.link(displayName), `/link/${name}`))}
        </p>`
      }`,
  })
}

/** Where the person signs in because they work there. A company decides that, so nothing can be done about it here. */
async function companiesPanel(
  { services, locale }: PageContext,
  { user }: SessionPrincipal,
): Promise<Html | undefined> {
  const words = connectionWords(locale)
  const request = { before: undefined, limit: 50, includeTotal: false }
  const identities = (await services.ssoIdentities.list(user.id, request)).rows
  if (identities.length === 0) return undefined
  return panel({
    id: 'companies',
    heading: words.companies,
    body: html`<p>${words.companiesIntro}</p>
      ${rows(
        identities.map(({ connectionName, email, createdAt, lastUsedAt }) => ({
          title: connectionName,
          detail: html`${email !== null && html`${email} · `}${words.linkedSince} ${day(createdAt, locale)} ·
          ${ago(lastUsedAt, services.clock.now(), locale)}`,
        })),
      )}`,
  })
}

export const connectionRoutes = [showConnections]
