import { Type } from 'typebox'
import { apiRoute, pagesRoute } from '#/platform/http/routing/route.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { Reply, seeOther } from '#/platform/http/routing/reply.ts'
import { acrOf, acrValues } from '#/modules/sessions/index.ts'
import type { Session } from '#/modules/sessions/index.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import type { SignInRequest } from '#/modules/proxy/identity/sign-in-request.ts'
import { proxyErrors } from '#/modules/proxy/shared/errors.ts'

/** Where browsers come from hosts behind the gateway, and go back to with a code. */
const signInForHost = pagesRoute({
  name: 'pages.gateway.show',
  method: 'GET',
  url: '/gateway/sign-in',
  auth: { kind: 'browser' },
  summary: 'Sign in for a host behind the gateway',
  description:
    'Leads whoever is signed in back to the host with a code that works once, in this browser; everybody else to sign in first.',
  page: true,
  noHead: true,
  schema: {
    query: Type.Object({
      request: Type.Optional(
        Type.String({ maxLength: 2000, description: 'What the gateway sent the browser here with.' }),
      ),
    }),
    response: { 303: Type.Undefined(), 403: ErrorSchema, 410: ErrorSchema },
  },
  handler: async ({ query, url, context }, { gatewaySessions, sessions, clock }) => {
    const request = gatewaySessions.readRequest(query.request)
    if (!request) throw new AppError(proxyErrors.gateway_request_gone)
    const person = await sessions.authenticate(context)
    const next = new URLSearchParams({ next: url })
    if (!person) return seeOther(`/login?${next}`)
    if (!suffices(person.session, request, clock.now())) {
      // Whoever has just signed in for this has done what they can.
      if (person.session.authenticatedAt > request.issuedAt) throw new AppError(proxyErrors.gateway_step_up_unmet)
      next.set('prompt', 'login')
      return seeOther(`/login?${next}`)
    }
    const back = await gatewaySessions.issue(request, person)
    if (back === undefined) throw new AppError(proxyErrors.gateway_request_gone)
    return seeOther(back)
  },
})

/** Whether a session is strong and new enough for what the rule, or the person, wanted (RFC 9470 §5). */
function suffices({ methods, authenticatedAt }: Session, request: SignInRequest, now: number): boolean {
  const { acr, maxAgeSeconds, asksAnew, issuedAt } = request
  if (asksAnew && authenticatedAt <= issuedAt) return false
  if (acr !== null && acrValues.indexOf(acrOf(methods)) < acrValues.indexOf(acr)) return false
  return maxAgeSeconds === null || now - authenticatedAt <= maxAgeSeconds * 1000
}

/** Where other proxies ask whether a request may pass. */
const authenticateForward = apiRoute({
  name: 'proxy.authenticate',
  method: 'GET',
  url: '/proxy/auth',
  auth: { kind: 'public' },
  summary: 'Ask whether a request may pass',
  description:
    'For nginx auth_request, Caddy forward_auth and Traefik ForwardAuth, from an address of MANDATE_TRUSTED_PROXIES that sends X-Forwarded-Method, X-Forwarded-Host and X-Forwarded-Uri: the same rules as for requests through the gateway. 204 carries the headers for the upstream.',
  schema: {
    query: Type.Object({
      sign_in: Type.Optional(
        Type.Enum(['redirect', 'header'], {
          description:
            'How a browser is led to sign in: by a redirect, or for proxies that pass on 401 alone by the header X-Mandate-Sign-In of that.',
        }),
      ),
    }),
    response: { 204: Type.Undefined(), 303: Type.Undefined(), 401: ErrorSchema, 403: ErrorSchema },
  },
  handler: async (request, { forwardAuth }) => {
    const { status, headers, cookies, body } = await forwardAuth.ask(request, request.query.sign_in === 'header')
    return new Reply(status, body, { ...headers }, cookies)
  },
})

/** The page that browsers pass on their way to a host behind the gateway. */
export const gatewayPageRoutes = [signInForHost]

/** The route for other proxies. */
export const forwardAuthRoutes = [authenticateForward]
