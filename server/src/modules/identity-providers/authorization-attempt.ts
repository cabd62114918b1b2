import { integer, integerOrNull, table, text, textOrNull, word } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'

/** The codec of `oauth_round_trips`. */
export const authorizationAttempts = table('oauth_round_trips', {
  hash: text,
  providerId: text,
  browserHash: text,
  purpose: word<'sign_in' | 'link'>(),
  sessionId: textOrNull,
  goingOn: text,
  secretsSealed: text,
  createdAt: integer,
  expiresAt: integer,
  usedAt: integerOrNull,
})

/** One person's way to a provider and back, in one browser. */
export type AuthorizationAttempt = EntityOf<typeof authorizationAttempts>
