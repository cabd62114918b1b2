import { withCompany } from './company.ts'
import { DatabaseUnavailable } from './errors.ts'
import { withinSteps } from './timeouts.ts'
import { isBusy } from './sqlite-errors.ts'
import { SqliteTx } from './sqlite-tx.ts'
import { sql, Sql } from './sql.ts'
import type { ScriptTx } from './db.ts'
import type { SqliteConnection } from './sqlite.ts'

const BATCH_SIZE = 256
const MAX_WAITING = 20_000
/** How long a caller waits for a lock that another process holds. */
const LOCK_PATIENCE_MS = 5000
const LOCK_PAUSE_MS = 25
/** How long a transaction may hold the one writer while it awaits something else than its handle: no statement comes. */
const MAX_TRANSACTION_MS = 5000

type Work = (tx: ScriptTx) => Promise<unknown>

interface Task {
  readonly work: Sql | Work
  /** When the caller gives up waiting for the lock, in the time of `performance.now()`. */
  readonly deadline: number
  readonly limitMs: number
  readonly resolve: (value: never) => void
  readonly reject: (error: unknown) => void
  readonly afterCommit: (() => void)[]
  result: unknown
  failure: { readonly error: unknown } | undefined
}

interface SqliteWriterOptions {
  readonly lockPatienceMs?: number
  readonly longestMs?: number
  /** Hears of each commit, after those whose work it holds. */
  readonly committed?: () => void
}

const begin = sql`BEGIN IMMEDIATE`
const commit = sql`COMMIT`
const rollback = sql`ROLLBACK`
const savepoint = sql`SAVEPOINT task`
const rollbackToSavepoint = sql`ROLLBACK TO task`
const releaseSavepoint = sql`RELEASE task`

/**
 * The one writer of a SQLite file. What arrives in one turn of the event loop, or in the few after it, shares one transaction
 * and so one fsync; each caller's part is undone alone when it fails, and callers are answered after the commit that holds their
 * work. So are those whose part failed: it may have failed because of what a neighbour wrote, and that becomes true, and can be
 * read, only with the commit.
 */
export class SqliteWriter {
  readonly #connection: SqliteConnection
  readonly #lockPatienceMs: number
  readonly #longestMs: number
  readonly #committed: () => void
  readonly #queue: Task[] = []
  #draining = false
  #closed = false
  #whenIdle: (() => void) | undefined
  /** How many commits succeeded and how many callers' work they held. */
  readonly counts = { commits: 0, transactions: 0 }

  constructor(
    connection: SqliteConnection,
    {
      lockPatienceMs = LOCK_PATIENCE_MS,
      longestMs = MAX_TRANSACTION_MS,
      committed = (): void => undefined,
    }: SqliteWriterOptions = {},
  ) {
    this.#connection = connection
    this.#lockPatienceMs = lockPatienceMs
    this.#longestMs = longestMs
    this.#committed = committed
  }

  get waiting(): number {
    return this.#queue.length
  }

  run(statement: Sql): Promise<number> {
    return this.#enqueue(statement, 0)
  }

  tx<T>(work: (tx: ScriptTx) => Promise<T>, limitMs = this.#longestMs): Promise<T> {
    return this.#enqueue(work, limitMs)
  }

  /** Refuses new work and resolves when what was accepted is committed. */
  close(): Promise<void> {
    this.#closed = true
    return new Promise((resolve) => {
      if (this.#draining) this.#whenIdle = resolve
      else resolve()
    })
  }

  #enqueue<T>(work: Sql | ((tx: ScriptTx) => Promise<T>), limitMs: number): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new DatabaseUnavailable('the database is closed'))
      if (this.#queue.length >= MAX_WAITING) return reject(new DatabaseUnavailable('too many writes are waiting'))
      const deadline = performance.now() + this.#lockPatienceMs
      const fate = { resolve, reject, afterCommit: [], result: undefined, failure: undefined }
      this.#queue.push({ work, deadline, limitMs, ...fate })
      if (this.#draining) return
      this.#draining = true
      this.#drainSoon()
    })
  }

