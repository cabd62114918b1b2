import type { Static } from 'typebox'
import type { FieldError } from '#/platform/errors/app-error.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import { given, ifGiven, unique } from '#/platform/merge-patch.ts'
import type { AllowedClient, VaultProvider } from './provider.ts'
import { ACCOUNT_HOST, hostsBeyond, proxyRuleErrors } from './proxy-rules.ts'
import { calledAddresses } from './quirks.ts'
import type { CreateVaultProviderSchema, UpdateVaultProviderSchema } from './schemas.ts'
import { templates } from './templates.ts'

export type CreateVaultProvider = Static<typeof CreateVaultProviderSchema>
export type UpdateVaultProvider = Static<typeof UpdateVaultProviderSchema>

/** A provider before it has an id, its secret in the clear. */
type VaultProviderDraft = Omit<VaultProvider, 'id' | 'secretSealed' | 'version' | 'createdAt' | 'updatedAt'> & {
  readonly secret: string | null
}

type Checked = Omit<VaultProviderDraft, 'secret'> & { readonly secret: string | null | undefined }

/** A new provider: what is said, over what its template knows. */
export function newDraft(input: CreateVaultProvider): VaultProviderDraft {
  const template = input.template === undefined ? undefined : templates[input.template]
  const name = input.name ?? input.template ?? ''
  return {
    name,
    template: input.template ?? null,
    kind: input.kind ?? 'oauth',
    displayName: input.display_name ?? template?.displayName ?? name,
    authUrl: input.auth_url ?? template?.authUrl ?? null,
    tokenUrl: input.token_url ?? template?.tokenUrl ?? null,
    clientId: input.client_id ?? null,
    secret: input.client_secret ?? null,
    scopes: [...new Set(input.scopes ?? template?.scopes ?? [])],
    iconUrl: input.icon_url ?? null,
    active: input.active ?? true,
    extraAuthParams: input.extra_auth_params ?? template?.extraAuthParams ?? {},
    quirks: { ...template?.quirks, ...input.quirks },
    allowedClients: allowedClientsOf(input.allowed_clients ?? null),
    proxy: input.proxy === undefined ? (template?.proxy ?? null) : input.proxy,
  }
}

const allowedClientsOf = (listed: NonNullable<CreateVaultProvider['allowed_clients']> | null): AllowedClient[] | null =>
  listed?.map(({ client_id: clientId, scopes }) => ({ clientId, scopes: scopes ? unique(scopes) : null })) ?? null

/** The fields a merge patch sets. A secret that was not given stays as it is. */
export const patchedFields = (patch: UpdateVaultProvider): Partial<VaultProvider> =>
  given<VaultProvider>({
    displayName: patch.display_name,
    authUrl: patch.auth_url,
    tokenUrl: patch.token_url,
    clientId: patch.client_id,
    scopes: patch.scopes && [...new Set(patch.scopes)],
    iconUrl: patch.icon_url,
    active: patch.active,
    extraAuthParams: patch.extra_auth_params,
    quirks: patch.quirks,
    allowedClients: ifGiven(patch.allowed_clients, allowedClientsOf),
    proxy: patch.proxy,
  })

/** Whether what people connected before a change would go from now on to where it was not given for, or as somebody else. */
export const movesTokens = (before: VaultProvider, after: VaultProvider): boolean =>
  destinationOf(before) !== destinationOf(after) ||
  hostsBeyond(after.proxy, [before.proxy, templates[after.template ?? '']?.proxy]).length > 0

const destinationOf = ({ tokenUrl, clientId, quirks }: VaultProvider): string =>
  JSON.stringify([tokenUrl, clientId, ...calledAddresses.map((name) => quirks[name])])

/** Where the client secret is sent to. */
const secretOrigins = ({ tokenUrl, quirks }: VaultProvider): string[] =>
  [tokenUrl, quirks.refresh_url, quirks.revocation_url].flatMap((url) => URL.parse(url ?? '')?.origin ?? [])

/**
 * Throws when a change would send the secret that is stored to a server it was not given for: whoever may change a provider
 * could read it there, which no response of ours lets them.
 */
export function refuseToMoveSecret(before: VaultProvider, after: VaultProvider, secret: string | undefined): void {
  if (secret !== undefined || before.secretSealed === null) return
  const known = secretOrigins(before)
  if (secretOrigins(after).every((origin) => known.includes(origin))) return
  throw invalid('/client_secret', 'must come along: the one that is stored was given for another server')
}

