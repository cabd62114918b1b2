import { Gatherer } from './gatherer.ts'
import { ListStatement } from './list-statement.ts'
import { join, sql } from './sql.ts'
import type { Db } from './db.ts'
import type { Table } from './table.ts'

/** Reads rows of one table by one unique field of theirs; those that are asked for together with one statement. */
export class PointReads<E> {
  readonly #gatherer: Gatherer<string, E | undefined>

  constructor(db: Db, table: Table<E>, field: keyof E & string) {
    const one = sql`SELECT ${table.columns} FROM ${table.name} WHERE ${table.column(field)}`
    const statement = new ListStatement(db.engine, (count) => {
      const gaps = Array<string>(count).fill('')
      return count === 1 ? sql`${one} = ${''}` : sql`${one} IN (${join(gaps)})`
    })
    this.#gatherer = new Gatherer({
      alone: async (key) => {
        const row = await db.get(statement.of([[key]]))
        return row && table.decode(row)
      },
      together: async (keys) => {
        const rows = await db.all(statement.of([...new Set(keys)].map((key) => [key])))
        const found = new Map(rows.map((row) => table.decode(row)).map((entity) => [entity[field], entity]))
        return keys.map((key) => found.get(key as E[keyof E & string]))
      },
    })
  }

  find(key: string): Promise<E | undefined> {
    return this.#gatherer.ask(key)
  }
}
