import { DatabaseUnavailable } from './errors.ts'
import { fromPostgres, isConflict, isStalePlan } from './postgres-errors.ts'
import type pg from 'pg'
import type { Row, ScriptTx } from './db.ts'
import type { Sql } from './sql.ts'
import type { StatementNames } from './statement-names.ts'

/** One PostgreSQL transaction on a connection that is lent for it. Its handle stops working when it has ended. */
export class PostgresTx implements ScriptTx {
  readonly engine = 'postgres'
  readonly inTransaction = true
  readonly #client: pg.ClientBase
  readonly #names: StatementNames
  readonly #afterCommit: (() => void)[] = []
  readonly #step: () => void
  #ended = false
  #failure: { readonly error: unknown } | undefined

  /** `step` hears of each statement. */
  constructor(client: pg.ClientBase, names: StatementNames, step: () => void = () => undefined) {
    this.#client = client
    this.#names = names
    this.#step = step
  }

  /** BEGIN, the work, COMMIT; or ROLLBACK and the error. */
  async perform<T>(work: (tx: ScriptTx) => Promise<T>): Promise<T> {
    await this.#send('BEGIN')
    try {
      const result = await work(this)
      this.#assertUnharmed()
      this.#ended = true
      await this.#commit()
      for (const callback of this.#afterCommit) callback()
      return result
    } catch (error) {
      this.#ended = true
      await this.#undo()
      throw this.#decisive(error)
    }
  }

  async all(query: Sql): Promise<Row[]> {
    return (await this.#query(query)).rows
  }

  async get(query: Sql): Promise<Row | undefined> {
    return (await this.#query(query)).rows[0]
  }

  async run(statement: Sql): Promise<number> {
    return (await this.#query(statement)).rowCount ?? 0
  }

  async script(text: string): Promise<void> {
    this.#assertOpen()
    await this.#send(text)
  }

  afterCommit(callback: () => void): void {
    this.#afterCommit.push(callback)
  }

  async #query(query: Sql): Promise<pg.QueryResult<Row>> {
    this.#assertOpen()
    this.#step()
    try {
      return await this.#client.query<Row>(this.#names.name(query))
    } catch (error) {
      throw this.#fail(error)
    }
  }

  async #send(text: string): Promise<pg.QueryResult> {
    try {
      return await this.#client.query(text)
    } catch (error) {
      throw this.#fail(error)
    }
  }

  /** PostgreSQL answers ROLLBACK to a COMMIT of a failed transaction; taking that for success would lose a write. */
  async #commit(): Promise<void> {
    const { command } = await this.#send('COMMIT')
    if (command !== 'COMMIT') throw new DatabaseUnavailable('the commit was refused')
  }

  async #undo(): Promise<void> {
    if (this.#failure?.error instanceof DatabaseUnavailable) return
    await this.#send('ROLLBACK').catch(() => undefined)
  }

  /** A lost connection or a conflict decides what happens next, whatever the work made of it. */
  #decisive(error: unknown): unknown {
    const failure = this.#failure?.error
    return failure instanceof DatabaseUnavailable || isConflict(failure) || isStalePlan(failure) ? failure : error
  }

  #fail(error: unknown): unknown {
    const failure = fromPostgres(error)
    if (!this.#failure || failure instanceof DatabaseUnavailable) this.#failure = { error: failure }
    return failure
  }

  #assertOpen(): void {
    if (this.#ended) throw new TypeError('the transaction has ended; a statement was not awaited')
    this.#assertUnharmed()
  }

  #assertUnharmed(): void {
    if (this.#failure) throw this.#failure.error
  }
}
