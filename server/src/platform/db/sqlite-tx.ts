import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Row, ScriptTx } from './db.ts'
import type { Sql } from './sql.ts'
import type { SqliteConnection } from './sqlite.ts'

/** How long the statements of one transaction may keep the event loop before others get a turn of it. */
const MAX_TURN_MS = 10

/**
 * The handle of one SQLite transaction. It stops working when its transaction has ended, so that a forgotten await
 * can't write into someone else's; after an error it refuses everything, as PostgreSQL does.
 */
export class SqliteTx implements ScriptTx {
  readonly engine = 'sqlite'
  readonly inTransaction = true
  readonly #connection: SqliteConnection
  readonly #afterCommit: (() => void)[]
  readonly #step: () => void
  #turnedAt = performance.now()
  #ended = false
  #failure: { readonly error: unknown } | undefined

  /** What is to be called after the commit goes into the list given; `step` hears of each statement. */
  constructor(connection: SqliteConnection, afterCommit: (() => void)[], step: () => void) {
    this.#connection = connection
    this.#afterCommit = afterCommit
    this.#step = step
  }

  async all(query: Sql): Promise<Row[]> {
    if (this.#isLong()) await this.#turn()
    return this.#attempt(() => this.#connection.all(query))
  }

  async get(query: Sql): Promise<Row | undefined> {
    if (this.#isLong()) await this.#turn()
    return this.#attempt(() => this.#connection.get(query))
  }

  async run(statement: Sql): Promise<number> {
    if (this.#isLong()) await this.#turn()
    return this.#attempt(() => this.#connection.run(statement))
  }

  async script(text: string): Promise<void> {
    this.#attempt(() => this.#connection.exec(text))
  }

  afterCommit(callback: () => void): void {
    this.#afterCommit.push(callback)
  }

  end(): void {
    this.#ended = true
  }

  /** Throws the error of the statement that failed, if one did. */
  assertUnharmed(): void {
    if (this.#failure) throw this.#failure.error
  }

  #isLong(): boolean {
    return performance.now() - this.#turnedAt > MAX_TURN_MS
  }

  /** The driver is synchronous, so many short statements in a row would stop the process like a long one. */
  async #turn(): Promise<void> {
    await nextTurn()
    this.#turnedAt = performance.now()
  }

  #attempt<T>(work: () => T): T {
    if (this.#ended) throw new TypeError('the transaction has ended; a statement was not awaited')
    this.assertUnharmed()
    this.#step()
    try {
      return work()
    } catch (error) {
      this.#failure = { error }
      throw error
    }
  }
}
