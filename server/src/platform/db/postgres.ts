import pg from 'pg'
import { DatabaseOpenError, DatabaseUnavailable, reasonOf } from './errors.ts'
import { within, withinSteps } from './timeouts.ts'
import { fromPostgres, isConflict, isStalePlan, unavailable } from './postgres-errors.ts'
import { PostgresTx } from './postgres-tx.ts'
import { sql } from './sql.ts'
import { StatementNames } from './statement-names.ts'
import { valueTypes } from './postgres-values.ts'
import type { Database, DatabaseResources, DatabaseStats, Db, Row, ScriptTx, Tx, Write } from './db.ts'
import type { Sql } from './sql.ts'

const OLDEST_VERSION = 150_000
const DEFAULT_POOL_SIZE = 10
/** Callers that may wait for a connection, for each connection of the pool; more are turned away at once. */
const WAITING_PER_CONNECTION = 100
const CONNECT_TIMEOUT_MS = 5000
const STATEMENT_TIMEOUT_MS = 10_000
/** A server that is stopped can't time out by itself, so the driver gives up a little later. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 1000
const MAX_TRANSACTION_MS = 15_000
const PING_TIMEOUT_MS = 2000
const ATTEMPTS = 3

/** Makes a transaction end with nothing written. */
class Undone extends Error {
  override readonly name = 'Undone'
}

/** A PostgreSQL database behind a bounded pool. */
export class PostgresDatabase implements Database, Db {
  readonly engine = 'postgres'
  readonly db: Db = this
  readonly #url: string
  readonly #pool: pg.Pool
  readonly #maxWaiting: number
  readonly #names = new StatementNames()
  readonly #counts = { commits: 0, transactions: 0 }
  #lent = 0
  #closed = false
  #whenIdle: (() => void) | undefined

  private constructor(url: string, poolSize: number) {
    this.#url = url
    this.#maxWaiting = poolSize * WAITING_PER_CONNECTION
    this.#pool = new pg.Pool({
      connectionString: url,
      max: poolSize,
      types: valueTypes,
      application_name: 'mandate',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
    })
    // A connection that dies, idle or in use, emits an error event; without a listener it would end the process.
    this.#pool.on('error', ignore)
    this.#pool.on('connect', (client) => void client.on('error', ignore))
  }

  /** Connects once, so that a wrong address or password shows at start. */
  static async open(url: string, poolSize = DEFAULT_POOL_SIZE): Promise<PostgresDatabase> {
    const database = new PostgresDatabase(url, poolSize)
    try {
      await database.#assertUsable()
      return database
    } catch (error) {
      await database.close()
      throw cannotOpen(url, error)
    }
  }

  async all(query: Sql): Promise<Row[]> {
    return (await this.#query(query)).rows
  }

  async get(query: Sql): Promise<Row | undefined> {
    return (await this.#query(query)).rows[0]
  }

  async run(statement: Sql): Promise<number> {
    const { rowCount } = await this.#query(statement)
    this.#countCommit()
    return rowCount ?? 0
  }

  async runAll(writes: readonly Write[]): Promise<boolean> {
    const undone = new Undone('one of the statements changed another number of rows')
    const work = async (tx: Tx): Promise<boolean> => {
      for (const { statement, rows } of writes) {
        const changed = await tx.run(statement)
        if (rows === undefined ? changed === 0 : changed !== rows) throw undone
      }
      return true
    }
    return this.tx(work).catch((error: unknown) => {
      if (error === undone) return false
      throw error
    })
  }

  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#again(() => this.#transact(work))
  }

  async migration<T>(work: (tx: ScriptTx) => Promise<T>): Promise<T> {
    const client = new pg.Client({
      connectionString: this.#url,
      types: valueTypes,
      application_name: 'mandate migration',
    })
    client.on('error', ignore)
    try {
      await client.connect().catch((error: unknown) => Promise.reject(unavailable(error)))
      return await new PostgresTx(client, this.#names).perform(work)
    } finally {
      await client.end()
    }
  }

  async ping(): Promise<void> {
    await within(PING_TIMEOUT_MS, 'PostgreSQL does not answer', this.get(sql`SELECT 1`))
  }

  async sizeBytes(): Promise<number> {
    return Number((await this.get(sql`SELECT pg_database_size(current_database()) AS bytes`))?.['bytes'] ?? 0)
  }

  stats(): DatabaseStats {
    return { ...this.#counts, waiting: this.#pool.waitingCount }
  }

  resources(): DatabaseResources {
    const { totalCount: size, idleCount: idle, options } = this.#pool
    return { pool: { size, idle, most: options.max } }
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#lent > 0) await new Promise<void>((resolve) => void (this.#whenIdle = resolve))
    if (!this.#pool.ending) await this.#pool.end()
  }

  #query(query: Sql): Promise<pg.QueryResult<Row>> {
    return this.#again(() =>
      this.#withClient(async (client) => {
        try {
          return await client.query<Row>(this.#names.name(query))
        } catch (error) {
          throw fromPostgres(error)
        }
      }),
    )
  }

  async #transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const complaint = 'the transaction took too long: it may only await its own handle'
    const result = await this.#withClient((client) =>
      withinSteps(MAX_TRANSACTION_MS, complaint, (step) => new PostgresTx(client, this.#names, step).perform(work)),
    )
    this.#countCommit()
    return result
  }

  #countCommit(): void {
    this.#counts.commits += 1
    this.#counts.transactions += 1
  }

  /** Lends a connection; one that failed is thrown away, which also ends whatever it was in the middle of. */
  async #withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    if (this.#closed) throw new DatabaseUnavailable('the database is closed')
    this.#lent += 1
    try {
      return await this.#lend(work)
    } finally {
      this.#lent -= 1
      if (this.#lent === 0) this.#whenIdle?.()
    }
  }

  async #lend<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#connect()
    let broken = false
    try {
      return await work(client)
    } catch (error) {
      broken = error instanceof DatabaseUnavailable
      throw error
    } finally {
      client.release(broken)
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    if (this.#pool.waitingCount >= this.#maxWaiting) throw new DatabaseUnavailable('too many requests are waiting')
    try {
      return await this.#pool.connect()
    } catch (error) {
      throw unavailable(error)
    }
  }

  /** Runs work again that another transaction got in the way of. An unknown outcome is never tried again. */
  async #again<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work()
      } catch (error) {
        const stale = isStalePlan(error)
        if (!stale && !isConflict(error)) throw error
        if (attempt === ATTEMPTS) throw unavailable(error)
        if (stale) this.#names.renew()
      }
    }
  }

  async #assertUsable(): Promise<void> {
    const row = await this.get(
      sql`SELECT current_setting('server_version_num')::integer AS version, current_setting('server_encoding') AS encoding`,
    )
    if (Number(row?.['version']) < OLDEST_VERSION) throw new Error('PostgreSQL 15 or newer is needed')
    if (row?.['encoding'] !== 'UTF8') throw new Error('the database must have the encoding UTF8')
  }
}

function ignore(): void {
  // The pool drops the connection; whoever used it gets the error from the query.
}

function cannotOpen(url: string, error: unknown): DatabaseOpenError {
  const { hostname, port, pathname } = new URL(url)
  const reason = reasonOf(error instanceof DatabaseUnavailable && error.cause ? error.cause : error)
  const place = `${hostname || 'the local socket'}${port ? `:${port}` : ''}${pathname}`
  return new DatabaseOpenError(
    `Cannot use PostgreSQL at ${place}: ${reason}. Check that it runs and that MANDATE_DATABASE_URL is right.`,
    { cause: error },
  )
}
