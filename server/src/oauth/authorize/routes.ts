import { Type } from 'typebox'
import { prompts } from '#/modules/authorization-requests/index.ts'
import { acrValues } from '#/modules/sessions/index.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { pagesRoute } from '#/platform/http/routing/route.ts'
import type { AuthorizationEndpoint } from './endpoint.ts'

const AuthorizationParameters = {
  response_type: Type.Optional(Type.String({ description: 'Must be `code`.' })),
  client_id: Type.Optional(Type.String({ description: 'Required.' })),
  redirect_uri: Type.Optional(Type.String({ description: 'Required; one the client registered, as registered.' })),
  scope: Type.Optional(Type.String({ description: 'Required unless the setting `oauth.default_scope` supplies one.' })),
  state: Type.Optional(Type.String({ description: 'Comes back unchanged.' })),
  code_challenge: Type.Optional(Type.String({ description: 'Required: SHA-256 of the verifier in base64url.' })),
  code_challenge_method: Type.Optional(Type.String({ description: 'Must be `S256`.' })),
  resource: Type.Optional(Type.String({ description: 'Where the tokens are for (RFC 8707); may be repeated.' })),
  nonce: Type.Optional(Type.String({ description: 'Goes into the ID token.' })),
  prompt: Type.Optional(Type.String({ description: `Any of ${prompts.join(', ')}, separated by spaces.` })),
  max_age: Type.Optional(Type.String({ description: 'Seconds since the person signed in, at most.' })),
  login_hint: Type.Optional(
    Type.String({
      description: 'The e-mail address to offer on the sign-in page; one of a domain with single sign-on leads there.',
    }),
  ),
  connection: Type.Optional(
    Type.String({ description: 'The id of the connection for single sign-on that the person is to sign in through.' }),
  ),
  ui_locales: Type.Optional(
    Type.String({ description: 'The languages to address the person in, best first: `es en`.' }),
  ),
  id_token_hint: Type.Optional(
    Type.String({ description: 'An ID token of the person it is about; somebody else gets login_required.' }),
  ),
  claims: Type.Optional(
    Type.String({
      description:
        'JSON: single claims to have in UserInfo or the ID token, and an essential acr (OpenID Connect Core §5.5).',
    }),
  ),
  acr_values: Type.Optional(
    Type.String({ description: `How the person should sign in, best first: of ${acrValues.join(', ')}.` }),
  ),
  dpop_jkt: Type.Optional(Type.String({ description: 'The key the code will be redeemed with (RFC 9449 §10).' })),
  request_uri: Type.Optional(
    Type.String({ description: 'What `/oauth/par` returned, in place of all parameters but client_id.' }),
  ),
}

const Page = Type.String({ description: 'A page for the person' })
const responses = { 303: Type.Null(), 400: Page, 403: Page, 410: Page, 429: Page }

/** `GET /oauth/authorize`: a client's question, or with `request` alone the way back from the sign-in page. */
export const authorize = pagesRoute({
  name: 'oauth.authorize',
  method: 'GET',
  url: '/oauth/authorize',
  auth: { kind: 'browser' },
  summary: 'Ask a person for authorization',
  description:
    'Leads the person through sign-in and consent and redirects to the client with a code, or with an error ' +
    '(RFC 6749 §4.1, RFC 9207). An unknown client or redirect URI gets a page and never a redirect.',
  schema: {
    query: Type.Object({
      ...AuthorizationParameters,
      request: Type.Optional(Type.String({ description: 'A pending request of this browser, to go on with.' })),
    }),
    response: responses,
  },
  page: true,
  popup: true,
  noHead: true,
  handler: ({ queryForm, context }, { authorizationEndpoint }) => {
    // Our own way back carries an id and nothing else; a client's JWT in `request` comes with other parameters.
    const resumes = queryForm.names().length === 1 && queryForm.get('request')?.startsWith('arq_')
    return resumes
      ? authorizationEndpoint.resume(queryForm.get('request') ?? '', context)
      : authorizationEndpoint.begin(queryForm, context)
  },
})

/** `POST /oauth/authorize`: the answer of the consent page, or a client's question as a form. */
export const submitAuthorization = pagesRoute({
  name: 'oauth.authorizeByPost',
  method: 'POST',
  url: '/oauth/authorize',
  auth: {
    kind: 'browser',
    csrf: 'session',
    foreignForms: {
      why: 'a client may send its request as a form (OpenID Connect Core §3.1.2.1)',
      isOurs: (form) => form.has('decision') || form.get('request')?.startsWith('arq_') === true,
    },
  },
  summary: 'Answer for a person, or ask by form',
  description:
    'With `decision` the consent page sends the person’s answer. Without it the body is an authorization request ' +
    '(OpenID Connect Core §3.1.2.1).',
  schema: {
    body: Type.Object({
      ...AuthorizationParameters,
      request: Type.Optional(Type.String({ description: 'The pending request that is decided.' })),
      decision: Type.Optional(Type.String({ description: '`allow` or `deny`.' })),
      account: Type.Optional(
        Type.String({ description: 'With `allow`: a connected account that the client may use; may be repeated.' }),
      ),
      csrf_token: Type.Optional(Type.String({ description: 'From the page.' })),
    }),
    response: responses,
  },
  form: true,
  page: true,
  popup: true,
  handler: (request, { authorizationEndpoint }) => {
    const { form, queryForm, context, principal } = request
    // RFC 6749 §3.1: the same name in query and body is twice.
    if (form.names().some((name) => queryForm.has(name)))
      throw new OAuthError('invalid_request', 'A parameter was sent both in the address and in the form.')
    return principal
      ? authorizationEndpoint.decide(form, principal, context)
      : authorizationEndpoint.beginByPost(form, context)
  },
})

export const authorizeRoutes = [authorize, submitAuthorization]

declare module '#/platform/http/routing/services.ts' {
  interface PageServices {
    authorizationEndpoint: AuthorizationEndpoint
  }
}
