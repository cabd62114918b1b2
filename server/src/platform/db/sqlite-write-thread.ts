import { availableParallelism } from 'node:os'
import { Threads } from '#/platform/threads.ts'
import { DatabaseUnavailable } from './errors.ts'
import { errorFromWire, outcomeFromWire, WireWriter } from './sqlite-wire.ts'
import type { WrittenFile } from './sqlite.ts'
import type { WireAnswer, WireBatch } from './sqlite-wire.ts'
import type { Outcome, SqliteWork } from './sqlite-works.ts'

interface WriteThreadOptions extends WrittenFile {
  /** The part of the time that writing has to take for a thread to be worth it; 0 wants one from the first commit on. */
  readonly fromPart?: number
  /** How long the thread stays when writing takes less, in milliseconds. */
  readonly staysMs?: number
}

/** Much written at once, on a slow disk. */
const LONGEST_MS = 60_000
const WINDOW_MS = 200
const FROM_PART = 0.25
const STAYS_MS = 10_000
/** After one that could not begin, or broke. */
const FAILED_REST_MS = 60_000

/**
 * Commits what needs no look at what it reads meanwhile, in a thread with a connection of its own: neither statements nor the wait
 * for the disk keep the event loop from anything else. The thread begins when writing takes a quarter of the time, where there is a
 * processor for it, and ends when nobody writes much. Until it is there, and for a minute after it failed, all is written on the event
 * loop.
 */
export class SqliteWriteThread {
  readonly #threads: Threads<WireBatch>
  readonly #wire = new WireWriter()
  readonly #fromPart: number
  readonly #staysMs: number
  #isThere = false
  #windowAt = performance.now()
  #tookMs = 0
  #wantedUntil = 0
  #restsUntil = 0

  constructor({ fromPart = FROM_PART, staysMs = STAYS_MS, ...data }: WriteThreadOptions) {
    this.#fromPart = availableParallelism() > 1 ? fromPart : Number.POSITIVE_INFINITY
    this.#staysMs = staysMs
    const file = new URL('./sqlite-write-worker.ts', import.meta.url)
    this.#threads = new Threads(file, { data: data satisfies WrittenFile, longestMs: LONGEST_MS, idleMs: staysMs })
  }

  /** Whether it is there, and worth the way to it. */
  get isReady(): boolean {
    return this.#isThere && this.#threads.free > 0 && performance.now() < this.#wantedUntil
  }

  /** How many threads there are: one at most. */
  get count(): number {
    return this.#threads.count
  }

  /** Learns how long writing took, in milliseconds, wherever that was. */
  took(milliseconds: number): void {
    this.#tookMs += milliseconds
    const now = performance.now()
    const passedMs = now - this.#windowAt
    if (passedMs < WINDOW_MS) return
    const isMuch = this.#tookMs >= passedMs * this.#fromPart
    this.#windowAt = now
    this.#tookMs = 0
    if (!isMuch) return
    this.#wantedUntil = now + this.#staysMs
    if (this.#threads.count === 0 && now >= this.#restsUntil) void this.#begin()
  }

  /**
   * Does it all in one transaction. Throws DatabaseUnavailable when nothing of it was done, or when nobody knows since the thread
   * broke.
   */
  async commit(works: readonly SqliteWork[]): Promise<Outcome[]> {
    const answer = await this.#ask(works)
    this.took(answer.tookMs)
    if ('failure' in answer) throw errorFromWire(answer.failure)
    return answer.outcomes.map(outcomeFromWire)
  }

  /** Ends the thread, and waits until it has let go of the file. */
  close(): Promise<void> {
    return this.#threads.close()
  }

  async #begin(): Promise<void> {
    this.#isThere = false
    await this.#ask([]).then(
      () => (this.#isThere = true),
      () => undefined,
    )
  }

  async #ask(works: readonly SqliteWork[]): Promise<WireAnswer> {
    try {
      return await this.#threads.ask<WireAnswer>(this.#wire.batch(works))
    } catch (cause) {
      this.#isThere = false
      this.#restsUntil = performance.now() + FAILED_REST_MS
      throw new DatabaseUnavailable('the thread that writes broke', { cause })
    }
  }
}
