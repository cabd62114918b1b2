import { flag, integer, json, jsonOrNull, table, text, textOrNull, word } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { ProxyRules } from './proxy-rules.ts'
import type { Quirks } from './quirks.ts'

/** How people connect: by OAuth, or with a key they bring. */
export const vaultProviderKinds = ['oauth', 'api_key'] as const
export type VaultProviderKind = (typeof vaultProviderKinds)[number]

/** A client that may use a provider, and with which scopes at most; null for all. */
export interface AllowedClient {
  readonly clientId: string
  readonly scopes: readonly string[] | null
}

/** The codec of `vault_providers`. */
export const vaultProviders = table('vault_providers', {
  id: text,
  name: text,
  template: textOrNull,
  kind: word<VaultProviderKind>(),
  displayName: text,
  authUrl: textOrNull,
  tokenUrl: textOrNull,
  clientId: textOrNull,
  secretSealed: textOrNull,
  scopes: json<readonly string[]>(),
  iconUrl: textOrNull,
  active: flag,
  extraAuthParams: json<Readonly<Record<string, string>>>(),
  quirks: json<Quirks>(),
  allowedClients: jsonOrNull<readonly AllowedClient[]>(),
  proxy: jsonOrNull<ProxyRules>(),
  version: integer,
  createdAt: integer,
  updatedAt: integer,
})

/** A system where people have accounts that agents may use for them. */
export type VaultProvider = EntityOf<typeof vaultProviders>

/** Where the secret of a provider is sealed for. */
export const providerSecretPlace = (id: string) => ({ table: 'vault_providers', column: 'secret_sealed', row: id })

/** Where a provider sends people back to: one address for each, so that an answer can't be taken for another's. */
export const vaultCallbackUrl = (baseUrl: string, { name }: Pick<VaultProvider, 'name'>): string =>
  `${baseUrl}/api/v1/vault/callback/${name}`

/** What a provider knows us by. */
export interface UpstreamClient {
  readonly provider: Pick<VaultProvider, 'clientId' | 'quirks'>
  readonly secret: string
}

/** A provider with its secret open. */
export interface OpenProvider extends UpstreamClient {
  readonly provider: VaultProvider
  readonly callbackUrl: string
}

/** Opens the secret of a provider. */
export function openProvider(provider: VaultProvider, keyring: Pick<Keyring, 'open'>, baseUrl: string): OpenProvider {
  const { id, secretSealed } = provider
  const secret = secretSealed === null ? '' : keyring.open(secretSealed, providerSecretPlace(id))
  return { provider, secret, callbackUrl: vaultCallbackUrl(baseUrl, provider) }
}
