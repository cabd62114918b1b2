import { writesTogether } from './dialect.ts'
import { Gatherer } from './gatherer.ts'
import { flatten, Sql } from './sql.ts'
import type { Db } from './db.ts'
import type { SqlValue } from './sql.ts'

interface How<One> {
  /** Writes all or nothing of each, and returns the `id` of each that it wrote: where one statement `writesTogether`. */
  readonly statement: Sql
  /** What the statement binds for some of them. */
  readonly values: (some: readonly One[]) => SqlValue[]
  readonly id: (one: One) => string
  /** The same by several statements, elsewhere: each must change a row, or nothing of it stays. */
  readonly inTurn: (one: One) => readonly Sql[]
}

/**
 * Writes to several tables that belong together, for all that ask meanwhile: by one statement where one `writesTogether`, elsewhere
 * by several of each.
 */
export class CombinedWrites<One> {
  readonly #write: (one: One) => Promise<boolean>

  constructor(db: Db, how: How<One>) {
    this.#write = writesTogether[db.engine] ? byStatement(db, how) : inTurn(db, how)
  }

  /** False when nothing was written, for whatever reason: a transaction finds out. */
  write(one: One): Promise<boolean> {
    return this.#write(one)
  }
}

type Write<One> = (one: One) => Promise<boolean>

function byStatement<One>(db: Db, { statement, values, id }: How<One>): Write<One> {
  const { strings } = flatten(statement, db.engine)
  const gatherer = new Gatherer({
    together: async (some: readonly One[]) => {
      const rows = await db.all(new Sql(strings, values(some)))
      const written = new Set(rows.map((row) => row['id']))
      return some.map((one) => written.has(id(one)))
    },
  })
  return (one) => gatherer.ask(one)
}

const inTurn =
  <One>(db: Db, how: How<One>): Write<One> =>
  (one) =>
    db.runAll(how.inTurn(one).map((statement) => ({ statement })))
