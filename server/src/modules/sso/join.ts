import { integer, integerOrNull, table, text } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'

/** The codec of `sso_joins`. */
export const ssoJoins = table('sso_joins', {
  hash: text,
  ssoConnectionId: text,
  connectionVersion: integer,
  browserHash: text,
  userId: text,
  identitySealed: text,
  goingOn: text,
  createdAt: integer,
  expiresAt: integer,
  usedAt: integerOrNull,
})

/** Somebody who came back as a person with an account here, and has yet to prove that it is theirs. */
export type SsoJoin = EntityOf<typeof ssoJoins>
