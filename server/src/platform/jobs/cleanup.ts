import { setTimeout as pause } from 'node:timers/promises'
import { rowsOf } from '#/platform/db/dialect.ts'
import { raw, sql } from '#/platform/db/sql.ts'
import type { Db } from '#/platform/db/db.ts'

const BATCH_ROWS = 500
const PAUSE_MS = 10

/**
 * Deletes the rows whose time in `column` lies before a moment, in small batches with pauses between, so that nobody
 * waits long for the writer. Table and column are names from our own code. Answers how many rows went.
 */
export async function deleteExpired(
  db: Db,
  table: string,
  column: string,
  before: number,
  batch: number = BATCH_ROWS,
  signal?: AbortSignal,
): Promise<number> {
  const expired = rowsOf(raw(table), sql`${raw(column)} < ${before}`, raw(column), batch)
  let total = 0
  for (;;) {
    const deleted = await db.run(sql`DELETE FROM ${raw(table)} WHERE ${expired}`)
    total += deleted
    if (deleted < batch || signal?.aborted) return total
    await pause(PAUSE_MS)
  }
}