  #drainSoon(): void {
    withCompany({ waiting: () => this.#queue.length, enough: BATCH_SIZE }, () => void this.#drain())
  }

  async #drain(): Promise<void> {
    const started = this.#begin()
    if (started) await this.#commitTogether(this.#queue.splice(0, BATCH_SIZE))
    if (this.#queue.length === 0) {
      this.#draining = false
      this.#whenIdle?.()
    } else if (started) this.#drainSoon()
    else setTimeout(() => void this.#drain(), LOCK_PAUSE_MS)
  }

  /** Takes the write lock. Without it, sends away those who waited long enough, or all when waiting can't help. */
  #begin(): boolean {
    try {
      this.#abandon()
      this.#connection.run(begin)
      return true
    } catch (error) {
      const now = performance.now()
      const late = isBusy(error) ? this.#queue.findIndex(({ deadline }) => deadline > now) : -1
      for (const task of this.#queue.splice(0, late === -1 ? this.#queue.length : late)) task.reject(error)
      return false
    }
  }

  async #commitTogether(batch: readonly Task[]): Promise<void> {
    for (const task of batch) {
      const { work } = task
      if (work instanceof Sql) this.#runStatement(task, work)
      else await this.#runWork(task, work)
    }
    try {
      this.#commit()
    } catch (error) {
      for (const { failure, reject } of batch)
        reject(failure?.error instanceof DatabaseUnavailable ? failure.error : error)
      return
    }
    const done = batch.filter(({ failure }) => !failure)
    if (done.length > 0) this.counts.commits += 1
    this.counts.transactions += done.length
    for (const { afterCommit } of done) for (const callback of afterCommit) callback()
    for (const { failure, result, resolve, reject } of batch) {
      if (failure) reject(failure.error)
      else resolve(result as never)
    }
    this.#committed()
  }

  /** A statement that fails undoes itself, so it needs no savepoint. */
  #runStatement(task: Task, statement: Sql): void {
    try {
      this.#assertOpen()
      task.result = this.#connection.run(statement)
    } catch (error) {
      task.failure = { error }
    }
  }

  async #runWork(task: Task, work: Work): Promise<void> {
    try {
      this.#assertOpen()
      this.#connection.run(savepoint)
      task.result = await this.#perform(work, task)
      this.#connection.run(releaseSavepoint)
    } catch (error) {
      this.#undo()
      task.failure = { error }
    }
  }

  async #perform(work: Work, { limitMs, afterCommit }: Task): Promise<unknown> {
    let progress = (): void => undefined
    const tx = new SqliteTx(this.#connection, afterCommit, () => progress())
    const complaint = 'the transaction took too long: it may only await its own handle'
    try {
      const result = await withinSteps(limitMs, complaint, (step) => {
        progress = step
        return work(tx)
      })
      tx.assertUnharmed()
      return result
    } finally {
      tx.end()
    }
  }

  #undo(): void {
    if (!this.#connection.isTransaction) return
    try {
      this.#connection.run(rollbackToSavepoint)
      this.#connection.run(releaseSavepoint)
    } catch {
      this.#abandon()
    }
  }

  #commit(): void {
    this.#assertOpen()
    try {
      this.#connection.run(commit)
    } catch (error) {
      this.#abandon()
      throw error instanceof DatabaseUnavailable
        ? error
        : new DatabaseUnavailable('the commit failed', { cause: error })
    }
  }

  /** Ends a transaction that can't be saved; what was in it is rejected at the commit. */
  #abandon(): void {
    try {
      if (this.#connection.isTransaction) this.#connection.run(rollback)
    } catch {
      // The next BEGIN tries again.
    }
  }

  /** SQLite ends a transaction by itself on a full disk or a failed write; nothing may then run outside of one. */
  #assertOpen(): void {
    if (!this.#connection.isTransaction) throw new DatabaseUnavailable('the transaction was rolled back')
  }
}
