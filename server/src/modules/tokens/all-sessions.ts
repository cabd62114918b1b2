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

/** The condition that a row with a session and a user came from one of them; `of` is its alias in a join. */
export function amongAllSessions({ kept, operatorsToo }: AllSessionsSelector, of?: Sql): Sql {
  const [session, user] = of ? [sql`${of}.session_id`, sql`${of}.user_id`] : [sql`session_id`, sql`user_id`]
  return every([
    sql`${session} IS NOT NULL`,
    kept === null ? undefined : sql`${session} <> ${kept}`,
    operatorsToo ? undefined : sql`${user} NOT IN (${operators})`,
  ])
}

/** The ids of the people who run the server. */
export const operators = sql`SELECT id FROM users WHERE system_role IS NOT NULL`
