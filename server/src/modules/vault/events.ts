import { Type } from 'typebox'
import { CountsSchema } from '#/modules/lifecycle/index.ts'
import { eventType } from '#/platform/audit/event.ts'

const provider = { id: Type.String(), name: Type.String(), kind: Type.String() }

export const vaultProviderCreated = eventType(
  'vault.provider.created',
  'The vault has a provider that people can connect accounts of.',
  Type.Object({ ...provider, template: Type.Union([Type.String(), Type.Null()]), scopes: Type.Array(Type.String()) }),
)
export const vaultProviderUpdated = eventType(
  'vault.provider.updated',
  'The set-up of a provider of the vault changed. A new secret is named, never told.',
  Type.Object({
    ...provider,
    changed: Type.Array(Type.String(), { description: 'Names of the fields' }),
    stopped_connections: Type.Integer({
      description: 'Whose tokens were thrown away, because they would go elsewhere from now on',
    }),
  }),
)
export const vaultProviderDeleted = eventType(
  'vault.provider.deleted',
  'A provider of the vault was deleted, with what people had connected.',
  Type.Object({ ...provider, counts: CountsSchema }),
)

const connection = { id: Type.String(), user_id: Type.String(), provider: Type.String() }
const webhook = { webhook: true }

export const vaultConnectionCreated = eventType(
  'vault.connection.created',
  'A person connected an account elsewhere.',
  Type.Object({ ...connection, scopes: Type.Array(Type.String()) }),
  webhook,
)
export const vaultConnectionRenewed = eventType(
  'vault.connection.renewed',
  'A person connected an account again that was connected before.',
  Type.Object({ ...connection, scopes: Type.Array(Type.String()) }),
  webhook,
)
export const vaultConnectionDeleted = eventType(
  'vault.connection.deleted',
  'A connected account was disconnected, and the tokens of every line that fetched from it ended.',
  Type.Object({
    ...connection,
    revoked_upstream: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'Whether the provider ended what it had given; null where it can not be asked',
    }),
    counts: CountsSchema,
  }),
  webhook,
)
export const vaultConnectionStopped = eventType(
  'vault.connection.needs_reauth',
  'A provider ended what it had given: only the person can go on.',
  Type.Object({ id: Type.String(), user_id: Type.String(), provider_id: Type.String() }),
  webhook,
)

export const vaultRevocationFailed = eventType(
  'vault.connection.revocation_failed',
  'A provider did not end the tokens of an account that ended here with others: they live until they end there.',
  Type.Object({ id: Type.String(), user_id: Type.String(), provider_id: Type.String() }),
)

const grant = {
  id: Type.String(),
  user_id: Type.String(),
  client_id: Type.String(),
  connection_id: Type.String(),
  provider: Type.String(),
}

export const vaultGrantCreated = eventType(
  'vault.grant.created',
  'A person let a client use a connected account, also when it was let before with other scopes.',
  Type.Object({ ...grant, scopes: Type.Array(Type.String()) }),
  webhook,
)
export const vaultGrantRevoked = eventType(
  'vault.grant.revoked',
  'A client may no longer use a connected account.',
  Type.Object({ ...grant, counts: CountsSchema }),
  webhook,
)

const use = {
  connection_id: Type.String(),
  user_id: Type.String(),
  client_id: Type.String(),
  token_id: Type.String(),
}

export const vaultTokenRetrieved = eventType(
  'vault.token.retrieved',
  'An agent fetched a token of a connected account: the first time with this access token within the hour.',
  Type.Object(use),
)
export const vaultTokenRefused = eventType(
  'vault.token.refused',
  'An agent got no token of a connected account: the first time with this access token within the hour.',
  Type.Object({ ...use, outcome: Type.String() }),
)

export const vaultCallMade = eventType(
  'vault.call.made',
  'An agent called a provider with a connected account: the first time with this access token within the hour.',
  Type.Object(use),
)
export const vaultCallRefused = eventType(
  'vault.call.refused',
  'A call of an agent with a connected account was refused, or failed: the first time with this access token within the hour.',
  Type.Object({ ...use, outcome: Type.String() }),
)

/** What this module tells. */
export const vaultEvents = [
  vaultProviderCreated,
  vaultProviderUpdated,
  vaultProviderDeleted,
  vaultConnectionCreated,
  vaultConnectionRenewed,
  vaultConnectionDeleted,
  vaultConnectionStopped,
  vaultRevocationFailed,
  vaultGrantCreated,
  vaultGrantRevoked,
  vaultTokenRetrieved,
  vaultTokenRefused,
  vaultCallMade,
  vaultCallRefused,
]
