import type { Engine, Sql } from './sql.ts'

/** A row as the driver hands it over; a table's codec turns it into an entity. */
export type Row = Record<string, unknown>

/** Reading and writing, the same inside and outside a transaction. */
export interface Queries {
  readonly engine: Engine
  /** Every row of a query. */
  all(query: Sql): Promise<Row[]>
  /** The first row of a query, or undefined. */
  get(query: Sql): Promise<Row | undefined>
  /** Runs a statement and answers how many rows it changed: the number that decides who won a race. */
  run(statement: Sql): Promise<number>
}

/** The handle inside a transaction. Await nothing else while you hold it. */
export interface Tx extends Queries {
  readonly inTransaction: true
}

/**
 * The database. `get` and `all` outside `tx` see committed data and must not write; `tx` resolves only after the
 * commit that holds its work is durable, and rejects with nothing written when `work` throws.
 * `work` may run again after a serialization failure, so it changes nothing but the database.
 */
export interface Db extends Queries {
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}
