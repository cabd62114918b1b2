import { closeSync, mkdirSync, openSync, realpathSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseOpenError, DatabaseUnavailable, reasonOf } from './errors.ts'
import { pause } from './timeouts.ts'
import { sql } from './sql.ts'
import { isBusy } from './sqlite-errors.ts'
import { SqliteWriteThread } from './sqlite-write-thread.ts'
import { SqliteWriter } from './sqlite-writer.ts'
import { SqliteConnection, writtenFile } from './sqlite.ts'
import { WalCheckpoints } from './wal-checkpoints.ts'
import type { Database, DatabaseResources, DatabaseStats, Db, Row, ScriptTx, Tx, Write } from './db.ts'
import type { Sql } from './sql.ts'

const READ_PATIENCE_MS = 2000
const READ_PAUSE_MS = 25
/** Up to this size a damaged file is found at start without making the start slow. */
const CHECKED_BYTES = 128 * 1024 * 1024

interface SqliteOptions {
  readonly durable?: boolean | undefined
  readonly exclusive?: boolean | undefined
}

/** A SQLite file: one connection writes, one reads what is committed. */
export class SqliteDatabase implements Database, Db {
  readonly engine = 'sqlite'
  readonly db: Db = this
  readonly #writing: SqliteConnection
  readonly #reading: SqliteConnection
  readonly #writer: SqliteWriter
  readonly #thread: SqliteWriteThread
  readonly #checkpoints: WalCheckpoints
  readonly #file: string
  readonly #lock: SqliteConnection | undefined
  #closed = false

  private constructor(path: string, durable: boolean, lock: SqliteConnection | undefined) {
    this.#file = path
    this.#lock = lock
    this.#writing = SqliteConnection.writer(path, durable)
    this.#reading = SqliteConnection.reader(path)
    const written = writtenFile(path, durable)
    this.#checkpoints = new WalCheckpoints({ ...written, writing: this.#writing })
    this.#thread = new SqliteWriteThread(written)
    this.#writer = new SqliteWriter(this.#writing, {
      committed: () => this.#checkpoints.committed(),
      thread: this.#thread,
    })
  }

  /** Opens the file, making it and its directory when missing, readable by their owner only. */
  static async open(path: string, { durable = true, exclusive = false }: SqliteOptions = {}): Promise<SqliteDatabase> {
    if (path === '' || path.startsWith(':memory:'))
      throw new DatabaseOpenError('The database must be a file, such as sqlite:./data/mandate.db')
    const file = resolve(path)
    createPrivately(file)
    const lock = exclusive ? await lockAlone(file) : undefined
    const database = await openPatiently(file, () => new SqliteDatabase(file, durable, lock)).catch(
      (error: unknown) => {
        lock?.close()
        throw error
      },
    )
    await database.#assertSound(file)
    return database
  }

  all(query: Sql): Promise<Row[]> {
    return this.#read(() => this.#reading.all(query))
  }

  get(query: Sql): Promise<Row | undefined> {
    return this.#read(() => this.#reading.get(query))
  }

  run(statement: Sql): Promise<number> {
    return this.#writer.run(statement)
  }

  runAll(writes: readonly Write[]): Promise<boolean> {
    return this.#writer.runAll(writes)
  }

  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#writer.tx(work)
  }

  migration<T>(work: (tx: ScriptTx) => Promise<T>): Promise<T> {
    return this.#writer.tx(work, Number.POSITIVE_INFINITY)
  }

  async ping(): Promise<void> {
    await this.get(sql`SELECT 1 FROM sqlite_schema LIMIT 1`)
  }

  async sizeBytes(): Promise<number> {
    const row = await this.get(sql`SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()`)
    return Number(row?.['bytes'] ?? 0)
  }

  stats(): DatabaseStats {
    return { ...this.#writer.counts, waiting: this.#writer.waiting }
  }

  resources(): DatabaseResources {
    return { walBytes: statSync(`${this.#file}-wal`, { throwIfNoEntry: false })?.size ?? 0 }
  }

  async close(): Promise<void> {
    await this.#writer.close()
    this.#closed = true
    await Promise.all([this.#checkpoints.close(), this.#thread.close()])
    this.#reading.close()
    this.#writing.close()
    this.#lock?.close()
  }

  /** In WAL readers don't wait for writers; only an exclusive lock or a recovery by another process makes one wait. */
  async #read<T>(query: () => T): Promise<T> {
    if (this.#closed) throw new DatabaseUnavailable('the database is closed')
    let deadline: number | undefined
    for (;;) {
      try {
        return query()
      } catch (error) {
        deadline ??= performance.now() + READ_PATIENCE_MS
        if (!isBusy(error) || performance.now() > deadline) throw error
        await pause(READ_PAUSE_MS)
      }
    }
  }

  async #assertSound(file: string): Promise<void> {
    try {
      if (statSync(file).size > CHECKED_BYTES) return
      const row = await this.get(sql`PRAGMA quick_check(1)`)
      if (row?.['quick_check'] !== 'ok') throw new Error(`the file is damaged: ${String(row?.['quick_check'])}`)
    } catch (error) {
      await this.close()
      throw cannotOpen(file, error)
    }
  }
}

function createPrivately(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    closeSync(openSync(file, 'a', 0o600))
  } catch (error) {
    throw cannotOpen(file, error)
  }
}

/**
 * Locks a file beside the database, so that no second server works on it: each would send every mail again, and hold up the
 * other's writes. One that is just stopping is waited for.
 */
async function lockAlone(file: string): Promise<SqliteConnection> {
  // Whatever name leads to a file, the lock is beside the file itself.
  const beside = `${realpathSync(file)}.lock`
  createPrivately(beside)
  try {
    return await openPatiently(beside, () => SqliteConnection.lock(beside))
  } catch (error) {
    if (!(error instanceof Error && isBusy(error.cause))) throw error
    throw new DatabaseOpenError(
      `Another server runs on the database ${file}. Stop it first, or set MANDATE_DATA_DIR; several nodes need PostgreSQL.`,
      { cause: error },
    )
  }
}

/** Another process that starts or recovers at this moment holds the file for a while. */
async function openPatiently<T>(file: string, open: () => T): Promise<T> {
  const deadline = performance.now() + READ_PATIENCE_MS
  for (;;) {
    try {
      return open()
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw cannotOpen(file, error)
      await pause(READ_PAUSE_MS)
    }
  }
}

function cannotOpen(file: string, error: unknown): DatabaseOpenError {
  const reason =
    error instanceof DatabaseUnavailable && error.cause ? `${error.message}: ${reasonOf(error.cause)}` : reasonOf(error)
  return new DatabaseOpenError(
    `Cannot open the database ${file}: ${reason}. Check that this user may read and write it, or set MANDATE_DATABASE_URL.`,
    { cause: error },
  )
}
