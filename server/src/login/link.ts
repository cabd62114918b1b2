import { Type } from 'typebox'
import { button, buttonLink, form, html, page } from '#/modules/branding/index.ts'
import { sessionErrors } from '#/modules/sessions/index.ts'
import { AppError } from '#/platform/http/errors.ts'
import { seeOther } from '#/platform/http/reply.ts'
import { route } from '#/platform/http/route.ts'
import { greeting } from './visit.ts'
import type { Session, SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Reply } from '#/platform/http/reply.ts'
import type { Services } from '#/platform/http/services.ts'
import type { Provider } from '#/modules/providers/index.ts'

const Page = Type.String({ description: 'A page for the person' })
const ProviderParams = Type.Object({ provider: Type.String() })

const showLink = route({
  method: 'GET',
  url: '/link/:provider',
  auth: { kind: 'browser' },
  summary: 'Ask before linking an account at a provider',
  tag: 'pages',
  page: true,
  schema: { params: ProviderParams, response: { 200: Page, 303: Type.Null() } },
  handler: async (visit, services) => {
    const { sessions, providers } = services
    const provider = await providers.getEnabled(visit.params.provider)
    const person = await sessions.authenticate(visit.cookies, visit)
    if (!person) return seeOther(`/login?${nextTo(provider)}`)
    if (!isFresh(person.session, services)) return seeOther(`/confirm?${nextTo(provider)}`)
    return askPage(provider, person, sessions.csrfToken(person.session))
  },
})

// By a form of ours only: an address that linked by itself could be opened in somebody's browser, signed in at the
// provider as somebody else.
const submitLink = route({
  method: 'POST',
  url: '/link/:provider',
  auth: { kind: 'browser' },
  summary: 'Link an account at a provider to oneself',
  tag: 'pages',
  page: true,
  form: true,
  schema: {
    params: ProviderParams,
    body: Type.Object({ csrf_token: Type.Optional(Type.String()) }),
    response: { 200: Page, 303: Type.Null(), 403: Page },
  },
  handler: async (visit, services) => {
    const { sessions, providers } = services
    sessions.requireSameOrigin(visit)
    const provider = await providers.getEnabled(visit.params.provider)
    const person = await sessions.authenticate(visit.cookies, visit)
    if (!person) return seeOther(`/login?${nextTo(provider)}`)
    sessions.verifyCsrf(visit, person.session, visit.form.get('csrf_token'))
    if (!isFresh(person.session, services)) return seeOther(`/confirm?${nextTo(provider)}`)
    const browser = sessions.browserOf(visit.cookies)
    const departure = { browserId: browser.id, address: visit.address, goingOn: '' }
    const linking = { ...departure, linkingSessionId: person.session.id }
    return greeting(leavingPage(provider, await services.providerSignIns.depart(provider.name, linking)), browser)
  },
})

const nextTo = ({ name }: Provider): URLSearchParams => new URLSearchParams({ next: `/link/${name}` })

function isFresh(session: Session, { sessions }: Services): boolean {
  try {
    sessions.requireFresh(session)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === sessionErrors.reauthentication_required) return false
    throw error
  }
}

const askPage = ({ name, displayName }: Provider, { user }: SessionPrincipal, csrfToken: string): Reply =>
  page({
    title: `Link ${displayName}`,
    body: html`<h1>Sign in with ${displayName} from now on?</h1>
      <p class="lede">
        Whoever is signed in to the account you choose at ${displayName} will be able to sign in here as
        <strong>${user.email}</strong>.
      </p>
      ${form({
        action: `/link/${name}`,
        csrfToken,
        body: html`<div class="actions actions-pair">
          ${buttonLink('Not now', '/')}${button(`Go to ${displayName}`)}
        </div>`,
      })}`,
  })

// A redirect would still be part of the form, and our policy lets forms lead to ourselves only: providers redirect on to
// hosts that nobody can list. Opening a page is no part of it.
const leavingPage = ({ displayName }: Provider, url: string): Reply =>
  page({
    title: `Going to ${displayName}`,
    headers: { refresh: `0;url=${url}` },
    body: html`<h1>Going to ${displayName}</h1>
      <p class="actions">${buttonLink(`Continue to ${displayName}`, url, 'primary')}</p>`,
  })

export const linkRoutes = [showLink, submitLink]
