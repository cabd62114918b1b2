import { every, sql } from '#/platform/db/sql.ts'
import type { Sql } from '#/platform/db/sql.ts'

/** What came from any session of anybody, but those that go on. */
export interface AllSessionsSelector {
  readonly by: 'all-sessions'
  /** The session that goes on whoever has it. */
  readonly kept: string | null
  /** Whether it reaches people who run the server. */
  readonly operatorsToo: boolean
}

/** The condition that a row with a session and a user came from one of them. */
export const amongAllSessions = ({ kept, operatorsToo }: AllSessionsSelector): Sql =>
  every([
    sql`session_id IS NOT NULL`,
    kept === null ? undefined : sql`session_id <> ${kept}`,
    operatorsToo ? undefined : sql`user_id NOT IN (SELECT id FROM users WHERE system_role IS NOT NULL)`,
  ])
