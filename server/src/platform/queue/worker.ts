import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import { hasOneWriter } from '#/platform/db/dialect.ts'
import { EndingWriter } from './ending-writer.ts'
import { finished, postponed } from './endings.ts'
import type { Ended } from './endings.ts'
import type { Backlog, Queue } from './queue.ts'
import type { QueueRow } from './queue-row.ts'

/** What became of an attempt. */
export type Outcome<R> = { readonly failed?: boolean } &
  /** Nothing is left to do: the row goes, or stays with these changes. `also` runs in the same transaction. */
  (
    | { readonly end: 'delete' | Partial<R>; readonly also?: ((tx: Tx) => Promise<unknown>) | undefined }
    /** To be tried again at that time. With `uncounted` nothing was tried. */
    | {
        readonly againAt: number
        readonly changes?: Partial<R>
        readonly uncounted?: boolean
        readonly also?: ((tx: Tx) => Promise<unknown>) | undefined
      }
  )

/** How the rows of a queue are worked on. */
export interface Work<R> {
  /**
   * One attempt at one row, of those that were taken together. It must end before the lease does; an error leaves the row
   * until its lease ran out.
   */
  handle(row: R, taken: readonly R[]): Promise<Outcome<R>>
  /** What becomes of a row at which no attempt ever came to an outcome, since each threw an error or ended the process. */
  abandon(row: R): Outcome<R>
  /** Whether rows can be taken now, as when the one server they all go to does not answer. */
  ready?(): Promise<boolean>
  /** Nothing is in hand and nothing is due: what was opened for the work can be closed. */
  idle?(): void
}

interface WorkerDeps<R extends QueueRow> {
  /** Named `<module>.<what>`, as jobs are. */
  readonly name: string
  readonly queue: Queue<R>
  readonly work: Work<R>
  readonly db: Db
  readonly clock: Clock
  readonly log: { warn(details: object, message: string): void; error(details: object, message: string): void }
  /** Rows in hand at once. */
  readonly concurrency: number
  /** Of these for one destination: one that hangs leaves room for the others. */
  readonly perDestination?: number
  /** How many of them are taken at once for one destination; one when not given. */
  readonly perTurn?: number
  /** How many places must be free before rows are taken for them, while others are in hand; `perTurn` when not given. */
  readonly handful?: number
  /**
   * How long an attempt keeps its place. One that takes longer goes on beside the others, so that any number of
   * destinations that hang leave all places to the rest; a destination that was slow, or failed, then gets one row at a
   * time until one goes well. Attempts must end by themselves, or what is in hand has no bound.
   */
  readonly patienceMs?: number
  /**
   * How long to rest after rows were taken, as a multiple of how long that took, where there is one writer: who waits long
   * for it waits because others want it, too.
   */
  readonly rest?: number
  /** How long the end of an attempt waits for others, to be written with them. */
  readonly gatherMs?: number
  /** Longer than an attempt can take; a node that died keeps its rows from the others for so long. */
  readonly leaseMs: number
  /** How soon it begins with what another node queued. */
  readonly pollMs?: number
}

const POLL_MS = 500
const MAX_RETREAT_MS = 60_000
const MAX_REST_MS = 250
/** More than the plan of any queue has, so that whoever comes here never got as far as the plan. */
const MAX_ATTEMPTS = 20

/** What an attempt holds while others can't begin for it. */
interface Place {
  /** Gives it back, once, and says whether the attempt went well. */
  release(wentWell: boolean): void
}

