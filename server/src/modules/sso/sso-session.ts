import { integer, table, text, textOrNull } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'

/** The codec of `sso_sessions`. */
export const ssoSessions = table('sso_sessions', {
  sessionId: text,
  ssoConnectionId: text,
  nameHash: textOrNull,
  indexHash: textOrNull,
  logoutSealed: textOrNull,
  createdAt: integer,
})

/** What is known of a session that a connection opened: which one, and how its identity provider calls it. */
export type SsoSession = EntityOf<typeof ssoSessions>

/** Where the provider's name of a session is sealed for. */
export const logoutPlace = (connectionId: string) => ({
  table: 'sso_sessions',
  column: 'logout_sealed',
  row: connectionId,
})
