import type { Keyring } from '#/platform/crypto/keyring.ts'
import { integer, integerOrNull, json, table, text, textOrNull, word } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'
import type { VaultProvider } from './provider.ts'

/** The codec of `vault_connections`. */
export const vaultConnections = table('vault_connections', {
  id: text,
  userId: text,
  vaultProviderId: text,
  accountKey: text,
  account: textOrNull,
  label: textOrNull,
  scopes: json<readonly string[]>(),
  state: word<'active' | 'needs_reauth'>(),
  tokensSealed: textOrNull,
  expiresAt: integerOrNull,
  refreshedAt: integerOrNull,
  version: integer,
  lease: textOrNull,
  leasedUntil: integerOrNull,
  createdAt: integer,
  updatedAt: integer,
})

/** An account of a person at a provider, with what opens it. */
export type VaultConnection = EntityOf<typeof vaultConnections>

/** The same with its provider. */
export interface ConnectionAt {
  readonly connection: VaultConnection
  readonly provider: VaultProvider
}

/** What opens the account: of a key that a person brought, the key. */
export interface ConnectionTokens {
  readonly accessToken: string
  readonly refreshToken: string | null
}

type Owned = Pick<VaultConnection, 'id' | 'userId'>

/** Seals tokens for one row and its person: in another's row, or given to another person, they open no more. */
export const sealTokens = (keyring: Pick<Keyring, 'seal'>, owned: Owned, tokens: ConnectionTokens): string =>
  keyring.seal(JSON.stringify([tokens.accessToken, tokens.refreshToken]), placeOf(owned))

/** Opens them. Throws when they were sealed for another row. */
export function openTokens(keyring: Pick<Keyring, 'open'>, owned: Owned, sealed: string): ConnectionTokens {
  const [accessToken, refreshToken] = JSON.parse(keyring.open(sealed, placeOf(owned))) as [string, string | null]
  return { accessToken, refreshToken }
}

const placeOf = ({ id, userId }: Owned) => ({
  table: 'vault_connections',
  column: 'tokens_sealed',
  row: `${id} ${userId}`,
})
