import { Type } from 'typebox'
import { CountsSchema, EndedTokens } from '#/modules/lifecycle/index.ts'
import { eventType } from '#/platform/audit/event.ts'

const client = { client_id: Type.String(), client_name: Type.String() }
const registration = Type.Object({
  ...client,
  grant_types: Type.Array(Type.String()),
  token_endpoint_auth_method: Type.String(),
  scope: Type.String(),
  redirect_uris: Type.Array(Type.String()),
})

export const clientRegistered = eventType('client.registered', 'A client registered itself.', registration)
export const clientUpdated = eventType(
  'client.updated',
  'A client replaced its registration.',
  Type.Object({ ...registration.properties, counts: Type.Optional(CountsSchema) }),
)
export const clientDeleted = eventType(
  'client.deleted',
  'A client deleted its registration; its tokens, codes and consents ended.',
  Type.Object({ ...client, ...EndedTokens }),
)
export const clientSecretRotated = eventType(
  'client.secret_rotated',
  'A registered client got a new secret; the old one stopped.',
  Type.Object(client),
)
export const registrationTokenRotated = eventType(
  'client.registration_token_rotated',
  'A registered client got a new registration access token; the old one stopped.',
  Type.Object(client),
)

/** Everything registration tells. */
export const registrationEvents = [
  clientRegistered,
  clientUpdated,
  clientDeleted,
  clientSecretRotated,
  registrationTokenRotated,
]
