import { buttonLink, html } from '#/ui/index.ts'
import { accountPage } from './frame.ts'
import { mark, panel, rows, smallLink } from './fragments.ts'
import { doneAt } from './notices.ts'
import { ownForm, ownPage } from './own-page.ts'
import { ago, day } from './relative-time.ts'
import { grantRows } from './service-grants.ts'
import { servicePath, SERVICES } from './service-paths.ts'
import { serviceWords } from './words/services.ts'
import { accountName } from '#/modules/vault/index.ts'
import type { Html } from '#/ui/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { ConnectionAt } from '#/modules/vault/index.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

const MAX_SHOWN = { before: undefined, limit: 100, includeTotal: false }

const showServices = ownPage({
  name: 'pages.account.services.show',
  url: SERVICES,
  summary: 'Show the accounts elsewhere that agents may use, and who used them',
  open: async (page, person) => {
    const { title, intro } = serviceWords(page.locale)
    return accountPage(page, {
      title,
      place: 'connections',
      isStep: true,
      intro,
      body: html`${await connectedPanel(page, person)} ${await grantsPanel(page, person)} ${await morePanel(page)}`,
    })
  },
})

/** What stands on the page about everything that is connected; nothing where the vault is not used. */
export async function servicesPanel(page: PageContext, person: SessionPrincipal): Promise<Html | undefined> {
  const words = serviceWords(page.locale)
  const [connected, offered] = [await connectionsOf(page, person), await page.services.vaultProviders.active()]
  if (connected.length === 0 && offered.length === 0) return undefined
  return panel({
    id: 'services',
    heading: words.title,
    body: html`<p>${words.short}</p>
      <p class="panel-actions">${buttonLink(words.look, SERVICES)}</p>`,
  })
}

async function connectionsOf({ services }: PageContext, { user }: SessionPrincipal): Promise<readonly ConnectionAt[]> {
  return (await services.vaultConnections.list({ userId: user.id }, MAX_SHOWN)).rows
}

async function connectedPanel(page: PageContext, person: SessionPrincipal): Promise<Html> {
  const { locale } = page
  const words = serviceWords(locale)
  const connected = await connectionsOf(page, person)
  const uses = await usesOf(page, person)
  const list = rows(
    connected.map(({ connection, provider }) => {
      const { id, account, state, createdAt } = connection
      const isStopped = state === 'needs_reauth'
      return {
        title: html`${accountName({ connection, provider })} ${isStopped && mark(words.needsYou, 'warn')}`,
        detail: html`${account !== null && html`${account} · `}${words.since} ${day(createdAt, locale)}.
        ${uses.get(id) ?? words.unused} ${isStopped && html`<a href="/connect/${provider.name}">${words.again}</a>`}`,
        action: smallLink(words.manage, servicePath({ id }), accountName({ connection, provider })),
      }
    }),
  )
  return panel({
    id: 'connected',
    heading: words.connected,
    body: connected.length === 0 ? html`<p class="muted">${words.none}</p>` : list,
  })
}

/** Who used each connection, and when last, in words. */
async function usesOf({ services, locale }: PageContext, { user }: SessionPrincipal): Promise<Map<string, Html>> {
  const words = serviceWords(locale)
  const now = services.clock.now()
  const recent = await services.vaultUses.recentOf(user.id)
  const clientIds = [...new Set(recent.map(({ clientId }) => clientId))]
  const clients = await Promise.all(clientIds.map((id) => services.clients.findByClientId(id)))
  const names = new Map(clientIds.map((id, i) => [id, clients[i]?.clientName ?? words.goneAgent]))
  return new Map(
    [...Map.groupBy(recent, ({ connectionId }) => connectionId)].map(([id, uses]) => [
      id,
      html`${words.usedBy}
      ${uses.map(
        ({ clientId, lastUsedAt }, i) =>
          html`${i > 0 && ', '}<strong>${names.get(clientId) ?? ''}</strong> (${ago(lastUsedAt, now, locale)})`,
      )}.`,
    ]),
  )
}

/** Who may use what, each taken back with one click; nothing where nobody may. */
async function grantsPanel(page: PageContext, person: SessionPrincipal): Promise<Html | undefined> {
  const words = serviceWords(page.locale)
  const { rows: grants } = await page.services.vaultGrants.list({ userId: person.user.id }, MAX_SHOWN)
  if (grants.length === 0) return undefined
  return panel({ id: 'grants', heading: words.mayUse, body: rows(grantRows(page, person, grants)) })
}

/** The form that takes one back. */
const withdraw = ownForm({
  name: 'pages.account.services.withdraw',
  url: `${SERVICES}/withdraw`,
  standsOn: SERVICES,
  fields: ['grant'],
  summary: 'No longer let a client use an account elsewhere',
  answers: [404],
  open: async (page, { user, actor }) => {
    await page.services.vaultGrants.revoke(page.fields()['grant'] ?? '', actor, user.id)
    return doneAt(page, SERVICES, 'service_withdrawn')
  },
})

async function morePanel({ services, locale }: PageContext): Promise<Html | undefined> {
  const words = serviceWords(locale)
  const offered = await services.vaultProviders.active()
  if (offered.length === 0) return undefined
  return panel({
    id: 'more',
    heading: words.more,
    body: html`<p class="panel-actions">
      ${offered.map(({ name, displayName }) => buttonLink(words.connect(displayName), `/connect/${name}`))}
    </p>`,
  })
}

export const serviceListRoutes = [showServices, withdraw]
