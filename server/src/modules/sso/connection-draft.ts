import type { Static } from 'typebox'
import type { FieldError } from '#/platform/errors/app-error.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import type { SsoConnection } from './connection.ts'
import type { SsoConnectionInput, SsoConnectionReplacement } from './schemas.ts'
import { readCertificate } from './saml/certificate.ts'
import { isLoopbackUrl } from '#/platform/loopback.ts'

export type SsoConnectionInput = Static<typeof SsoConnectionInput>
export type SsoConnectionReplacement = Static<typeof SsoConnectionReplacement>

/** A connection before it has an id; its secret travels beside it. */
export type SsoConnectionDraft = Omit<
  SsoConnection,
  'id' | 'secretSealed' | 'metadataTriedAt' | 'metadataError' | 'version' | 'createdAt' | 'updatedAt'
>

/** Reads what a connection is to be. Throws the fields that don't fit together. */
export function draftOf(input: SsoConnectionInput, metadataUrl: string | null): SsoConnectionDraft {
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
    metadataUrl,
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
          ssoUrl: saml.sso_url ?? '',
          sloUrl: saml.slo_url ?? null,
          sloResponseUrl: saml.slo_response_url ?? null,
          certificates: (saml.certificates ?? []).flatMap((text) => readCertificate(text)?.pem ?? []),
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
  if (saml) errors.push(...checkSaml(saml))
  return errors
}

/** What metadata would have said, when there were none, and whether it can be used. */
function checkSaml(saml: NonNullable<SsoConnectionInput['saml']>): FieldError[] {
  const needed = (['entity_id', 'sso_url', 'certificates'] as const).filter((name) => saml[name] === undefined)
  const addresses = (['sso_url', 'slo_url', 'slo_response_url'] as const).filter((name) => !isAddress(saml[name]))
  const unread = (saml.certificates ?? []).flatMap((text, i) => (readCertificate(text) === undefined ? [i] : []))
  return [
    ...needed.map((name) => wrong(`/saml/${name}`, 'is required without metadata')),
    ...addresses.map((name) => wrong(`/saml/${name}`, 'must be an https URL')),
    ...unread.map((i) => wrong(`/saml/certificates/${i}`, CERTIFICATE)),
  ]
}

const CERTIFICATE = 'must be an X.509 certificate with an RSA key of at least 2048 bits, in PEM'

/** Where a browser may be sent with somebody's name in the query: through TLS, or within this machine. */
function isAddress(text: string | undefined): boolean {
  const url = text === undefined ? null : URL.parse(text)
  if (text === undefined) return true
  if (url === null || url.hash !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackUrl(text))
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
