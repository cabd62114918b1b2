import { raw, sql } from '#/platform/db/sql.ts'
import { SqliteConnection } from '#/platform/db/sqlite.ts'
import type { Cells } from './cells.ts'

/** A row that went over: what it was, and by which key it is found there. */
export interface KnownRow {
  readonly rowid: number
  readonly hash: string
  readonly key: Cells
}

const SCHEMA = `
  CREATE TABLE known (part INTEGER, row_number INTEGER, hash TEXT, key TEXT, PRIMARY KEY (part, row_number)) WITHOUT ROWID;
  CREATE TABLE awaited (part INTEGER, row_number INTEGER, PRIMARY KEY (part, row_number)) WITHOUT ROWID;
`

/** What of a SQLite database went over, by the numbers of its rows, in a file of its own that may be thrown away. */
export class KnownRows {
  readonly #connection: SqliteConnection

  private constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  static create(file: string): KnownRows {
    const connection = SqliteConnection.writer(file, false)
    connection.exec(SCHEMA)
    return new KnownRows(connection)
  }

  begin(): void {
    this.#connection.exec('BEGIN')
  }

  commit(): void {
    this.#connection.exec('COMMIT')
  }

  close(): void {
    this.#connection.close()
  }

  /** Rows of a table between two numbers, the first ones when there are more than `most`. */
  between(part: number, after: number, upTo: number, most: number): KnownRow[] {
    const rows = this.#connection.all(sql`
      SELECT row_number, hash, key FROM known WHERE part = ${part} AND row_number > ${after} AND row_number <= ${upTo}
      ORDER BY row_number LIMIT ${most}`)
    return rows.map((row) => ({
      rowid: row['row_number'] as number,
      hash: row['hash'] as string,
      key: JSON.parse(row['key'] as string) as Cells,
    }))
  }

  remember(part: number, { rowid, hash, key }: KnownRow): void {
    this.#connection.run(
      sql`INSERT INTO known (part, row_number, hash, key) VALUES (${part}, ${rowid}, ${hash}, ${JSON.stringify(key)})`,
    )
  }

  forget(part: number, rowid: number): void {
    this.#connection.run(sql`DELETE FROM known WHERE part = ${part} AND row_number = ${rowid}`)
  }

  /** Notes that a row has to go over yet. */
  await(part: number, rowid: number): void {
    this.#connection.run(sql`INSERT INTO awaited (part, row_number) VALUES (${part}, ${rowid})`)
  }

  awaited(part: number, after: number, most: number): number[] {
    const rows = this.#connection.all(sql`
      SELECT row_number FROM awaited WHERE part = ${part} AND row_number > ${after} ORDER BY row_number LIMIT ${most}`)
    return rows.map((row) => row['row_number'] as number)
  }

  forgetAwaited(): void {
    this.#connection.run(raw('DELETE FROM awaited'))
  }
}
