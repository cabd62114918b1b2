import { Type } from 'typebox'
import { authorizationErrors, isFreshEnough } from '#/modules/authorizations/index.ts'
import type { AuthorizationRequest } from '#/modules/authorizations/index.ts'
import { button, form, formActionSource, html, page, ribbon } from '#/modules/branding/index.ts'
import type { Html } from '#/modules/branding/index.ts'
import type { Client } from '#/modules/clients/index.ts'
import { lifetimesOf, lifetimeSentence, permissionList, unverifiedNotice } from '#/modules/consents/index.ts'
import type { Lifetimes } from '#/modules/consents/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import { displayName } from '#/modules/users/index.ts'
import { AppError } from '#/platform/http/errors.ts'
import { seeOther } from '#/platform/http/reply.ts'
import type { Reply } from '#/platform/http/reply.ts'
import { route } from '#/platform/http/route.ts'

const Page = Type.String({ description: 'A page for the person' })

/** `GET /consent`: who wants what, for how long, and where the answer goes. The answer is sent to `/oauth/authorize`. */
export const showConsent = route({
  method: 'GET',
  url: '/consent',
  auth: { kind: 'browser' },
  summary: 'Show what a client asks for',
  tag: 'pages',
  schema: {
    query: Type.Object({ request: Type.Optional(Type.String({ description: 'The pending request.' })) }),
    response: { 200: Page, 303: Type.Null(), 403: Page, 410: Page },
  },
  page: true,
  handler: async (visit, { authorizationRequests, sessions, clients, settings, issuer }) => {
    const id = visit.queryForm.get('request') ?? ''
    const request = await authorizationRequests.get(id, sessions.browserOf(visit.cookies).id)
    const person = await sessions.authenticate(visit.cookies, visit)
    if (!person || !isFreshEnough(request, person.session)) return seeOther(`/login?request=${request.id}`)
    const client = await clients.findByClientId(request.clientId)
    if (!client) throw new AppError(authorizationErrors.authorization_request_gone)
    await authorizationRequests.show(request, person.user.id)
    return consentPage({
      request,
      client,
      person,
      lifetimes: lifetimesOf(client, await settings.current()),
      resources: request.asked.resource.filter((resource) => resource !== issuer),
      csrfToken: sessions.csrfToken(person.session),
    })
  },
})

interface Question {
  readonly request: AuthorizationRequest
  readonly client: Client
  readonly person: SessionPrincipal
  readonly lifetimes: Lifetimes
  /** Resource servers besides this one. */
  readonly resources: readonly string[]
  readonly csrfToken: string
}

function consentPage({ request, client, person, lifetimes, resources, csrfToken }: Question): Reply {
  const { redirectUri, scope } = request.asked
  const formAction = formActionSource(redirectUri)
  const signInAgain = `/login?request=${request.id}`
  return page({
    title: `Allow ${client.clientName}?`,
    formActions: formAction === undefined ? [] : [formAction],
    body: html`${chain(request, client, person)}
      <h1>${client.clientName} wants to act for you</h1>
      <p class="lede">
        You are signed in as <strong>${person.user.email}</strong>. <a href="${signInAgain}">Not you?</a>
      </p>
      ${unverifiedNotice(client)} ${permissionList(scope)}
      <dl class="facts">
        <dt>How long</dt>
        <dd>${lifetimeSentence(lifetimes)}</dd>
        ${
          resources.length > 0 &&
          html`<dt>Where</dt>
            <dd>${resources.map((resource) => html`<code>${resource}</code> `)}</dd>`
        }
        <dt>Back to</dt>
        <dd>${destination(redirectUri)}</dd>
      </dl>
      ${form({
        action: '/oauth/authorize',
        csrfToken,
        body: html`<input type="hidden" name="request" value="${request.id}" />
          <div class="actions actions-pair">
            ${button('Deny', { kind: 'plain', name: 'decision', value: 'deny' })}
            ${button('Allow', { kind: 'plain', name: 'decision', value: 'allow' })}
          </div>`,
      })}`,
  })
}

function chain({ asked }: AuthorizationRequest, client: Client, { user }: SessionPrincipal): Html {
  const isBound = asked.dpopJkt !== null || client.dpopBound
  const kind = client.kind === 'agent' ? 'agent' : 'app'
  const noun = kind === 'agent' ? 'agent' : 'application'
  return ribbon([
    { kind: 'person', name: displayName(user), role: 'you' },
    { kind, name: client.clientName, role: isBound ? `${noun}, key-bound` : noun },
  ])
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Where the browser goes afterwards, as a person can check it: a host, this computer, or an app on it. */
function destination(redirectUri: string): Html {
  const url = URL.parse(redirectUri)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    return html`an app on this device, <code>${url?.protocol ?? redirectUri}</code>`
  if (LOOPBACK.includes(url.hostname)) return html`a program on this computer, <code>${url.host}</code>`
  return html`<strong>${url.host}</strong>`
}

export const consentPageRoutes = [showConsent]
