import { setImmediate as nextTurn } from 'node:timers/promises'
import { resolve } from 'node:path'
import { join, raw, sql } from '#/platform/db/sql.ts'
import { SqliteConnection } from '#/platform/db/sqlite.ts'
import { assertCells, ROWS_AT_ONCE } from './cells.ts'
import { columnList, quoted } from './names.ts'
import type { Cells } from './cells.ts'
import type { Row } from '#/platform/db/db.ts'
import type { FrozenDatabase } from './frozen-database.ts'
import type { TableShape } from './shape.ts'
import type { Sql } from '#/platform/db/sql.ts'

/** A row with the number SQLite gave it, by which tables are read in parts. */
export interface NumberedRow {
  readonly rowid: number
  readonly cells: Cells
}

/** Rows of a table behind a number, in the order of their numbers. */
export function rowsBehind(connection: SqliteConnection, shape: TableShape, after: number): NumberedRow[] {
  return read(connection, shape, sql`rowid > ${after} ORDER BY rowid LIMIT ${ROWS_AT_ONCE}`)
}

/** The rows that have these numbers. */
export const rowsNumbered = (
  connection: SqliteConnection,
  shape: TableShape,
  rowids: readonly number[],
): NumberedRow[] => (rowids.length === 0 ? [] : read(connection, shape, sql`rowid IN (${join(rowids)}) ORDER BY rowid`))

function read(connection: SqliteConnection, shape: TableShape, condition: Sql): NumberedRow[] {
  const rows = connection.all(
    sql`SELECT rowid AS row_number, ${columnList(shape)} FROM ${raw(quoted(shape.name))} WHERE ${condition}`,
  )
  return rows.map((row) => ({ rowid: row['row_number'] as number, cells: cellsOf(shape, row) }))
}

function cellsOf(shape: TableShape, row: Row): Cells {
  const values = shape.columns.map(({ name }) => row[name])
  assertCells(shape, values)
  return values
}

/** A SQLite file as it is at one moment: a read transaction, for the time of which the write-ahead log only grows. */
export class FrozenSqlite implements FrozenDatabase {
  readonly connection: SqliteConnection
  readonly queries: FrozenDatabase['queries']

  private constructor(connection: SqliteConnection) {
    this.connection = connection
    this.queries = {
      engine: 'sqlite',
      all: (query) => Promise.resolve(connection.all(query)),
      get: (query) => Promise.resolve(connection.get(query)),
    }
  }

  static open(file: string): FrozenSqlite {
    const connection = SqliteConnection.reader(resolve(file))
    connection.exec('BEGIN')
    // A transaction that has read nothing yet has not chosen its moment.
    connection.get(sql`SELECT count(*) AS tables FROM sqlite_schema`)
    return new FrozenSqlite(connection)
  }

  async *batches(shape: TableShape): AsyncGenerator<readonly Cells[]> {
    let after = Number.MIN_SAFE_INTEGER
    for (;;) {
      const rows = rowsBehind(this.connection, shape, after)
      if (rows.length > 0) yield rows.map(({ cells }) => cells)
      if (rows.length < ROWS_AT_ONCE) return
      after = rows.at(-1)?.rowid ?? after
      // The driver is synchronous: signals come in between.
      await nextTurn()
    }
  }

  close(): Promise<void> {
    this.connection.close()
    return Promise.resolve()
  }
}
