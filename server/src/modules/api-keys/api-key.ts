import { flag, integer, integerOrNull, json, named, table, text, textOrNull } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'
import { isFullAccess } from './scopes.ts'

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
  lastUsedIp: named('last_used_address', textOrNull),
  active: flag,
  formerHash: textOrNull,
  formerUntil: integerOrNull,
})

/** An admin API key; of the secret itself only the hash is kept, and the last letters as a hint. */
export type ApiKey = EntityOf<typeof apiKeys>

/** Whether a key's time has come; what expired stays so. */
export const isExpired = (key: ApiKey, now: number): boolean => key.expiresAt !== null && key.expiresAt <= now

/** Whether a key opens anything. Checked at use, never left to a cleanup job (rule G4). */
export const isAlive = (key: ApiKey, now: number): boolean =>
  key.revokedAt === null && key.active && !isExpired(key, now)

/** Whether a key opens everything, for as long as nobody ends it. */
export const isPermanentFullKey = (key: ApiKey, now: number): boolean =>
  isAlive(key, now) && key.expiresAt === null && isFullAccess(key.scopes)

/** What every key starts with, so that scanners find leaked ones. */
export const KEY_PREFIX = 'mandate_sk_'
