import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import { raw, sql } from '#/platform/db/sql.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { Counts } from './counts.ts'
import type { Step } from './cascade-port.ts'

/** Rows of one table that end by one statement. The condition is written once, so a dry run counts exactly what ends. */
export interface RowEnding<S> {
  readonly table: string
  /** What they are counted as; null for what nobody asks about. */
  readonly counts: keyof Counts | null
  /** The statement without its condition. */
  readonly end: (now: number) => Sql
  readonly which: (subject: S, now: number) => Sql
}

/** A step that ends rows as they are described. */
export class RowStep<S> implements Step<S> {
  readonly tables: readonly string[]
  readonly #deps: { readonly db: Db; readonly clock: Clock }
  readonly #rows: RowEnding<S>
  constructor(deps: { readonly db: Db; readonly clock: Clock }, rows: RowEnding<S>) {
    this.#deps = deps
    this.#rows = rows
    this.tables = [rows.table]
  }

  async end(tx: Tx, subject: S): Promise<Counts> {
    const { counts, end, which } = this.#rows
    const now = this.#deps.clock.now()
    const ended = await tx.run(sql`${end(now)} WHERE ${which(subject, now)}`)
    return counts === null ? {} : { [counts]: ended }
  }

  async count(subject: S): Promise<Counts> {
    const { table, counts, which } = this.#rows
    const { db, clock } = this.#deps
    if (counts === null) return {}
    const row = await db.get(sql`SELECT count(*) AS count FROM ${raw(table)} WHERE ${which(subject, clock.now())}`)
    return { [counts]: Number(row?.['count'] ?? 0) }
  }
}