/** Every address of a provider, by where the request names it. */
export const addressesOf = ({ authUrl, tokenUrl, iconUrl, quirks, proxy }: Checked): [pointer: string, url: string][] =>
  (
    [
      ['/auth_url', authUrl],
      ['/token_url', tokenUrl],
      ['/icon_url', iconUrl],
      ...calledAddresses.map((name) => [`/quirks/${name}`, quirks[name] ?? null] as const),
      ...(proxy?.hosts ?? []).map((host, i) => [`/proxy/hosts/${i}`, host === ACCOUNT_HOST ? null : host] as const),
    ] as const
  ).flatMap(([pointer, url]): [string, string][] => (url === null ? [] : [[pointer, url]]))

/** Throws the fields that do not fit together. `secret` undefined: the one that is stored stays. */
export function checkDraft(draft: Checked): void {
  const ofKind = draft.kind === 'oauth' ? checkOAuth(draft) : checkApiKey(draft)
  const errors = [...checkName(draft), ...ofKind, ...checkAllowedClients(draft), ...proxyRuleErrors(draft)]
  if (errors.length > 0) throw invalid(errors)
}

const wrong = (pointer: string, message: string): FieldError => ({ pointer, message })

// What stands beside the names of providers in our addresses: a provider called so could not be reached.
const OWN_PATHS = ['providers', 'templates', 'connect', 'callback', 'connections', 'grants']

function checkName({ name }: Checked): FieldError[] {
  if (name === '') return [wrong('/name', 'is required without a template')]
  return OWN_PATHS.includes(name) ? [wrong('/name', 'is a part of our own addresses')] : []
}

// Ours: what an operator adds must not change what a request is, or where its answer goes.
const OWN_PARAMETERS = [
  ...['response_type', 'response_mode', 'client_id', 'redirect_uri', 'scope', 'state', 'code_challenge'],
  ...['code_challenge_method', 'request', 'request_uri', 'client_secret'],
]

function checkOAuth(draft: Checked): FieldError[] {
  const { authUrl, tokenUrl, clientId, secret, scopes, extraAuthParams, quirks } = draft
  const required: [string, unknown][] = [
    ['/auth_url', authUrl],
    ['/token_url', tokenUrl],
    ['/client_id', clientId],
    ['/client_secret', secret === undefined ? '' : secret],
  ]
  const separator = quirks.scope_separator ?? ' '
  return [
    ...required.flatMap(([pointer, value]) => (value === null ? [wrong(pointer, 'is required')] : [])),
    ...scopes.flatMap((scope, i) =>
      scope.includes(separator) ? [wrong(`/scopes/${i}`, 'has in it what stands between scopes here')] : [],
    ),
    ...Object.keys(extraAuthParams)
      .filter((name) => OWN_PARAMETERS.includes(name) || name === quirks.scope_parameter)
      .map((name) => wrong(`/extra_auth_params/${name}`, 'is for this server to say')),
    ...(OWN_PARAMETERS.filter((name) => name !== 'scope').includes(quirks.scope_parameter ?? '')
      ? [wrong('/quirks/scope_parameter', 'is another parameter of the request')]
      : []),
  ]
}

function checkApiKey(draft: Checked): FieldError[] {
  const strange: [string, boolean][] = [
    ['/template', draft.template !== null],
    ['/auth_url', draft.authUrl !== null],
    ['/token_url', draft.tokenUrl !== null],
    ['/client_id', draft.clientId !== null],
    ['/client_secret', typeof draft.secret === 'string'],
    ['/extra_auth_params', Object.keys(draft.extraAuthParams).length > 0],
    ['/quirks', Object.keys(draft.quirks).length > 0],
  ]
  return strange.flatMap(([pointer, given]) => (given ? [wrong(pointer, 'is not for the kind api_key')] : []))
}

function checkAllowedClients({ allowedClients, scopes }: Checked): FieldError[] {
  const listed = allowedClients ?? []
  return listed.flatMap((client, i) => [
    ...(listed.findIndex(({ clientId }) => clientId === client.clientId) === i
      ? []
      : [wrong(`/allowed_clients/${i}/client_id`, 'is there twice')]),
    ...(client.scopes ?? []).flatMap((scope, j) =>
      scopes.includes(scope)
        ? []
        : [wrong(`/allowed_clients/${i}/scopes/${j}`, 'must be among the scopes of the provider')],
    ),
  ])
}
