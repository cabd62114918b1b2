import { integer, integerOrNull, json, table, text, textOrNull } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'

/** The codec of `vault_attempts`. */
export const vaultAttempts = table('vault_attempts', {
  hash: text,
  vaultProviderId: text,
  providerVersion: integer,
  userId: text,
  browserHash: text,
  scopes: json<readonly string[]>(),
  label: textOrNull,
  verifierSealed: text,
  createdAt: integer,
  expiresAt: integer,
  usedAt: integerOrNull,
})

/** One person's way to a provider of the vault and back, in one browser. */
export type VaultAttempt = EntityOf<typeof vaultAttempts>
