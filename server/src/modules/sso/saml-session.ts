import { integer, table, text, textOrNull } from '#/platform/db/table.ts'
import { sql } from '#/platform/db/sql.ts'
import type { OfSsoConnection, RowEnding } from '#/modules/lifecycle/index.ts'

/** The codec of `sso_saml_sessions`. */
export const samlSessions = table('sso_saml_sessions', {
  sessionId: text,
  ssoConnectionId: text,
  nameHash: text,
  indexHash: textOrNull,
  createdAt: integer,
})

/** What providers call sessions, ending with the connection: nobody asks for them by it any more. */
export const samlSessionsOfConnection: RowEnding<OfSsoConnection> = {
  table: 'sso_saml_sessions',
  counts: null,
  end: () => sql`DELETE FROM sso_saml_sessions`,
  which: ({ ssoConnectionId }) => sql`sso_connection_id = ${ssoConnectionId}`,
}
