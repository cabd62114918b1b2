import { Type } from 'typebox'
import { created, noContent } from '#/platform/http/routing/reply.ts'
import { oauthRoute } from '#/platform/http/routing/route.ts'
import { OAuthErrorBody } from '#/oauth/shared/errors.ts'
import { bearerOf } from './authentication.ts'
import { ClientInformation, ClientParams, RegisteredClient, RegistrationBody, ReplacedClient } from './schemas.ts'
import { secretMembers } from './view.ts'

const auth = { kind: 'registration' } as const
const errors = { 400: OAuthErrorBody, 401: OAuthErrorBody, 429: OAuthErrorBody }

const registerClient = oauthRoute({
  name: 'registration.create',
  method: 'POST',
  url: '/oauth/register',
  auth: {
    kind: 'public',
    origin: 'any',
    why: 'clients register themselves, from browsers as well; a setting may ask for an initial access token (RFC 7591 §3)',
  },
  cors: true,
  summary: 'Register a client',
  description:
    'Dynamic registration (RFC 7591). Unknown metadata is ignored. A client that registers itself is untrusted: people ' +
    'are always asked, and scopes admin* and vault:* are refused. Token exchange may be registered; it works once an ' +
    'operator made a policy for the client. With authorization_code comes refresh_token.',
  schema: { body: RegistrationBody, response: { 201: RegisteredClient, ...errors, 403: OAuthErrorBody } },
  handler: async (request, { registration }) => {
    const registrant = { context: request.context, token: bearerOf(request) }
    const { client, secret, registrationToken } = await registration.register(request.body, registrant)
    const view = registration.view(client)
    const secrets = { ...secretMembers(secret), registration_access_token: registrationToken }
    return created(view.registration_client_uri, { ...view, ...secrets })
  },
})

const readRegistration = oauthRoute({
  name: 'registration.get',
  method: 'GET',
  url: '/oauth/register/:client_id',
  auth,
  cors: true,
  summary: 'Read your registration',
  description: 'RFC 7592 §2.1, with the registration access token: all metadata. Secrets are not repeated.',
  schema: { params: ClientParams, response: { 200: ClientInformation, ...errors } },
  handler: ({ principal }, { registration }) => registration.view(principal.client),
})

const replaceRegistration = oauthRoute({
  name: 'registration.replace',
  method: 'PUT',
  url: '/oauth/register/:client_id',
  auth,
  cors: true,
  summary: 'Replace your registration',
  description:
    'RFC 7592 §2.2: the body is the whole metadata; what it leaves out goes back to its default. A redirect ' +
    'URI that is left out ends the codes that nobody has redeemed yet; an added one ends nothing.',
  schema: { params: ClientParams, body: RegistrationBody, response: { 200: ReplacedClient, ...errors } },
  handler: async ({ principal, body }, { registration }) => {
    const { client, secret } = await registration.replace(principal.client, body, principal.actor)
    return { ...registration.view(client), ...secretMembers(secret) }
  },
})

const deleteRegistration = oauthRoute({
  name: 'registration.delete',
  method: 'DELETE',
  url: '/oauth/register/:client_id',
  auth,
  cors: true,
  summary: 'Delete your registration',
  description: 'Ends the client with its tokens, codes and consents (RFC 7592 §2.3).',
  schema: { params: ClientParams, response: { 204: Type.Undefined(), ...errors } },
  handler: async ({ principal }, { registration }) => {
    await registration.delete(principal.client, principal.actor)
    return noContent()
  },
})

const rotateClientSecret = oauthRoute({
  name: 'registration.rotateSecret',
  method: 'POST',
  url: '/oauth/register/:client_id/secret',
  auth,
  cors: true,
  summary: 'Get a new client secret',
  description: 'The old secret stops at once.',
  schema: {
    params: ClientParams,
    response: { 200: Type.Object({ client_id: Type.String(), client_secret: Type.String() }), ...errors },
  },
  handler: async ({ principal }, { registration }) => ({
    client_id: principal.client.clientId,
    client_secret: await registration.rotateSecret(principal.client, principal.actor),
  }),
})

const rotateRegistrationToken = oauthRoute({
  name: 'registration.rotateToken',
  method: 'DELETE',
  url: '/oauth/register/:client_id/registration-token',
  auth,
  cors: true,
  summary: 'Get a new registration access token',
  description: 'The one presented stops at once.',
  schema: {
    params: ClientParams,
    response: { 200: Type.Object({ registration_access_token: Type.String() }), ...errors },
  },
  handler: async ({ principal }, { registration }) => ({
    registration_access_token: await registration.rotateToken(principal.client, principal.actor),
  }),
})

/** Registration and its management. */
export const registrationRoutes = [
  registerClient,
  readRegistration,
  replaceRegistration,
  deleteRegistration,
  rotateClientSecret,
  rotateRegistrationToken,
]
