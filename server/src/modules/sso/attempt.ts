import { integer, integerOrNull, table, text, word } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'

/** The codec of `sso_attempts`. */
export const ssoAttempts = table('sso_attempts', {
  hash: text,
  ssoConnectionId: text,
  connectionVersion: integer,
  browserHash: text,
  purpose: word<'sign_in' | 'test' | 'logout'>(),
  goingOn: text,
  secretsSealed: text,
  createdAt: integer,
  expiresAt: integer,
  usedAt: integerOrNull,
})

/** One person's way to an identity provider and back, in one browser. */
export type SsoAttempt = EntityOf<typeof ssoAttempts>
