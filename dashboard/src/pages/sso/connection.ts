import type { SsoConnection, SsoConnectionsReplaceBody } from '@mandate/sdk'

/**
 * A connection as it has to be sent back to stay as it is: a PUT replaces all of it but the secret. Metadata that came from an
 * address are given by that address, so the server reads them again; `isRead: false` gives what is known instead, which works
 * while they can't be read, and ends the hourly reading.
 */
export function bodyOf(connection: SsoConnection, { isRead = true } = {}): SsoConnectionsReplaceBody {
  const { type, name, enabled, required, creates_users, attributes, group_roles } = connection
  const { organization_id, organization_role, oidc, saml, saml_metadata: metadata } = connection
  return {
    ...{ type, name, enabled, required, creates_users, attributes, group_roles, organization_id, organization_role },
    ...(oidc && { oidc: oidcOf(oidc) }),
    ...(saml && { saml: samlOf(saml, isRead ? metadata?.url : undefined) }),
  }
}

function oidcOf(oidc: NonNullable<SsoConnection['oidc']>): SsoConnectionsReplaceBody['oidc'] {
  const { issuer, client_id, scopes, token_endpoint_auth_method: method } = oidc
  return { issuer, client_id, scopes, ...(method !== null && { token_endpoint_auth_method: method }) }
}

function samlOf(
  saml: NonNullable<SsoConnection['saml']>,
  metadataUrl: string | undefined,
): SsoConnectionsReplaceBody['saml'] {
  const { entity_id, sso_url, certificates, slo_url, slo_response_url, allow_idp_initiated } = saml
  if (metadataUrl !== undefined) return { allow_idp_initiated, metadata_url: metadataUrl }
  return {
    ...{ allow_idp_initiated, entity_id, sso_url, certificates },
    ...(slo_url !== null && { slo_url }),
    ...(slo_response_url !== null && { slo_response_url }),
  }
}

/** The address that the identity provider sends people and groups to. */
export function scimUrlOf({ id, oidc, saml }: Pick<SsoConnection, 'id' | 'oidc' | 'saml'>): string {
  const ours = oidc?.redirect_uri ?? saml?.acs_url ?? ''
  return `${ours.slice(0, ours.indexOf('/api/v1/sso/'))}/scim/v2/${id}`
}
