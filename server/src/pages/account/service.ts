import { Type } from 'typebox'
import { accountName } from '#/modules/vault/index.ts'
import type { ConnectionAt } from '#/modules/vault/index.ts'
import { tokenTotal } from '#/modules/lifecycle/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'
import { button, buttonLink, html } from '#/ui/index.ts'
import type { Html } from '#/ui/index.ts'
import { accountPage } from './frame.ts'
import { panel, rows, smallButton } from './fragments.ts'
import { doneAt } from './notices.ts'
import { ownForm, ownPage } from './own-page.ts'
import { grantRows, scopeList } from './service-grants.ts'
import { servicePath, SERVICES } from './service-paths.ts'
import { serviceWords } from './words/services.ts'

const url = `${SERVICES}/:id`
const params = Type.Object({ id: Type.String() })
const MAX_SHOWN = { before: undefined, limit: 100, includeTotal: false }

const own = (page: PageContext, { user }: SessionPrincipal): Promise<ConnectionAt> =>
  page.services.vaultConnections.get(page.request.params['id'] ?? '', user.id)

const showService = ownPage({
  name: 'pages.account.service.show',
  url,
  params,
  summary: 'Show who may use an account elsewhere, and who could',
  description: 'Where agents send people that did not let them use it (`grant_url`).',
  open: async (page, person) => {
    const at = await own(page, person)
    const words = serviceWords(page.locale)
    return accountPage(page, {
      title: accountName(at),
      place: 'connections',
      isStep: true,
      intro: words.serviceIntro,
      body: html`${await mayUsePanel(page, person, at)} ${await couldUsePanel(page, person, at)}
        <p class="panel-actions">${buttonLink(words.disconnect, `${servicePath(at.connection)}/disconnect`)}</p>`,
    })
  },
})

async function mayUsePanel(page: PageContext, person: SessionPrincipal, { connection }: ConnectionAt): Promise<Html> {
  const words = serviceWords(page.locale)
  const filter = { userId: person.user.id, connectionId: connection.id }
  const { rows: grants } = await page.services.vaultGrants.list(filter, MAX_SHOWN)
  const body = grants.length === 0 ? html`<p class="muted">${words.nobody}</p>` : rows(grantRows(page, person, grants))
  return panel({ id: 'grants', heading: words.mayUse, body })
}

/** The clients that act for the person and ask for accounts, each let in with one click. */
async function couldUsePanel(page: PageContext, person: SessionPrincipal, at: ConnectionAt): Promise<Html | undefined> {
  const words = serviceWords(page.locale)
  const candidates = await page.services.vaultOffers.candidatesFor(at)
  if (candidates.length === 0) return undefined
  const list = candidates.map(({ client, scopes }) => ({
    title: client.clientName,
    detail: scopeList(scopes),
    action: page.form({
      action: `${servicePath(at.connection)}/allow`,
      session: person.session,
      body: html`<input type="hidden" name="client_id" value="${client.clientId}" />
        ${smallButton(words.allow, { about: client.clientName })}`,
    }),
  }))
  return panel({ id: 'candidates', heading: words.couldUse, body: rows(list) })
}

const allow = ownForm({
  name: 'pages.account.service.allow',
  url: `${url}/allow`,
  params,
  standsOn: servicePath,
  fields: ['client_id'],
  summary: 'Let a client use an account elsewhere',
  answers: [400, 404],
  open: async (page, person) => {
    const { connection } = await own(page, person)
    const { client_id: clientId = '' } = page.fields()
    const wanted = { userId: person.user.id, clientId, connectionId: connection.id, scopes: undefined }
    await page.services.vaultGrants.give(wanted, person.actor)
    return doneAt(page, servicePath(connection), 'service_allowed')
  },
})

const showDisconnect = ownPage({
  name: 'pages.account.service.disconnect',
  url: `${url}/disconnect`,
  params,
  summary: 'Ask before disconnecting an account elsewhere, and say what ends with it',
  open: async (page, person) => {
    const { connection, provider } = await own(page, person)
    const counts = await page.services.vaultConnections.countEnding(connection.id, person.user.id)
    const words = serviceWords(page.locale)
    return accountPage(page, {
      title: words.disconnectTitle(provider.displayName),
      place: 'connections',
      isStep: true,
      intro: connection.account ?? connection.label ?? undefined,
      body: html`<div class="panel">
        <p>${words.ends(tokenTotal(counts))}</p>
        ${page.form({
          action: servicePath(connection),
          session: person.session,
          body: html`<div class="panel-actions">
            ${button(words.disconnect, { kind: 'danger' })} ${buttonLink(words.keep, SERVICES)}
          </div>`,
        })}
      </div>`,
    })
  },
})

const disconnect = ownForm({
  name: 'pages.account.service.submit',
  url,
  params,
  standsOn: (named) => `${servicePath(named)}/disconnect`,
  summary: 'Disconnect an account elsewhere',
  open: async (page, person) => {
    const { connection } = await own(page, person)
    await page.services.vaultConnections.disconnect(connection.id, person.actor, person.user.id)
    return doneAt(page, SERVICES, 'service_disconnected')
  },
})

export const serviceRoutes = [showService, allow, showDisconnect, disconnect]
