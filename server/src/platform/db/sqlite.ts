import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { StatementSync } from 'node:sqlite'
import { DatabaseUnavailable } from './errors.ts'
import { fromSqlite } from './sqlite-errors.ts'
import { isFlat, render, sql } from './sql.ts'
import type { Row } from './db.ts'
import type { Sql, SqlValue } from './sql.ts'

// The only file that knows the SQLite driver. It is synchronous, so a wait in it stops the whole process: it waits for
// a lock no longer than this, and callers that can wait do so between attempts with the event loop free.
const BUSY_TIMEOUT_MS = 20
const CACHED_STATEMENTS = 500
// 3.51.3 repaired the WAL reset, which could damage a database with several connections.
const OLDEST_VERSION = [3, 51, 3] as const

// `WalCheckpoints` copies the log long before it has as many pages as `wal_autocheckpoint` says.
const PRAGMAS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA mmap_size = 0;
  PRAGMA temp_store = MEMORY;
  PRAGMA cache_size = -16384;
  PRAGMA journal_size_limit = 67108864;
  PRAGMA wal_autocheckpoint = 4000;
`
const READER_PRAGMAS = 'PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16384;'

/** How many pages the write-ahead log has, and how many of them are copied into the file. */
export interface LogPages {
  readonly written: number
  readonly copied: number
}

/** A file that a connection writes to, as other threads are told of it. */
export interface WrittenFile {
  readonly file: string
  /** Which file that is, whatever its name leads to later. */
  readonly fileId: string
  /** Whether its pages must reach the disk. */
  readonly durable: boolean
}

/** What other threads have to know of a file that is open. */
export const writtenFile = (file: string, durable: boolean): WrittenFile => ({ file, fileId: idOf(file), durable })

function idOf(file: string): string {
  const { dev, ino } = statSync(file, { bigint: true })
  return `${dev}:${ino}`
}

/** One SQLite connection with its prepared statements. Throws the errors of `errors.ts`. */
export class SqliteConnection {
  readonly #database: DatabaseSync
  readonly #readOnly: boolean
  /** Statements by call site: a `sql` literal without fragments always has the same text. */
  readonly #bySite = new WeakMap<readonly string[], StatementSync>()
  readonly #byText = new Map<string, StatementSync>()

  private constructor(path: string | URL, readOnly: boolean) {
    this.#database = new DatabaseSync(path, { readOnly, timeout: BUSY_TIMEOUT_MS })
    this.#readOnly = readOnly
  }

  /** Opens the connection that writes and proves that what it commits will be durable, unless that isn't wanted. */
  static writer(path: string, durable = true): SqliteConnection {
    return new SqliteConnection(path, false).#writing(durable)
  }

  /** Opens one more connection that writes to the same file. */
  static anotherWriter(written: WrittenFile): SqliteConnection {
    return SqliteConnection.#again(written).#writing(written.durable)
  }

  /** Opens a connection that sees committed data only and can't write. */
  static reader(path: string): SqliteConnection {
    const connection = new SqliteConnection(path, true)
    return connection.#prepared(() => connection.exec(READER_PRAGMAS))
  }

  /** Opens a connection for copying the write-ahead log of a file. */
  static checkpointer(written: WrittenFile): SqliteConnection {
    const connection = SqliteConnection.#again(written)
    // The log begins anew over what was copied, so the copy must be on the disk by then.
    return connection.#prepared(() => connection.exec(`PRAGMA synchronous = ${written.durable ? 'FULL' : 'OFF'}`))
  }

  /** Somebody may have moved the file away, or put another one there: that one is not made, and not touched. */
  static #again({ file, fileId }: WrittenFile): SqliteConnection {
    const existing = pathToFileURL(file)
    existing.searchParams.set('mode', 'rw')
    const connection = new SqliteConnection(existing, false)
    return connection.#prepared(() => {
      if (idOf(file) !== fileId) throw new DatabaseUnavailable('another file has taken the place of the database')
    })
  }

  /** Holds a file for this process alone until it is closed. The lock is the system's, so none outlives its process. */
  static lock(path: string): SqliteConnection {
    const connection = new SqliteConnection(path, false)
    return connection.#prepared(() => connection.exec('BEGIN EXCLUSIVE'))
  }

  all(query: Sql): Row[] {
    return this.#attempt(query, (statement, values) => statement.all(...values))
  }

  get(query: Sql): Row | undefined {
    return this.#attempt(query, (statement, values) => statement.get(...values))
  }

  run(query: Sql): number {
    return this.#attempt(query, (statement, values) => Number(statement.run(...values).changes))
  }

  exec(script: string): void {
    try {
      this.#database.exec(script)
    } catch (error) {
      throw fromSqlite(error, this.#readOnly)
    }
  }

  /** False after an error that made SQLite roll the whole transaction back by itself, such as a full disk. */
  get isTransaction(): boolean {
    return this.#database.isTransaction
  }

  /** How long the write-ahead log is; copies nothing. */
  logPages(): LogPages {
    return this.#checkpoint(sql`PRAGMA wal_checkpoint(NOOP)`)
  }

  /** Copies what it can of the write-ahead log without waiting for anybody. */
  checkpoint(): LogPages {
    return this.#checkpoint(sql`PRAGMA wal_checkpoint(PASSIVE)`)
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close()
  }

  #prepared(setUp: () => void): SqliteConnection {
    try {
      setUp()
      return this
    } catch (error) {
      this.close()
      throw error
    }
  }

  #writing(durable: boolean): SqliteConnection {
    return this.#prepared(() => {
      this.exec(PRAGMAS)
      this.#assertDurable()
      if (!durable) this.exec('PRAGMA synchronous = OFF')
    })
  }

  #assertDurable(): void {
    const version = String(this.#pragma('SELECT sqlite_version()'))
    if (!isRecent(version)) throw new Error(`SQLite ${version} is older than ${OLDEST_VERSION.join('.')}`)
    const mode = this.#pragma('PRAGMA journal_mode')
    if (mode !== 'wal') throw new Error(`SQLite can't use its write-ahead log here (journal mode ${String(mode)})`)
    if (this.#pragma('PRAGMA synchronous') !== 2) throw new Error('SQLite refuses to write synchronously')
  }

  #checkpoint(pragma: Sql): LogPages {
    const row = this.get(pragma)
    return { written: Number(row?.['log'] ?? 0), copied: Number(row?.['checkpointed'] ?? 0) }
  }

  #pragma(text: string): unknown {
    return Object.values(this.#database.prepare(text).get() ?? {})[0]
  }

  #attempt<T>(query: Sql, work: (statement: StatementSync, values: Bound[]) => T): T {
    try {
      if (isFlat(query)) return work(this.#atSite(query), bind(query.pieces as SqlValue[]))
      const { text, values } = render(query, 'sqlite')
      return work(this.#prepare(text), bind(values))
    } catch (error) {
      throw fromSqlite(error, this.#readOnly)
    }
  }

  #atSite(query: Sql): StatementSync {
    const known = this.#bySite.get(query.strings)
    if (known !== undefined) return known
    const statement = this.#prepare(render(query, 'sqlite').text)
    this.#bySite.set(query.strings, statement)
    return statement
  }

  #prepare(text: string): StatementSync {
    const statement = this.#byText.get(text) ?? this.#database.prepare(text)
    this.#remember(text, statement)
    return statement
  }

  /** A Map keeps insertion order, so its first key is the statement used longest ago. */
  #remember(text: string, statement: StatementSync): void {
    this.#byText.delete(text)
    this.#byText.set(text, statement)
    if (this.#byText.size <= CACHED_STATEMENTS) return
    const [oldest] = this.#byText.keys()
    if (oldest !== undefined) this.#byText.delete(oldest)
  }
}

type Bound = string | bigint | number | null

/** The driver binds every number as a float; a whole one must arrive as an integer, as on PostgreSQL. */
const bind = (values: readonly SqlValue[]): Bound[] =>
  values.map((value) => (Number.isSafeInteger(value) ? BigInt(value as number) : value))

function isRecent(version: string): boolean {
  const parts = version.split('.').map(Number)
  for (const [i, least] of OLDEST_VERSION.entries()) {
    const part = parts[i] ?? 0
    if (part !== least) return part > least
  }
  return true
}
