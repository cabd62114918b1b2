import { integer, integerOrNull, json, table, text, textOrNull } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'

/** The codec of the table `api_keys`. */
export const apiKeys = table('api_keys', {
  id: text,
  name: text,
  hint: text,
  hash: text,
  scopes: json<string[]>(),
  createdBy: text,
  createdAt: integer,
  expiresAt: integerOrNull,
  revokedAt: integerOrNull,
  lastUsedAt: integerOrNull,
  lastUsedAddress: textOrNull,
})

/** An admin API key; of the secret itself only the hash is kept, and the last letters as a hint. */
export type ApiKey = EntityOf<typeof apiKeys>

/** What every key starts with, so that scanners find leaked ones. */
export const KEY_PREFIX = 'mandate_sk_'
