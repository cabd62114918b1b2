import { withCompany } from './company.ts'
import { DatabaseUnavailable } from './errors.ts'
import { withinSteps } from './timeouts.ts'
import { isBusy } from './sqlite-errors.ts'
import { SqliteTx } from './sqlite-tx.ts'
import { abandon, assertOpen, beginTransaction, doTogether, saved } from './sqlite-works.ts'
import { sql } from './sql.ts'
import type { ScriptTx, Write } from './db.ts'
import type { SqliteWriteThread } from './sqlite-write-thread.ts'
import type { Outcome, SqliteWork } from './sqlite-works.ts'
import type { Sql } from './sql.ts'
import type { SqliteConnection } from './sqlite.ts'

const BATCH_SIZE = 256
/** So many are worth a commit in a thread of their own while others come. */
const FEW = 24
const MAX_WAITING = 20_000
/** How long a caller waits for a lock that another process holds. */
const LOCK_PATIENCE_MS = 5000
const LOCK_PAUSE_MS = 25
/** How long a transaction may hold the one writer while it awaits something else than its handle: no statement comes. */
const MAX_TRANSACTION_MS = 5000

type Transaction = (tx: ScriptTx) => Promise<unknown>

interface Task {
  /** What is known beforehand, or a transaction that decides by what it reads. */
  readonly work: SqliteWork | Transaction
  /** When the caller gives up waiting for the lock, in the time of `performance.now()`. */
  readonly deadline: number
  readonly limitMs: number
  readonly resolve: (value: never) => void
  readonly reject: (error: unknown) => void
  readonly afterCommit: (() => void)[]
}

