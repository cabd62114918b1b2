import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import type { Backlog, Queue, QueueRow } from './queue.ts'

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
  /** One attempt at one row. It must end before the lease does; an error leaves the row until its lease ran out. */
  handle(row: R): Promise<Outcome<R>>
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
  /**
   * How long an attempt keeps its place. One that takes longer goes on beside the others, so that any number of
   * destinations that hang leave all places to the rest; a destination that was slow, or failed, then gets one row at a
   * time until one goes well. Attempts must end by themselves, or what is in hand has no bound.
   */
  readonly patienceMs?: number
  /** Longer than an attempt can take; a node that died keeps its rows from the others for so long. */
  readonly leaseMs: number
  /** How soon it begins with what another node queued. */
  readonly pollMs?: number
}

const POLL_MS = 500
const MAX_RETREAT_MS = 60_000

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
  constructor(deps: WorkerDeps<R>) {
    this.#deps = deps
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
    const { queue, clock, concurrency, perTurn = 1, leaseMs, work } = this.#deps
    const limit = concurrency - this.#places
    // Rows are taken by the handful: to look for one whenever one is done would cost more than to send it.
    this.#isFull = limit < perTurn && this.#running.size > 0
    if (this.#isFull || limit <= 0) return false
    const now = clock.now()
    if (!(await queue.isDue(now))) return false
    if (work.ready && !(await work.ready())) return false
    if (this.#stopped) return false
    const careful = [...this.#careful]
    const rows = await queue.claim({ now, until: now + leaseMs, limit, busy: this.#busy(), perTurn, careful })
    for (const row of rows) {
      this.#begin(row)
      // Requests that came meanwhile have their turn between two attempts.
      if (rows.length > 1) await nextTurn()
    }
    return rows.length > 0
  }

  #busy(): string[] {
    return [...this.#inHand.keys()].filter((destination) => this.#isBusy(destination))
  }

  #isBusy(destination: string): boolean {
    const { perDestination = Infinity, perTurn = 1 } = this.#deps
    const count = this.#inHand.get(destination) ?? 0
    return count > 0 && (this.#careful.has(destination) || count > perDestination - perTurn)
  }

  #begin(row: R): void {
    const destination = this.#deps.queue.destinationOf(row)
    this.#count(destination, 1)
    const place = this.#takePlace(destination)
    const running = this.#attempt(row).then((wentWell) => {
      this.#running.delete(running)
      this.#count(destination, -1)
      this.#judge(destination, place.release() && wentWell)
      // A fill under way may have passed over this destination. Without a start, whoever drains begins the next one.
      this.#askedAgain = true
      if (this.#started && (this.#isFull || !this.#isBusy(destination))) void this.#nudge()
    })
    this.#running.add(running)
  }

  /** A place among those in hand. `release` gives it back, and returns false when it was lost before. */
  #takePlace(destination: string): { release(): boolean } {
    this.#places++
    let isTaken = true
    const release = (): boolean => {
      const wasTaken = isTaken
      if (isTaken) this.#places--
      isTaken = false
      clearTimeout(timer)
      return wasTaken
    }
    const lose = (): void => {
      release()
      this.#judge(destination, false)
      if (this.#started) void this.#nudge()
    }
    const { patienceMs } = this.#deps
    const timer = patienceMs === undefined ? undefined : setTimeout(lose, patienceMs).unref()
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

  /** Returns whether it went well. Never rejects: what fails comes back when its lease has run out. */
  async #attempt(row: R): Promise<boolean> {
    const { work, log } = this.#deps
    try {
      const outcome = await work.handle(row)
      const isOurs = await this.#settle(row, outcome)
      if (!isOurs) log.warn({ queue: this.name, row: row.id }, 'an attempt took longer than its lease')
      return isOurs && outcome.failed !== true
    } catch (error) {
      log.error({ err: error, queue: this.name, row: row.id, attempt: row.attempts }, 'an attempt failed')
      return false
    }
  }

  /** One statement needs no transaction around it. */
  #settle(row: R, outcome: Outcome<R>): Promise<boolean> {
    const { db } = this.#deps
    const { also } = outcome
    if (also === undefined) return this.#end(db, row, outcome)
    return db.tx(async (tx) => {
      const isOurs = await this.#end(tx, row, outcome)
      if (isOurs) await also(tx)
      return isOurs
    })
  }

  #end(queries: Queries, row: R, outcome: Outcome<R>): Promise<boolean> {
    const { queue } = this.#deps
    if ('againAt' in outcome) return queue.postpone(queries, row, outcome.againAt, outcome)
    return queue.finish(queries, row, outcome.end)
  }
}