/** Works on the rows of one queue, beside the workers of other nodes. */
export class QueueWorker<R extends QueueRow> {
  readonly #deps: WorkerDeps<R>
  readonly #running = new Set<Promise<void>>()
  /** How many rows are in hand for each destination. */
  readonly #inHand = new Map<string, number>()
  /** Places that are taken: those of the attempts that are not slow. */
  #places = 0
  /** More could be taken if there were places. */
  #isFull = false
  /** Destinations that were slow or failed. */
  readonly #careful = new Set<string>()
  #filling: Promise<void> | undefined
  #askedAgain = false
  #started = false
  #stopped = false
  #timer: NodeJS.Timeout | undefined
  #failures = 0
  /** When the rest after the last rows is over, in the time of `performance.now()`. */
  #restedAt = 0
  readonly #endings: EndingWriter<R>
  constructor(deps: WorkerDeps<R>) {
    this.#deps = deps
    const { db, queue, gatherMs = 0 } = deps
    this.#endings = new EndingWriter({ db, queue, gatherMs, onLost: (count) => this.#warnOfLost(count) })
  }

  get #pollMs(): number {
    return this.#deps.pollMs ?? POLL_MS
  }

  get name(): string {
    return this.#deps.name
  }

  /** What waits for it, on all nodes. */
  backlog(): Promise<Backlog> {
    return this.#deps.queue.backlog()
  }

  /** Begins to take rows: when this process queues one, and every half second what is there. Timers keep no process alive. */
  start(): void {
    this.#started = true
    this.#deps.queue.onAdded(() => void this.#nudge())
    this.#pollIn(this.#pollMs)
  }

  /** Takes nothing more and waits for what is in hand. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#deps.queue.onAdded(undefined)
    clearTimeout(this.#timer)
    await Promise.allSettled([this.#filling])
    await Promise.all(this.#running)
  }

  /** Works until nothing is due and nothing is in hand. */
  async drain(): Promise<void> {
    await this.#fill()
    while (this.#running.size > 0) {
      await Promise.race(this.#running)
      await this.#fill()
    }
  }

  #pollIn(delayMs: number): void {
    if (!this.#stopped) this.#timer = setTimeout(() => void this.#poll(), delayMs).unref()
  }

  async #poll(): Promise<void> {
    await this.#nudge()
    this.#pollIn(Math.min(MAX_RETREAT_MS, this.#pollMs * 2 ** this.#failures))
  }

  /** Fills the free places; whoever calls can do nothing about an error. */
  async #nudge(): Promise<void> {
    try {
      await this.#fill()
      this.#failures = 0
    } catch (error) {
      this.#failures++
      this.#deps.log.error({ err: error, queue: this.name, failures: this.#failures }, 'a queue could not be read')
    }
  }

  /** One fill at a time, since the places in hand decide what may be taken; who asks meanwhile has it look again. */
  #fill(): Promise<void> {
    this.#askedAgain = true
    return (this.#filling ??= this.#fillWhileAsked())
  }

  async #fillWhileAsked(): Promise<void> {
    try {
      while (this.#askedAgain) {
        this.#askedAgain = false
        while (await this.#takeSome());
      }
      if (this.#running.size === 0) this.#deps.work.idle?.()
    } finally {
      // In the same turn as the last look, so that nobody asks between the two and is not heard.
      this.#filling = undefined
    }
  }

  /** Takes rows for free places and begins with them; false when there are none of one or the other. */
  async #takeSome(): Promise<boolean> {
    const { queue, clock, concurrency, perTurn = 1, handful = perTurn, rest = 0, leaseMs, work } = this.#deps
    await this.#finishRest()
    const limit = concurrency - this.#places
    // Rows are taken by the handful: to look for one whenever one is done would cost more than to send it.
    this.#isFull = limit < handful && this.#running.size > 0
    if (this.#isFull || limit <= 0) return false
    const now = clock.now()
    if (!(await queue.isDue(now))) return false
    if (work.ready && !(await work.ready())) return false
    if (this.#stopped) return false
    const careful = [...this.#careful]
    // What ended goes with the claim: on SQLite both share a commit.
    this.#endings.flush()
    const begunAt = performance.now()
    const rows = await queue.claim({ now, until: now + leaseMs, limit, busy: this.#busy(), perTurn, careful })
    const endedAt = performance.now()
    const restMs = hasOneWriter[this.#deps.db.engine] ? (endedAt - begunAt) * rest : 0
    this.#restedAt = endedAt + Math.min(MAX_REST_MS, restMs)
    for (const row of rows) {
      this.#begin(row, rows)
      // Requests that came meanwhile have their turn between two attempts.
      if (rows.length > 1) await nextTurn()
    }
    return rows.length > 0
  }

  async #finishRest(): Promise<void> {
    const leftMs = this.#restedAt - performance.now()
    if (leftMs > 1) await sleep(leftMs, undefined, { ref: false })
  }

  #busy(): string[] {
    return [...this.#inHand.keys()].filter((destination) => this.#isBusy(destination))
  }

  #isBusy(destination: string): boolean {
    const { perDestination = Infinity, perTurn = 1 } = this.#deps
    const count = this.#inHand.get(destination) ?? 0
    return count > 0 && (this.#careful.has(destination) || count > perDestination - perTurn)
  }

  #begin(row: R, taken: readonly R[]): void {
    const destination = this.#deps.queue.destinationOf(row)
    this.#count(destination, 1)
    const running = this.#work(row, taken, this.#takePlace(destination)).then(() => {
      this.#running.delete(running)
      this.#count(destination, -1)
      // A fill under way may have passed over this destination. Without a start, whoever drains begins the next one.
      this.#askedAgain = true
      if (this.#started && !this.#isBusy(destination)) void this.#nudge()
    })
    this.#running.add(running)
  }

  /** Never rejects: what fails comes back when its lease has run out. Others have the place while the end is written. */
  async #work(row: R, taken: readonly R[], place: Place): Promise<void> {
    const { work, log } = this.#deps
    try {
      const outcome = row.attempts > MAX_ATTEMPTS ? this.#abandon(row) : await work.handle(row, taken)
      place.release(outcome.failed !== true)
      await this.#settle(endedBy(row, outcome), outcome.also)
    } catch (error) {
      log.error({ err: error, queue: this.name, row: row.id, attempt: row.attempts }, 'an attempt failed')
      place.release(false)
    }
  }

  /** A place among those in hand, until the attempt is over or its patience is. */
  #takePlace(destination: string): Place {
    const { patienceMs } = this.#deps
    this.#places++
    let isTaken = true
    const release = (wentWell: boolean): void => {
      clearTimeout(timer)
      this.#judge(destination, isTaken && wentWell)
      if (!isTaken) return
      isTaken = false
      this.#places--
      if (this.#started && (this.#isFull || !wentWell)) void this.#nudge()
    }
    const timer = patienceMs === undefined ? undefined : setTimeout(() => release(false), patienceMs).unref()
    return { release }
  }

  #judge(destination: string, wentWell: boolean): void {
    if (this.#deps.patienceMs === undefined || wentWell) this.#careful.delete(destination)
    else this.#careful.add(destination)
  }

  #count(destination: string, change: 1 | -1): void {
    const count = (this.#inHand.get(destination) ?? 0) + change
    if (count === 0) this.#inHand.delete(destination)
    else this.#inHand.set(destination, count)
  }

  #abandon(row: R): Outcome<R> {
    const { work, log } = this.#deps
    log.error({ queue: this.name, row: row.id, attempts: row.attempts - 1 }, 'no attempt came to an end: given up')
    return work.abandon(row)
  }

  #settle(ended: Ended<R>, also: Outcome<R>['also']): Promise<void> {
    const { db, queue } = this.#deps
    if (also === undefined) return this.#endings.write(ended)
    return db.tx(async (tx) => {
      if ((await queue.write(tx, [ended])) === 1) await also(tx)
      else tx.afterCommit(() => this.#warnOfLost(1))
    })
  }

  #warnOfLost(count: number): void {
    this.#deps.log.warn({ queue: this.name, rows: count }, 'an attempt took longer than its lease')
  }
}

const endedBy = <R extends QueueRow>(row: R, outcome: Outcome<R>): Ended<R> =>
  'againAt' in outcome ? postponed(row, outcome.againAt, outcome) : finished(row, outcome.end)
