import type { Static } from 'typebox'
import { toIso, toIsoOrNull } from '#/platform/clock.ts'
import { addressesOf } from './connection.ts'
import type { SsoConnection } from './connection.ts'
import { recordName } from './domain.ts'
import type { SsoDomain } from './domain.ts'
import type { SamlKey } from './saml-key.ts'
import { readCertificate } from './saml/certificate.ts'
import type { DescribedIdentity } from './identity.ts'
import type {
  SamlKeySchema,
  SsoConnectionSchema,
  SsoDomainSchema,
  SsoIdentitySchema,
  SsoRouteSchema,
} from './schemas.ts'

type Wire = Static<typeof SsoConnectionSchema>

/** A connection as operators see it. */
export const ssoConnectionView = (connection: SsoConnection, baseUrl: string): Wire => ({
  id: connection.id,
  type: connection.type,
  name: connection.name,
  enabled: connection.enabled,
  organization_id: connection.organizationId,
  organization_role: connection.organizationRole,
  required: connection.required,
  creates_users: connection.createsUsers,
  attributes: { ...connection.attributes },
  group_roles: connection.groupRoles.map((role) => ({
    ...role,
    ...(role.role_ids && { role_ids: [...role.role_ids] }),
  })) as Wire['group_roles'],
  oidc: oidcView(connection, baseUrl),
  saml: samlView(connection, baseUrl),
  saml_metadata:
    connection.metadataUrl === null
      ? null
      : {
          url: connection.metadataUrl,
          read_at: toIsoOrNull(connection.metadataTriedAt),
          error: connection.metadataError,
        },
  version: connection.version,
  created_at: toIso(connection.createdAt),
  updated_at: toIso(connection.updatedAt),
})

function oidcView(connection: SsoConnection, baseUrl: string): Wire['oidc'] {
  const { oidc, issuer, secretSealed } = connection
  if (oidc === null) return null
  return {
    issuer,
    client_id: oidc.clientId,
    has_secret: secretSealed !== null,
    scopes: oidc.scopes,
    token_endpoint_auth_method: oidc.authMethod,
    redirect_uri: addressesOf(baseUrl, connection).callback,
  }
}

function samlView(connection: SsoConnection, baseUrl: string): Wire['saml'] {
  const { saml, issuer } = connection
  if (saml === null) return null
  const { metadata, callback, logout } = addressesOf(baseUrl, connection)
  return {
    entity_id: issuer,
    sso_url: saml.ssoUrl,
    slo_url: saml.sloUrl,
    slo_response_url: saml.sloResponseUrl,
    certificates: [...saml.certificates],
    allow_idp_initiated: saml.allowIdpInitiated,
    sp_entity_id: metadata,
    acs_url: callback,
    sp_logout_url: logout,
  }
}

/** One of our keys, by its certificate. */
export function samlKeyView({
  id,
  ssoConnectionId,
  active,
  certificate,
  createdAt,
}: SamlKey): Static<typeof SamlKeySchema> {
  const { fingerprint = '', notAfter = createdAt } = readCertificate(certificate) ?? {}
  return {
    id,
    connection_id: ssoConnectionId,
    active,
    certificate,
    fingerprint,
    expires_at: toIso(notAfter),
    created_at: toIso(createdAt),
  }
}

/** A domain of a connection. */
export const ssoDomainView = (domain: SsoDomain): Static<typeof SsoDomainSchema> => ({
  id: domain.id,
  connection_id: domain.ssoConnectionId,
  domain: domain.domain,
  verified: domain.verifiedAt !== null,
  verified_by: domain.verifiedBy,
  verified_at: toIsoOrNull(domain.verifiedAt),
  record: { type: 'TXT', name: recordName(domain.domain), value: domain.challenge },
  created_at: toIso(domain.createdAt),
})

/** Where people with an address sign in. */
export const ssoRouteView = (
  connections: readonly SsoConnection[],
  redirectUrl: string,
  startUrl: (connection: SsoConnection) => string,
): Static<typeof SsoRouteSchema> => ({
  redirect_url: redirectUrl,
  required: connections.some(({ required }) => required),
  connections: connections.map((connection) => ({
    connection_id: connection.id,
    connection_type: connection.type,
    connection_name: connection.name,
    redirect_url: startUrl(connection),
  })),
})

/** What a connection knows a user by, as operators and the person see it. */
export const ssoIdentityView = (identity: DescribedIdentity): Static<typeof SsoIdentitySchema> => ({
  id: identity.id,
  connection_id: identity.ssoConnectionId,
  connection_name: identity.connectionName,
  subject: identity.subject,
  email: identity.email,
  name: identity.name,
  created_at: toIso(identity.createdAt),
  last_used_at: toIso(identity.lastUsedAt),
})
