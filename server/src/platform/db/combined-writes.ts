import { writesTogether } from './dialect.ts'
import { Gatherer } from './gatherer.ts'
import { flatten, Sql } from './sql.ts'
import type { Db } from './db.ts'
import type { SqlValue } from './sql.ts'

interface How<One> {
  /** Writes all or nothing of each, and returns the `id` of each that it wrote. */
  readonly statement: Sql
  /** What the statement binds for some of them. */
  readonly values: (some: readonly One[]) => SqlValue[]
  readonly id: (one: One) => string
}

/** Writes to several tables that belong together, by one statement for all that ask meanwhile: where one `writesTogether`. */
export class CombinedWrites<One> {
  readonly #isPossible: boolean
  readonly #gatherer: Gatherer<One, boolean>

  constructor(db: Db, { statement, values, id }: How<One>) {
    const { strings } = flatten(statement, db.engine)
    const write = async (some: readonly One[]): Promise<boolean[]> => {
      const rows = await db.all(new Sql(strings, values(some)))
      const written = new Set(rows.map((row) => row['id']))
      return some.map((one) => written.has(id(one)))
    }
    this.#isPossible = writesTogether[db.engine]
    this.#gatherer = new Gatherer({
      alone: async (one) => (await write([one]))[0] === true,
      together: write,
    })
  }

  /** False when nothing was written, for whatever reason: a transaction finds out. */
  async write(make: () => One): Promise<boolean> {
    return this.#isPossible && this.#gatherer.ask(make())
  }
}