interface SqliteWriterOptions {
  readonly lockPatienceMs?: number
  readonly longestMs?: number
  /** Hears of each commit that saved something, after those whose work it holds. */
  readonly committed?: () => void
  /** Commits what is known beforehand, when it takes that. */
  readonly thread?: SqliteWriteThread
}

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
  readonly #thread: SqliteWriteThread | undefined
  readonly #queue: Task[] = []
  #draining = false
  #closed = false
  #isHeldUp = false
  #whenIdle: (() => void) | undefined
  /** How many commits succeeded and how many callers' work they held. */
  readonly counts = { commits: 0, transactions: 0 }

  constructor(
    connection: SqliteConnection,
    {
      lockPatienceMs = LOCK_PATIENCE_MS,
      longestMs = MAX_TRANSACTION_MS,
      committed = (): void => undefined,
      thread,
    }: SqliteWriterOptions = {},
  ) {
    this.#connection = connection
    this.#lockPatienceMs = lockPatienceMs
    this.#longestMs = longestMs
    this.#committed = committed
    this.#thread = thread
  }

  get waiting(): number {
    return this.#queue.length
  }

  run(statement: Sql): Promise<number> {
    return this.#enqueue(statement, 0)
  }

  runAll(writes: readonly Write[]): Promise<boolean> {
    return this.#enqueue(writes, 0)
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

  #enqueue<T>(work: SqliteWork | ((tx: ScriptTx) => Promise<T>), limitMs: number): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new DatabaseUnavailable('the database is closed'))
      if (this.#queue.length >= MAX_WAITING) return reject(new DatabaseUnavailable('too many writes are waiting'))
      const deadline = performance.now() + this.#lockPatienceMs
      this.#queue.push({ work, deadline, limitMs, resolve, reject, afterCommit: [] })
      if (this.#draining) return
      this.#draining = true
      this.#drainSoon()
    })
  }

  #drainSoon(): void {
    withCompany({ waiting: () => this.#queue.length, enough: BATCH_SIZE }, () => void this.#drain())
  }

  async #drain(): Promise<void> {
    this.#isHeldUp = false
    const batch = this.#queue.splice(0, this.#batchSize())
    const plain = batch.filter(isPlain)
    const transactions = batch.filter((task) => !isPlain(task))
    if (this.#thread?.isReady && plain.length > 0) {
      await this.#commitThere(this.#thread, plain)
      if (transactions.length > 0) await this.#commitHere([], transactions)
    } else await this.#commitHere(plain, transactions)
    if (this.#queue.length === 0) {
      this.#draining = false
      this.#whenIdle?.()
    } else if (this.#isHeldUp) setTimeout(() => void this.#drain(), LOCK_PAUSE_MS)
    else this.#drainSoon()
  }

  /**
   * While a thread writes, the event loop serves others: so half of those who wait go first, or the event loop and the thread
   * would only wait for each other.
   */
  #batchSize(): number {
    return this.#thread?.isReady ? Math.min(BATCH_SIZE, Math.max(FEW, this.#queue.length >> 1)) : BATCH_SIZE
  }

  /** Lets those who have not waited for long enough wait for the lock, where waiting can help. */
  #notBegun(batch: readonly Task[], error: unknown): void {
    const now = isBusy(error) ? performance.now() : Number.POSITIVE_INFINITY
    const patient = batch.filter(({ deadline }) => deadline > now)
    this.#queue.unshift(...patient)
    this.#isHeldUp ||= patient.length > 0
    for (const { deadline, reject } of batch) if (deadline <= now) reject(error)
  }

  async #commitThere(thread: SqliteWriteThread, tasks: readonly PlainTask[]): Promise<void> {
    let outcomes: readonly Outcome[]
    try {
      outcomes = await thread.commit(tasks.map(({ work }) => work))
    } catch (error) {
      return this.#notBegun(tasks, error)
    }
    this.#tell(tasks, outcomes)
  }

  async #commitHere(plain: readonly PlainTask[], transactions: readonly Task[]): Promise<void> {
    const batch = [...plain, ...transactions]
    const timer = new Timer()
    const works = plain.map(({ work }) => work)
    let outcomes: Outcome[]
    try {
      beginTransaction(this.#connection)
      outcomes = timer.time(() => doTogether(this.#connection, works))
    } catch (error) {
      return this.#notBegun(batch, error)
    }
    for (const task of transactions) outcomes.push(await this.#transact(task))
    const told = timer.time(() => saved(this.#connection, outcomes))
    if (plain.length > 0) this.#thread?.took(timer.tookMs)
    this.#tell(batch, told)
  }

  /** Tells everybody what became of their part, once that is decided for good. */
  #tell(tasks: readonly Task[], outcomes: readonly Outcome[]): void {
    const done = tasks.filter((_, i) => 'result' in (outcomes[i] as Outcome))
    if (done.length > 0) this.counts.commits += 1
    this.counts.transactions += done.length
    for (const { afterCommit } of done) for (const callback of afterCommit) callback()
    for (const [i, { resolve, reject }] of tasks.entries()) {
      const outcome = outcomes[i] as Outcome
      if ('result' in outcome) resolve(outcome.result as never)
      else reject(outcome.error)
    }
    if (done.length > 0) this.#committed()
  }

  async #transact({ work, limitMs, afterCommit }: Task): Promise<Outcome> {
    try {
      assertOpen(this.#connection)
      this.#connection.run(savepoint)
      const result = await this.#perform(work as Transaction, limitMs, afterCommit)
      this.#connection.run(releaseSavepoint)
      return { result }
    } catch (error) {
      this.#undo()
      return { error }
    }
  }

  async #perform(work: Transaction, limitMs: number, afterCommit: (() => void)[]): Promise<unknown> {
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
      abandon(this.#connection)
    }
  }
}

/** Adds up how long some pieces of work take, in milliseconds. */
class Timer {
  tookMs = 0

  time<T>(work: () => T): T {
    const beganAt = performance.now()
    try {
      return work()
    } finally {
      this.tookMs += performance.now() - beganAt
    }
  }
}

interface PlainTask extends Task {
  readonly work: SqliteWork
}

const isPlain = (task: Task): task is PlainTask => typeof task.work !== 'function'
