import type { Row, ScriptTx } from './db.ts'
import type { Sql } from './sql.ts'
import type { SqliteConnection } from './sqlite.ts'

/**
 * The handle of one SQLite transaction. It stops working when its transaction has ended, so that a forgotten await
 * can't write into someone else's; after an error it refuses everything, as PostgreSQL does.
 */
export class SqliteTx implements ScriptTx {
  readonly engine = 'sqlite'
  readonly inTransaction = true
  readonly #connection: SqliteConnection
  readonly #afterCommit: (() => void)[]
  #ended = false
  #failure: { readonly error: unknown } | undefined

  /** What is to be called after the commit goes into the list given. */
  constructor(connection: SqliteConnection, afterCommit: (() => void)[]) {
    this.#connection = connection
    this.#afterCommit = afterCommit
  }

  async all(query: Sql): Promise<Row[]> {
    return this.#attempt(() => this.#connection.all(query))
  }

  async get(query: Sql): Promise<Row | undefined> {
    return this.#attempt(() => this.#connection.get(query))
  }

  async run(statement: Sql): Promise<number> {
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

  #attempt<T>(work: () => T): T {
    if (this.#ended) throw new TypeError('the transaction has ended; a statement was not awaited')
    this.assertUnharmed()
    try {
      return work()
    } catch (error) {
      this.#failure = { error }
      throw error
    }
  }
}
