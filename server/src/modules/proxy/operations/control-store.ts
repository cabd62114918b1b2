import { sql } from '#/platform/db/sql.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import { forUpdate } from '#/platform/db/dialect.ts'

/** What operators want of the gateway, on every node. */
export interface Wanted {
  readonly running: boolean
  readonly reloads: number
}

const decode = (row: Record<string, unknown> | undefined): Wanted => ({
  running: row?.['running'] === 1,
  reloads: Number(row?.['reloads'] ?? 0),
})

/** Every SQL statement about `proxy_control`. */
export class ControlStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  async read(): Promise<Wanted> {
    return decode(await this.#db.get(sql`SELECT running, reloads FROM proxy_control WHERE id = 1`))
  }

  /** The same, held until the transaction ends. */
  async hold(tx: Tx): Promise<Wanted> {
    return decode(await tx.get(sql`SELECT running, reloads FROM proxy_control WHERE id = 1 ${forUpdate}`))
  }

  async write(tx: Tx, { running, reloads }: Wanted, now: number): Promise<void> {
    await tx.run(sql`
      UPDATE proxy_control SET running = ${running ? 1 : 0}, reloads = ${reloads}, changed_at = ${now} WHERE id = 1`)
  }
}
