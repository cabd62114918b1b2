import { X509Certificate } from 'node:crypto'
import type { Static } from 'typebox'
import type { FieldError } from '#/platform/errors/app-error.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import type { SsoConnection } from './connection.ts'
import type { SsoConnectionInput } from './schemas.ts'

export type SsoConnectionInput = Static<typeof SsoConnectionInput>

/** A connection before it has an id; its secret travels beside it. */
export type SsoConnectionDraft = Omit<SsoConnection, 'id' | 'secretSealed' | 'version' | 'createdAt' | 'updatedAt'>

/** Reads what a connection is to be. Throws the fields that don't fit together. */
export function draftOf(input: SsoConnectionInput): SsoConnectionDraft {
  const errors = [
    ...checkProtocol(input),
    ...checkOrganization(input),
    ...checkAttributes(input),
    ...checkGroups(input),
  ]
  if (errors.length > 0) throw invalid(errors)
  const { oidc, saml } = input
  const organizationId = input.organization_id ?? null
  return {
    type: input.type,
    name: input.name,
    enabled: input.enabled ?? true,
    organizationId,
    organizationRole: organizationId === null ? null : (input.organization_role ?? 'member'),
    required: input.required ?? false,
    createsUsers: input.creates_users ?? true,
    attributes: input.attributes ?? {},
    groupRoles: input.group_roles ?? [],
    issuer: oidc?.issuer ?? saml?.entity_id ?? '',
    oidc: oidc
      ? {
          clientId: oidc.client_id,
          scopes: oidc.scopes ?? 'openid email profile',
          authMethod: oidc.token_endpoint_auth_method ?? null,
        }
      : null,
    saml: saml
      ? {
          ssoUrl: saml.sso_url,
          sloUrl: saml.slo_url ?? null,
          certificates: saml.certificates.map(canonicalCertificate),
          allowIdpInitiated: saml.allow_idp_initiated ?? false,
        }
      : null,
  }
}

const wrong = (pointer: string, message: string): FieldError => ({ pointer, message })

function checkProtocol(input: SsoConnectionInput): FieldError[] {
  const { type, oidc, saml } = input
  const [needed, strange] = type === 'oidc' ? (['oidc', 'saml'] as const) : (['saml', 'oidc'] as const)
  const errors = [
    ...(input[needed] === undefined ? [wrong(`/${needed}`, `is required for the type ${type}`)] : []),
    ...(input[strange] === undefined ? [] : [wrong(`/${strange}`, `is not for the type ${type}`)]),
  ]
  if (oidc) errors.push(...checkIssuer(oidc.issuer), ...checkScopes(oidc.scopes))
  if (saml) {
    for (const [i, certificate] of saml.certificates.entries()) {
      if (readCertificate(certificate) === undefined) {
        errors.push(wrong(`/saml/certificates/${i}`, 'must be an X.509 certificate, in PEM'))
      }
    }
  }
  return errors
}

/** OpenID Connect Discovery §2: no query, no fragment. */
function checkIssuer(issuer: string): FieldError[] {
  const url = URL.parse(issuer)
  const isSound = url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === ''
  return isSound ? [] : [wrong('/oidc/issuer', 'must be a URL without query and fragment')]
}

const checkScopes = (scopes: string | undefined): FieldError[] =>
  scopes === undefined || scopes.split(' ').includes('openid') ? [] : [wrong('/oidc/scopes', 'must hold openid')]

function checkOrganization({ organization_id: id, organization_role: role, group_roles = [] }: SsoConnectionInput) {
  const errors: FieldError[] = []
  const needs = 'needs an organization_id'
  const noOwner = 'must not be owner: an organization is handed over by its owners'
  if (role && !id) errors.push(wrong('/organization_role', needs))
  if (role === 'owner') errors.push(wrong('/organization_role', noOwner))
  for (const [i, mapping] of group_roles.entries()) {
    const pointer = `/group_roles/${i}/organization_role`
    if (mapping.organization_role !== undefined && !id) errors.push(wrong(pointer, needs))
    if (mapping.organization_role === 'owner') errors.push(wrong(pointer, noOwner))
  }
  return errors
}

const checkAttributes = ({ type, attributes }: SsoConnectionInput): FieldError[] =>
  type === 'oidc' && attributes?.subject !== undefined
    ? [wrong('/attributes/subject', 'is not for the type oidc: its subject is sub')]
    : []

function checkGroups({ group_roles = [] }: SsoConnectionInput): FieldError[] {
  const groups = group_roles.map(({ group }) => group)
  return group_roles.flatMap(({ group, role_ids = [], ...rest }, i) => [
    ...(groups.indexOf(group) < i ? [wrong(`/group_roles/${i}/group`, 'comes twice')] : []),
    ...(role_ids.length === 0 && rest.organization_role === undefined && rest.system_role === undefined
      ? [wrong(`/group_roles/${i}`, 'gives nothing')]
      : []),
  ])
}

function readCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem)
  } catch {
    return undefined
  }
}

/** A certificate in one spelling, without what stood around it. */
const canonicalCertificate = (pem: string): string => new X509Certificate(pem).toString()
