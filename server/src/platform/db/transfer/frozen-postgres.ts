import pg from 'pg'
import { DatabaseOpenError, reasonOf } from '#/platform/db/errors.ts'
import { fromPostgres } from '#/platform/db/postgres-errors.ts'
import { valueTypes } from '#/platform/db/postgres-values.ts'
import { render } from '#/platform/db/sql.ts'
import { assertCells, ROWS_AT_ONCE } from './cells.ts'
import { quoted } from './names.ts'
import type { Cells } from './cells.ts'
import type { Row } from '#/platform/db/db.ts'
import type { FrozenDatabase } from './frozen-database.ts'
import type { TableShape } from './shape.ts'

/** A PostgreSQL database as it is at one moment: a transaction on a connection of its own, read by cursors. */
export class FrozenPostgres implements FrozenDatabase {
  readonly #client: pg.Client
  readonly queries: FrozenDatabase['queries']

  private constructor(client: pg.Client) {
    this.#client = client
    this.queries = {
      engine: 'postgres',
      all: async (query) => (await this.#query(render(query, 'postgres'))).rows as Row[],
      get: async (query) => (await this.#query(render(query, 'postgres'))).rows[0] as Row | undefined,
    }
  }

  static async open(url: string): Promise<FrozenPostgres> {
    const client = new pg.Client({ connectionString: url, types: valueTypes, application_name: 'mandate copy' })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      return new FrozenPostgres(client)
    } catch (error) {
      await client.end().catch(() => undefined)
      throw new DatabaseOpenError(`PostgreSQL can't be read: ${reasonOf(error)}.`, { cause: error })
    }
  }

  async *batches(shape: TableShape): AsyncGenerator<readonly Cells[]> {
    const columns = shape.columns.map(({ name }) => quoted(name)).join(', ')
    await this.#query({ text: `DECLARE rows NO SCROLL CURSOR FOR SELECT ${columns} FROM ${quoted(shape.name)}` })
    const fetch = { text: `FETCH ${ROWS_AT_ONCE} FROM rows`, rowMode: 'array' }
    for (;;) {
      const { rows } = await this.#query(fetch)
      if (rows.length > 0) yield rows.map((row) => checked(shape, row as unknown[]))
      if (rows.length < ROWS_AT_ONCE) break
    }
    await this.#query({ text: 'CLOSE rows' })
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined)
  }

  async #query(query: { readonly text: string; readonly rowMode?: string }): Promise<{ rows: unknown[] }> {
    try {
      return await this.#client.query(query)
    } catch (error) {
      throw fromPostgres(error)
    }
  }
}

function checked(shape: TableShape, row: readonly unknown[]): Cells {
  assertCells(shape, row)
  return row
}
