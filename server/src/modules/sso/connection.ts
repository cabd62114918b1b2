import { flag, integer, integerOrNull, json, jsonOrNull, table, text, textOrNull, word } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'

/** The protocols of identity providers that companies run. */
export const ssoTypes = ['saml', 'oidc'] as const
export type SsoType = (typeof ssoTypes)[number]

/** The system roles that a group can be mapped to. Nobody becomes an owner by what another server says. */
export const mappableSystemRoles = ['operator', 'support', 'auditor'] as const
export type MappableSystemRole = (typeof mappableSystemRoles)[number]

/** How an identity provider calls what we want to know: claims of an ID token, or attributes of an assertion. */
export interface AttributeNames {
  /** SAML alone; the NameID when it is not given. By OpenID Connect it is always `sub`. */
  readonly subject?: string
  readonly email?: string
  readonly name?: string
  readonly groups?: string
}

/** What being in a group there comes to here. */
export interface GroupRole {
  readonly group: string
  /** Roles of applications. */
  readonly role_ids?: readonly string[]
  readonly organization_role?: string
  readonly system_role?: MappableSystemRole
}

/** What OpenID Connect needs beside the issuer; the client secret is sealed for the row. */
export interface OidcSettings {
  readonly clientId: string
  readonly scopes: string
  readonly authMethod: 'client_secret_basic' | 'client_secret_post' | null
}

/** What SAML needs beside the entity id of the identity provider. */
export interface SamlSettings {
  readonly ssoUrl: string
  readonly sloUrl: string | null
  /** Where answers to its own logout requests go, when not to `sloUrl`. */
  readonly sloResponseUrl: string | null
  /** Those that may have signed an assertion, in PEM: two while one takes over from the other. */
  readonly certificates: readonly string[]
  readonly allowIdpInitiated: boolean
}

/** The codec of `sso_connections`. */
export const ssoConnections = table('sso_connections', {
  id: text,
  type: word<SsoType>(),
  name: text,
  enabled: flag,
  organizationId: textOrNull,
  organizationRole: textOrNull,
  required: flag,
  createsUsers: flag,
  attributes: json<AttributeNames>(),
  groupRoles: json<readonly GroupRole[]>(),
  issuer: text,
  oidc: jsonOrNull<OidcSettings>(),
  saml: jsonOrNull<SamlSettings>(),
  secretSealed: textOrNull,
  metadataUrl: textOrNull,
  metadataTriedAt: integerOrNull,
  metadataError: textOrNull,
  version: integer,
  createdAt: integer,
  updatedAt: integer,
})

/** One identity provider of one customer, as an operator set it up. */
export type SsoConnection = EntityOf<typeof ssoConnections>

/** Where the secret of a connection is sealed for. */
export const ssoSecretPlace = (id: string) => ({ table: 'sso_connections', column: 'secret_sealed', row: id })

/** The addresses of a connection at this server: one of each for every connection, so that no answer is taken for another's (RP4). */
export function addressesOf(baseUrl: string, { id, type }: Pick<SsoConnection, 'id' | 'type'>) {
  const own = `${baseUrl}/api/v1/sso/${type}/${id}`
  return {
    start: `${own}/auth`,
    callback: type === 'oidc' ? `${own}/callback` : `${own}/acs`,
    /** The entity id that we have there, where it can be read too. */
    metadata: `${own}/metadata`,
    logout: `${own}/slo`,
  }
}
