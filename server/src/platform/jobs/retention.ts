import { rowsOf } from '#/platform/db/dialect.ts'
import { raw, sql } from '#/platform/db/sql.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import { Steps } from './steps.ts'
import type { Jobs } from './jobs.ts'

/** How long the rows of a table stay. */
export interface Retention {
  readonly table: string
  /** A time that the row ends at, or happened at; one that is null stays. It needs an index. */
  readonly column: string
  /** How long after that time the row goes. */
  readonly keptMs: number | (() => Promise<number>)
  readonly everyMs?: number
}

const PERIOD_MS = 5 * 60_000
/**
 * Removing is cheap, and its commit is not: each row stands in many indexes, and nothing else goes with it. So many take about a
 * millisecond of whoever writes, and make a few thousand a second.
 */
const MAX_ROWS = 50

/** Gives each table a job that removes what stayed for long enough; while there is none it writes nothing. */
export function scheduleRetention(
  jobs: Jobs,
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  retentions: readonly Retention[],
): void {
  for (const { table, column, keptMs, everyMs = PERIOD_MS } of retentions) {
    const before = async (): Promise<number> => clock.now() - (typeof keptMs === 'number' ? keptMs : await keptMs())
    const due = async (): Promise<boolean> => {
      const row = await db.get(sql`SELECT 1 AS due FROM ${raw(table)} WHERE ${raw(column)} < ${await before()} LIMIT 1`)
      return row !== undefined
    }
    const remove = async (steps: Steps): Promise<number> => deleteExpired(db, table, column, await before(), { steps })
    jobs.inSteps(`${table}.cleanup`, everyMs, remove, { due })
  }
}

/**
 * Deletes the rows whose time in `column` lies before a moment, step by step, so that nobody waits long for the writer. Table and
 * column are names from our own code. Returns how many rows went.
 */
export function deleteExpired(
  db: Db,
  table: string,
  column: string,
  before: number,
  { steps = new Steps(db), maxRows = MAX_ROWS }: { readonly steps?: Steps; readonly maxRows?: number } = {},
): Promise<number> {
  // Not timed: how long a statement took that waited for its turn and for its commit says little about its rows.
  const remove = (rows: number): Promise<number> => {
    const expired = rowsOf(raw(table), sql`${raw(column)} < ${before}`, raw(column), rows)
    return db.run(sql`DELETE FROM ${raw(table)} WHERE ${expired}`)
  }
  return steps.run(remove, { maxRows })
}
