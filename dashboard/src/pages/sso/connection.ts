import { patched } from '#/ui/form/merge-patch.ts'
import type { SsoConnection, SsoConnectionsReplaceBody } from '@mandate/sdk'
import type { OidcValue, SamlValue } from './protocol-fields.tsx'

/** What the form about a connection holds: all of what a PUT says, and what is known of the provider in the fields for that. */
export type ConnectionFields = SsoConnectionsReplaceBody & OidcValue & SamlValue

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

/** A connection in the fields of the form about it. */
export const fieldsOf = (connection: SsoConnection): ConnectionFields => ({
  ...bodyOf(connection),
  ...oidcValueOf(connection),
  ...samlValueOf(connection),
})

/** The body that makes of a connection what it becomes by what somebody changed in the form about it. */
export function changedBody(connection: SsoConnection, patch: Partial<ConnectionFields>): SsoConnectionsReplaceBody {
  const fields = patched(fieldsOf(connection), patch)
  const { issuer, clientId, secret, source, url, xml, isIdpInitiated, ...body } = fields
  return connection.type === 'oidc'
    ? { ...body, oidc: oidcBody(connection, { issuer, clientId, secret }) }
    : { ...body, saml: samlBody(connection, { source, url, xml, isIdpInitiated }) }
}

const oidcValueOf = ({ oidc }: SsoConnection): OidcValue => ({
  issuer: oidc?.issuer ?? '',
  clientId: oidc?.client_id ?? '',
  secret: '',
})

const samlValueOf = ({ saml, saml_metadata: metadata }: SsoConnection): SamlValue => ({
  source: metadata ? 'url' : 'kept',
  url: metadata?.url ?? '',
  xml: '',
  isIdpInitiated: saml?.allow_idp_initiated ?? false,
})

const oidcBody = (
  { oidc }: SsoConnection,
  { issuer, clientId, secret }: OidcValue,
): SsoConnectionsReplaceBody['oidc'] => ({
  ...(oidc && oidcOf(oidc)),
  ...{ issuer, client_id: clientId },
  ...(secret === '' ? {} : { client_secret: secret }),
})

function samlBody(
  connection: SsoConnection,
  { source, url, xml, isIdpInitiated }: SamlValue,
): SsoConnectionsReplaceBody['saml'] {
  const said = { allow_idp_initiated: isIdpInitiated }
  if (source === 'url') return { ...said, metadata_url: url }
  if (source === 'xml') return { ...said, metadata_xml: xml }
  return { ...bodyOf(connection, { isRead: false }).saml, ...said }
}

/** The address that the identity provider sends people and groups to. */
export function scimUrlOf({ id, oidc, saml }: Pick<SsoConnection, 'id' | 'oidc' | 'saml'>): string {
  const ours = oidc?.redirect_uri ?? saml?.acs_url ?? ''
  return `${ours.slice(0, ours.indexOf('/api/v1/sso/'))}/scim/v2/${id}`
}
