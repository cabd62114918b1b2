import { Type } from 'typebox'
import { CountsSchema } from '#/modules/lifecycle/index.ts'
import { eventType } from '#/platform/audit/event.ts'

const connection = { id: Type.String(), name: Type.String(), type: Type.String() }
const webhook = { webhook: true }

export const ssoConnectionCreated = eventType(
  'sso.connection.created',
  'A connection for single sign-on was set up.',
  Type.Object({
    ...connection,
    issuer: Type.String({ description: 'The issuer, or the entity id, of the identity provider' }),
    organization_id: Type.Union([Type.String(), Type.Null()]),
  }),
  webhook,
)
export const ssoConnectionUpdated = eventType(
  'sso.connection.updated',
  'The set-up of a connection for single sign-on changed. A new secret is named, never told.',
  Type.Object({ ...connection, changed: Type.Array(Type.String(), { description: 'Names of the fields' }) }),
  webhook,
)
export const ssoMetadataFailed = eventType(
  'sso.metadata.failed',
  'The metadata of an identity provider could be used before, and can not be read or used any more. What was known of it holds on.',
  Type.Object({ ...connection, error: Type.String() }),
  webhook,
)
export const ssoConnectionDeleted = eventType(
  'sso.connection.deleted',
  'A connection for single sign-on was deleted, with its domains and what it knew people by.',
  Type.Object({ ...connection, counts: CountsSchema }),
  webhook,
)

const domain = { id: Type.String(), connection_id: Type.String(), domain: Type.String() }

export const ssoDomainAdded = eventType(
  'sso.domain.added',
  'A connection is to speak for a domain, once that is verified.',
  Type.Object(domain),
)
export const ssoDomainVerified = eventType(
  'sso.domain.verified',
  'A connection speaks for the addresses of a domain from now on.',
  Type.Object({ ...domain, verified_by: Type.Enum(['dns', 'operator']) }),
  webhook,
)
export const ssoDomainRemoved = eventType(
  'sso.domain.removed',
  'A connection speaks for the addresses of a domain no more.',
  Type.Object(domain),
)

const samlKey = { id: Type.String(), connection_id: Type.String() }

export const samlKeyAdded = eventType(
  'sso.key.added',
  'A connection by SAML got another key of ours: our metadata shows it, and it decrypts.',
  Type.Object(samlKey),
)
export const samlKeyActivated = eventType(
  'sso.key.activated',
  'Another key of ours signs for a connection by SAML.',
  Type.Object(samlKey),
)
export const samlKeyDeleted = eventType(
  'sso.key.deleted',
  'A key of ours for a connection by SAML was deleted.',
  Type.Object(samlKey),
)
export const ssoIdentityLinked = eventType(
  'sso.identity.linked',
  'A connection knows a user from now on, and signs them in.',
  Type.Object({
    id: Type.String(),
    user_id: Type.String(),
    connection_id: Type.String(),
    how: Type.Enum(['signed_up', 'joined', 'provisioned'], {
      description: 'With a new user, or because the person proved the account that has their address',
    }),
  }),
  webhook,
)
export const ssoIdentityUnlinked = eventType(
  'sso.identity.unlinked',
  'An operator took from a connection what it knew a user by, with what their groups there gave.',
  Type.Object({ id: Type.String(), user_id: Type.String(), connection_id: Type.String(), counts: CountsSchema }),
  webhook,
)
export const ssoSignInRefused = eventType(
  'sso.sign_in.refused',
  'Somebody came back from an identity provider and was not signed in.',
  Type.Object({ connection_id: Type.String(), reason: Type.String() }),
)

/** What this module tells. */
export const ssoEvents = [
  ssoConnectionCreated,
  ssoConnectionUpdated,
  ssoMetadataFailed,
  ssoConnectionDeleted,
  ssoDomainAdded,
  ssoDomainVerified,
  ssoDomainRemoved,
  samlKeyAdded,
  samlKeyActivated,
  samlKeyDeleted,
  ssoIdentityLinked,
  ssoIdentityUnlinked,
  ssoSignInRefused,
]
