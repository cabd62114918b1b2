import { Type } from 'typebox'
import { seeOther } from '#/platform/http/routing/reply.ts'
import { pagesRoute } from '#/platform/http/routing/route.ts'
import { greeting, purposeOf, PurposeQuery } from '#/pages/shared/sign-in-context.ts'
import type { Session } from '#/modules/sessions/index.ts'
import { ssoReply } from './sso-sign-in.ts'
import { refusedTestPage } from './sso-test.ts'

const Page = Type.String({ description: 'A page for the person' })
const ConnectionParams = Type.Object({ connection_id: Type.String() })
/** A response of 256 KB in base64, escaped as a form. */
const FORM_LIMIT_BYTES = 512 * 1024

const startSaml = pagesRoute({
  name: 'sso.saml.signIn',
  method: 'GET',
  url: '/sso/saml/:connection_id/auth',
  auth: { kind: 'public' },
  summary: 'Sign in through a connection by SAML',
  description:
    'Leads the browser to the identity provider with a signed request. `request` and `next` say where to go on afterwards, as at /login.',
  tag: 'sso',
  page: true,
  popup: true,
  noHead: true,
  schema: {
    params: ConnectionParams,
    query: Type.Object({
      ...PurposeQuery.properties,
      login_hint: Type.Optional(
        Type.String({ maxLength: 320, description: 'The address of the person; SAML has no use for it' }),
      ),
    }),
    response: { 303: Type.Null(), 403: Page, 410: Page, 429: Page },
  },
  handler: async (request, services) => {
    const { params, context } = request
    const browser = services.sessions.browserOf(context.cookies)
    const { query: goingOn } = await purposeOf(request, browser, services)
    const departure = { browserId: browser.id, goingOn }
    return greeting(seeOther(await services.samlSignIns.depart(params.connection_id, departure, context)), browser)
  },
})

// A form that another site sends does not bring our SameSite cookies. So the response is verified here and kept, and one
// hop through ourselves shows whether it came back to the browser that set out.
const receiveSaml = pagesRoute({
  name: 'sso.saml.acs',
  method: 'POST',
  url: '/sso/saml/:connection_id/acs',
  auth: {
    kind: 'public',
    origin: 'any',
    why: 'the identity provider sends it, signed; it opens nothing and leads on to our own address',
  },
  summary: 'Take a SAML response',
  description:
    'The assertion consumer service. A response that is signed, for this server, new and in time leads on to the address where its browser is known.',
  tag: 'sso',
  page: true,
  popup: true,
  form: true,
  bodyLimitBytes: FORM_LIMIT_BYTES,
  schema: {
    params: ConnectionParams,
    body: Type.Object({
      SAMLResponse: Type.String({ description: 'The response, in base64 (Bindings §3.5.4)' }),
      RelayState: Type.Optional(Type.String({ description: 'What went along with the request' })),
    }),
    response: { 303: Type.Null(), 400: Page, 429: Page },
  },
  handler: async ({ params, body, context }, { issuer, samlSignIns }) => {
    const { SAMLResponse: response, RelayState: relayState = '' } = body
    try {
      const secret = await samlSignIns.receive(params.connection_id, { response, relayState }, context)
      const query = new URLSearchParams({ response: secret })
      return seeOther(`${issuer}/api/v1/sso/saml/${params.connection_id}/callback?${query}`)
    } catch (error) {
      const page = refusedTestPage(error, context)
      if (page) return page
      throw error
    }
  },
})

const finishSaml = pagesRoute({
  name: 'sso.saml.callback',
  method: 'GET',
  url: '/sso/saml/:connection_id/callback',
  auth: { kind: 'public' },
  summary: 'Come back from a connection by SAML',
  description: 'Where a response leads once it was verified. Signs the person in, or says why not.',
  tag: 'sso',
  page: true,
  popup: true,
  noHead: true,
  schema: {
    params: ConnectionParams,
    query: Type.Object({
      response: Type.Optional(Type.String({ description: 'What waits, from the address before' })),
    }),
    response: { 200: Page, 303: Type.Null(), 400: Page, 403: Page, 409: Page, 502: Page },
  },
  handler: async (request, services) => {
    const { params, query, context } = request
    const browser = services.sessions.browserOf(context.cookies)
    const arrival = { secret: query.response ?? '', browserId: browser.id }
    const { outcome, response } = await services.samlSignIns.arrive(params.connection_id, arrival, context)
    const note = (session: Session) => services.samlLogouts.note(session, params.connection_id, response)
    return ssoReply({ request, services, browser, note }, outcome)
  },
})

const logoutSaml = pagesRoute({
  name: 'sso.saml.logout',
  method: 'GET',
  url: '/sso/saml/:connection_id/slo',
  auth: { kind: 'public' },
  summary: 'Sign out because somebody signed out where they work, or come back from there',
  description:
    'Single logout by the redirect binding. The signed request names sessions; those that it opened here end, and the browser goes back with a signed answer. The answer to a request of ours leads on to where the person was going.',
  tag: 'sso',
  page: true,
  noHead: true,
  schema: {
    params: ConnectionParams,
    query: Type.Object({
      SAMLRequest: Type.Optional(Type.String({ description: 'The request (Bindings §3.4.4)' })),
      SAMLResponse: Type.Optional(Type.String({ description: 'The answer to ours' })),
      RelayState: Type.Optional(Type.String({ description: 'Goes back with the answer' })),
      SigAlg: Type.Optional(Type.String({ description: 'How it is signed' })),
      Signature: Type.Optional(Type.String({ description: 'Over the query as it was sent' })),
    }),
    response: { 303: Type.Null(), 400: Page, 429: Page },
  },
  handler: async ({ params, url, context }, { samlLogouts, sessions }) => {
    const at = url.indexOf('?')
    const rawQuery = at < 0 ? '' : url.slice(at + 1)
    const browserId = sessions.browserOf(context.cookies).id
    return seeOther(await samlLogouts.receive(params.connection_id, { rawQuery, browserId }, context))
  },
})

/** Routes under `/api/v1` that lead a browser to a SAML identity provider and back. */
export const samlPageRoutes = [startSaml, receiveSaml, finishSaml, logoutSaml]
