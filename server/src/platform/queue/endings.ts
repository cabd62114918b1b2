import { ListStatement } from '#/platform/db/list-statement.ts'
import { join, sql } from '#/platform/db/sql.ts'
import type { Engine, Sql, SqlValue } from '#/platform/db/sql.ts'
import type { Table } from '#/platform/db/table.ts'
import type { QueueRow } from './queue-row.ts'

/** What becomes of a row that was in hand: it goes, or stays with these changes. */
export interface Ended<R> {
  readonly row: R
  readonly ending: 'delete' | Partial<R>
}

/** How to put a row back. */
export interface Postponement<R> {
  readonly changes?: Partial<R> | undefined
  /** Nothing was tried. */
  readonly uncounted?: boolean | undefined
}

/** The ending of a row that is done: it goes, or stays with these changes. */
export const finished = <R extends QueueRow>(row: R, end: 'delete' | Partial<R>): Ended<R> => ({
  row,
  ending: end === 'delete' ? end : { ...end, nextAt: null, lease: null },
})

/** The ending of a row that is put back until a later time. */
export const postponed = <R extends QueueRow>(row: R, nextAt: number, how: Postponement<R>): Ended<R> => ({
  row,
  ending: { ...(how.changes as Partial<R>), attempts: row.attempts - (how.uncounted ? 1 : 0), nextAt, lease: null },
})

type FieldsOf<R> = readonly (keyof R & string)[]

/** How many rows end with one statement. */
const MAX_TOGETHER = 64

/** The statements that end many rows at once, each only if it is still under the lease it was taken under. */
export class EndingStatements<R extends QueueRow> {
  readonly #table: Table<R>
  readonly #engine: Engine
  /** By the fields that change. */
  readonly #statements = new Map<string, ListStatement>()
  constructor(table: Table<R>, engine: Engine) {
    this.#table = table
    this.#engine = engine
  }

  /** One statement for all that end alike. */
  of(ended: readonly Ended<R>[]): Sql[] {
    const byFields = Map.groupBy(ended, ({ ending }) => (ending === 'delete' ? '' : Object.keys(ending).join()))
    return [...byFields.values()].flatMap((alike) => {
      const statements: Sql[] = []
      for (let i = 0; i < alike.length; i += MAX_TOGETHER) statements.push(this.#one(alike.slice(i, i + MAX_TOGETHER)))
      return statements
    })
  }

  #one(alike: readonly Ended<R>[]): Sql {
    const [first] = alike
    const fields = first === undefined || first.ending === 'delete' ? [] : (Object.keys(first.ending) as FieldsOf<R>)
    const rows = alike.map(({ row, ending }): SqlValue[] => [
      ...[row.id, row.lease],
      ...(ending === 'delete' ? [] : this.#table.valuesOf(fields, ending)),
    ])
    return this.#statementFor(fields).of(rows)
  }

  #statementFor(fields: FieldsOf<R>): ListStatement {
    const known = this.#statements.get(fields.join())
    if (known !== undefined) return known
    const gaps = [sql`CAST(${''} AS TEXT), CAST(${''} AS TEXT)`]
    if (fields.length > 0) gaps.push(this.#table.gapsOf(fields))
    const statement = new ListStatement(this.#engine, (count) => {
      const rows = sql`VALUES ${join(Array<Sql>(count).fill(sql`(${join(gaps)})`))}`
      return fields.length === 0 ? this.#deleting(rows) : this.#updating(rows, fields)
    })
    this.#statements.set(fields.join(), statement)
    return statement
  }

  #deleting(rows: Sql): Sql {
    return sql`DELETE FROM ${this.#table.name} WHERE (id, lease) IN (${rows})`
  }

  #updating(rows: Sql, fields: FieldsOf<R>): Sql {
    const { name, column } = this.#table
    const given = fields.map((field) => sql`new_${column(field)}`)
    const assigned = fields.map((field) => sql`${column(field)} = ended.new_${column(field)}`)
    return sql`
      WITH ended (row_id, row_lease, ${join(given)}) AS (${rows})
      UPDATE ${name} SET ${join(assigned)} FROM ended WHERE id = ended.row_id AND lease = ended.row_lease`
  }
}
