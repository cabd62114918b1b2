import { writesTogether } from './dialect.ts'
import { Gatherer } from './gatherer.ts'
import { flatten, Sql } from './sql.ts'
import type { Db, Tx } from './db.ts'
import type { SqlValue } from './sql.ts'

interface How<One> {
  /** Writes all or nothing of each, and returns the `id` of each that it wrote: where one statement `writesTogether`. */
  readonly statement: Sql
  /** What the statement binds for some of them. */
  readonly values: (some: readonly One[]) => SqlValue[]
  readonly id: (one: One) => string
  /** The same by several statements, elsewhere. The first decides by how many rows it wrote; false when that was none. */
  readonly inTurn: (tx: Tx, one: One) => Promise<boolean>
}

/**
 * Writes to several tables that belong together, for all that ask meanwhile: by one statement where one `writesTogether`, elsewhere
 * in one transaction. A transaction of its own for each would keep a copy of every page that it changes, to undo it alone; what
 * fails here is undone together and asked one by one.
 */
export class CombinedWrites<One> {
  readonly #gatherer: Gatherer<One, boolean>

  constructor(db: Db, how: How<One>) {
    const write = writesTogether[db.engine] ? byStatement(db, how) : byTransaction(db, how)
    this.#gatherer = new Gatherer({ together: write })
  }

  /** False when nothing was written, for whatever reason: a transaction finds out. */
  write(one: One): Promise<boolean> {
    return this.#gatherer.ask(one)
  }
}

type Write<One> = (some: readonly One[]) => Promise<boolean[]>

function byStatement<One>(db: Db, { statement, values, id }: How<One>): Write<One> {
  const { strings } = flatten(statement, db.engine)
  return async (some) => {
    const rows = await db.all(new Sql(strings, values(some)))
    const written = new Set(rows.map((row) => row['id']))
    return some.map((one) => written.has(id(one)))
  }
}

const byTransaction =
  <One>(db: Db, { inTurn }: How<One>): Write<One> =>
  (some) =>
    db.tx(async (tx) => {
      const written: boolean[] = []
      for (const one of some) written.push(await inTurn(tx, one))
      return written
    })
