import { insertedRows } from '#/platform/db/dialect.ts'
import { join, raw, Sql, sql } from '#/platform/db/sql.ts'
import { TransferError } from './transfer-error.ts'
import { columnList, quoted } from './names.ts'
import type { Tx } from '#/platform/db/db.ts'
import type { Cells } from './cells.ts'
import type { TableShape } from './shape.ts'

/** Writes rows of one table, as they are, within a transaction. */
export class RowWriter {
  readonly #tx: Tx
  readonly #shape: TableShape
  /** The same array for every row, so that the connection finds the prepared statement by it. */
  readonly #strings: readonly string[]

  constructor(tx: Tx, shape: TableShape) {
    this.#tx = tx
    this.#shape = shape
    const names = shape.columns.map(({ name }) => quoted(name)).join(', ')
    const gaps = Array<string>(shape.columns.length - 1).fill(', ')
    this.#strings = [`INSERT INTO ${quoted(shape.name)} (${names}) VALUES (`, ...gaps, ')']
  }

  /** Removes all rows of the table. */
  async clear(): Promise<void> {
    await this.#tx.run(raw(`DELETE FROM ${quoted(this.#shape.name)}`))
  }

  async insert(rows: readonly Cells[]): Promise<void> {
    if (rows.length === 0) return
    if (insertedRows[this.#tx.engine] === 1) {
      for (const cells of rows) await this.#tx.run(new Sql(this.#strings, cells))
      return
    }
    const { name, columns } = this.#shape
    if (rows.some((cells) => cells.some((cell) => typeof cell === 'string' && cell.includes('\0'))))
      throw new TransferError(`A row of ${name} has a text with a NUL character, which PostgreSQL can't keep.`)
    const objects = rows.map((cells) => Object.fromEntries(columns.map((column, i) => [column.name, cells[i]])))
    await this.#tx.run(sql`
      INSERT INTO ${raw(quoted(name))} (${columnList(this.#shape)})
      SELECT ${columnList(this.#shape)} FROM json_populate_recordset(NULL::${raw(quoted(name))}, ${JSON.stringify(objects)})`)
  }

  /** Removes rows by their primary keys, each in the order of `key`. */
  async remove(keys: readonly Cells[]): Promise<void> {
    if (keys.length === 0) return
    const { name, key } = this.#shape
    const wanted = keys.map((cells) => sql`(${join([...cells])})`)
    const columns = raw(key.map((column) => quoted(column)).join(', '))
    await this.#tx.run(sql`DELETE FROM ${raw(quoted(name))} WHERE (${columns}) IN (${join(wanted)})`)
  }
}
