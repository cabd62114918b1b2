import type { Static } from 'typebox'
import { invalid } from '#/platform/errors/invalid.ts'
import { given, ifGiven } from '#/platform/merge-patch.ts'
import type { FieldError } from '#/platform/errors/app-error.ts'
import { readAppleKey } from './apple-secret.ts'
import { kindTraits } from './provider-kinds.ts'
import type { ProviderKind, ProviderOptions } from './provider-kinds.ts'
import type { Provider } from './provider.ts'
import type { CreateProviderSchema, UpdateProviderSchema } from './schemas.ts'

export type CreateProvider = Static<typeof CreateProviderSchema>
export type UpdateProvider = Static<typeof UpdateProviderSchema>

/** A provider before it has an id, its secret in the clear. */
export type ProviderDraft = Pick<
  Provider,
  'name' | 'kind' | 'displayName' | 'issuer' | 'clientId' | 'options' | 'scopes' | 'enabled'
> & { readonly secret: string | null }

/** A new provider with the defaults of its kind. */
export const newDraft = (input: CreateProvider): ProviderDraft => ({
  name: input.name ?? input.kind,
  kind: input.kind,
  displayName: input.display_name ?? kindTraits[input.kind].label,
  issuer: input.issuer ?? null,
  clientId: input.client_id,
  secret: input.client_secret ?? null,
  options: optionsOf(input),
  scopes: input.scopes ?? kindTraits[input.kind].scopes,
  enabled: input.enabled ?? true,
})

/** The fields a merge patch sets. A secret that was not given stays as it is. */
export const patchedFields = (patch: UpdateProvider, { options, kind }: Provider) =>
  given<Provider>({
    displayName: patch.display_name,
    clientId: patch.client_id,
    scopes: ifGiven(patch.scopes, (scopes) => scopes ?? kindTraits[kind].scopes),
    enabled: patch.enabled,
    options: { ...options, ...optionsOf(patch) },
  })

const optionsOf = (input: CreateProvider | UpdateProvider): ProviderOptions =>
  given<ProviderOptions>({
    tenant: input.tenant,
    team_id: input.team_id,
    key_id: input.key_id,
    token_endpoint_auth_method: input.token_endpoint_auth_method,
  })

/** Which options belong to which kind. */
const ownOptions: Readonly<Record<ProviderKind, readonly (keyof ProviderOptions)[]>> = {
  google: [],
  github: [],
  microsoft: ['tenant'],
  apple: ['team_id', 'key_id'],
  gitlab: [],
  discord: [],
  oidc: ['token_endpoint_auth_method'],
}

/** Throws the fields that do not fit together. `secret` undefined: the one that is stored stays. */
export function checkDraft(
  draft: Omit<ProviderDraft, 'secret'> & { readonly secret: string | null | undefined },
): void {
  const errors = [...checkOptions(draft), ...checkIssuer(draft), ...checkScopes(draft), ...checkSecret(draft)]
  if (errors.length > 0) throw invalid(errors)
}

type Checked = Parameters<typeof checkDraft>[0]

const wrong = (member: string, message: string): FieldError => ({ pointer: `/${member}`, message })

function checkOptions({ kind, options }: Checked): FieldError[] {
  const strange = Object.keys(options).filter((name) => !(ownOptions[kind] as readonly string[]).includes(name))
  const missing = kind === 'apple' ? (['team_id', 'key_id'] as const).filter((name) => options[name] === undefined) : []
  return [
    ...strange.map((name) => wrong(name, `is not for the kind ${kind}`)),
    ...missing.map((name) => wrong(name, 'is required for the kind apple')),
  ]
}

function checkIssuer({ kind, issuer }: Checked): FieldError[] {
  if (kind === 'oidc' && issuer === null) return [wrong('issuer', 'is required for the kind oidc')]
  if (issuer !== null && kind !== 'oidc' && kind !== 'gitlab') return [wrong('issuer', `is fixed for the kind ${kind}`)]
  const url = issuer === null ? undefined : URL.parse(issuer)
  // OpenID Connect Discovery §2: no query, no fragment.
  const sound = url === undefined || (url !== null && url.search === '' && url.hash === '' && url.protocol !== 'data:')
  return sound ? [] : [wrong('issuer', 'must be a URL without query and fragment')]
}

function checkScopes({ kind, scopes }: Checked): FieldError[] {
  const needsOpenid = kindTraits[kind].protocol === 'oidc' && !scopes.split(' ').includes('openid')
  return needsOpenid ? [wrong('scopes', 'must hold openid')] : []
}

function checkSecret({ kind, secret }: Checked): FieldError[] {
  if (secret === undefined) return []
  if (secret === null) return kind === 'oidc' ? [] : [wrong('client_secret', `is required for the kind ${kind}`)]
  if (kind !== 'apple') return []
  try {
    readAppleKey(secret)
    return []
  } catch {
    return [wrong('client_secret', 'must be the private key from Apple, in PEM, for the kind apple')]
  }
}
