import { Type } from 'typebox'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { pagesRoute } from '#/platform/http/routing/route.ts'

const Page = Type.String({ description: 'A page for the person' })

const LogoutParameters = {
  id_token_hint: Type.Optional(
    Type.String({
      description:
        'An ID token of the person, also an expired one. Without it the person is asked. Where our cookie does not come ' +
        'along, it ends the session that its sid names.',
    }),
  ),
  hint: Type.Optional(Type.String({ description: 'What an ID token proved that came by form; our own, sealed.' })),
  client_id: Type.Optional(
    Type.String({ description: 'Required with post_logout_redirect_uri when there is no hint.' }),
  ),
  post_logout_redirect_uri: Type.Optional(Type.String({ description: 'One the client registered, as registered.' })),
  state: Type.Optional(Type.String({ description: 'Comes back unchanged.' })),
  ui_locales: Type.Optional(Type.String({ description: 'The languages to address the person in, best first.' })),
}

const askLogout = pagesRoute({
  name: 'oauth.logout',
  method: 'GET',
  url: '/oauth/logout',
  auth: { kind: 'browser' },
  summary: 'Sign a person out',
  description:
    'OpenID Connect RP-Initiated Logout: ends the session in this browser and goes on to the application. Asks first ' +
    'unless an ID token shows whom the application means. Where nothing could be ended a page says so, and the browser ' +
    'is not sent on by itself.',
  schema: { query: Type.Object(LogoutParameters), response: { 200: Page, 303: Type.Null(), 400: Page } },
  page: true,
  popup: true,
  noHead: true,
  handler: (request, { logoutEndpoint }) => logoutEndpoint.ask(request.queryForm, request),
})

const submitLogout = pagesRoute({
  name: 'oauth.logoutByPost',
  method: 'POST',
  url: '/oauth/logout',
  auth: {
    kind: 'browser',
    csrf: 'session',
    foreignForms: {
      why: 'an application may ask by form (OpenID Connect RP-Initiated Logout §2)',
      isOurs: (form) => form.has('csrf_token'),
    },
  },
  summary: 'Sign a person out, by form',
  description: 'The same as a form, and with `csrf_token` the decision on our own page.',
  schema: {
    body: Type.Object({
      ...LogoutParameters,
      csrf_token: Type.Optional(Type.String({ description: 'From the page.' })),
    }),
    response: { 200: Page, 303: Type.Null(), 400: Page, 403: Page },
  },
  form: true,
  page: true,
  popup: true,
  handler: (request, { logoutEndpoint }) => {
    const { form, queryForm, principal, context } = request
    // RFC 6749 §3.1: the same name in query and body is twice.
    if (form.names().some((name) => queryForm.has(name)))
      throw new OAuthError('invalid_request', 'A parameter was sent both in the address and in the form.')
    return principal ? logoutEndpoint.confirm(form, principal, context) : logoutEndpoint.askByPost(form, request)
  },
})

export const logoutRoutes = [askLogout, submitLogout]
