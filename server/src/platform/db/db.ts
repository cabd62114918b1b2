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

/**
 * The handle inside a transaction. Await nothing else while you hold it. A statement that fails fails the whole
 * transaction on both engines, even when its error is caught: write `ON CONFLICT DO NOTHING` to meet a taken key.
 */
export interface Tx extends Queries {
  readonly inTransaction: true
  /** Calls back once the work of this transaction is durable, and never when it was undone. */
  afterCommit(callback: () => void): void
}

/** A transaction that may also run a script of several statements: migrations do. */
export interface ScriptTx extends Tx {
  script(text: string): Promise<void>
}

/** One statement of several that are written together. */
export interface Write {
  readonly statement: Sql
  /** How many rows it must change: at least one, when not given. */
  readonly rows?: number | undefined
}

/**
 * The database. `get` and `all` outside `tx` see committed data and must not write; `tx` resolves only after the
 * commit that holds its work is durable, and rejects with nothing written when `work` throws.
 * `work` may run again after a serialization failure, so it changes nothing but the database.
 */
export interface Db extends Queries {
  /**
   * Runs statements in a transaction of their own, all or none; false, with nothing written, when one of them did not change as
   * many rows as it must. What is known beforehand needs no handle, and on SQLite it may leave the event loop to others.
   */
  runAll(writes: readonly Write[]): Promise<boolean>
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** What the writer or the pool has done and who is waiting, for the metrics. */
export interface DatabaseStats {
  readonly commits: number
  readonly transactions: number
  readonly waiting: number
}

/** What the engine holds, for the metrics; each engine has its own. */
export interface DatabaseResources {
  /** Connections to PostgreSQL: how many there are, how many of them nobody uses, and how many there may be. */
  readonly pool?: { readonly size: number; readonly idle: number; readonly most: number }
  /** The write-ahead log of SQLite. It shrinks when it was copied into the file, which a long read holds up. */
  readonly walBytes?: number
}

/** An opened database: its queries and its life. */
export interface Database {
  readonly db: Db
  /** Rejects when the database doesn't answer soon. */
  ping(): Promise<void>
  sizeBytes(): Promise<number>
  stats(): DatabaseStats
  resources(): DatabaseResources
  /** One transaction without a time limit that no second starter can enter at the same time. */
  migration<T>(work: (tx: ScriptTx) => Promise<T>): Promise<T>
  /** Finishes accepted work, then lets go. */
  close(): Promise<void>
}
