import { Type } from 'typebox'
import { CountsSchema } from '#/modules/lifecycle/index.ts'
import { eventType } from '#/platform/audit/event.ts'

const provider = { id: Type.String(), name: Type.String(), kind: Type.String() }

export const providerCreated = eventType(
  'oauth_provider.created',
  'A provider was set up to sign in with.',
  Type.Object({ ...provider, client_id: Type.String(), issuer: Type.String() }),
)
export const providerUpdated = eventType(
  'oauth_provider.updated',
  'The set-up of a provider changed. A new secret is named, never told.',
  Type.Object({ ...provider, changed: Type.Array(Type.String(), { description: 'Names of the fields' }) }),
)
export const providerDeleted = eventType(
  'oauth_provider.deleted',
  'A provider was removed; nobody signs in through it any more.',
  Type.Object({ ...provider, unlinked_accounts: Type.Integer(), counts: CountsSchema }),
)

const account = { id: Type.String(), user_id: Type.String(), provider: Type.String() }

export const accountLinked = eventType(
  'oauth_account.linked',
  'An account at a provider now signs a user in.',
  Type.Object({
    ...account,
    how: Type.Enum(['signed_up', 'same_address', 'requested'], {
      description: 'With a new user, by an address that both sides verified, or because the user asked for it',
    }),
  }),
  { webhook: true },
)
export const accountUnlinked = eventType(
  'oauth_account.unlinked',
  'An account at a provider does not sign its user in any more.',
  Type.Object(account),
  { webhook: true },
)
export const signInRefused = eventType(
  'oauth_sign_in.refused',
  'Somebody came back from a provider and was not signed in.',
  Type.Object({ provider: Type.String(), reason: Type.String() }),
)

/** What this module tells. */
export const providerEvents = [
  providerCreated,
  providerUpdated,
  providerDeleted,
  accountLinked,
  accountUnlinked,
  signInRefused,
]
