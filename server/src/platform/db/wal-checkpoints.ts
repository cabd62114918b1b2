import { Threads } from '#/platform/threads.ts'
import type { LogPages, SqliteConnection, WrittenFile } from './sqlite.ts'

interface WalCheckpointsDeps extends WrittenFile {
  /** The connection that writes. */
  readonly writing: SqliteConnection
  /** How long the thread stays when nothing is to copy, in milliseconds. */
  readonly idleMs?: number
}

const LOOK_EVERY_MS = 100
/** With fewer commits than one in this time, a copy on the event loop now and then keeps nobody waiting. */
const BUSY_MS = 100
/** So many pages are worth a copy. Many of them are there several times and copied once. */
const WORTH_PAGES = 1000
/** A log of this length begins anew as soon as all of it is copied. */
const LONG_PAGES = 2000
const IDLE_MS = 10_000
/** After a copy in vain: somebody reads what is older than the log. */
const REST_MS = 1000
const FAILED_REST_MS = 60_000
/** Much that was not copied, on a slow disk. */
const LONGEST_MS = 10 * 60_000

/**
 * Copies the write-ahead log of SQLite into its file, in a thread with a connection of its own: left to SQLite, whichever commit
 * makes the log long copies it and waits for the disk, and with it the event loop. The thread begins when there is much to copy
 * while others write, and ends soon after. Where it fails or doesn't keep up, the connection that writes does it as ever.
 */
export class WalCheckpoints {
  readonly #writing: SqliteConnection
  readonly #threads: Threads<'copy'>
  #isCopying = false
  #commits = 0
  #lookedAt = 0
  #restsUntil = 0
  /** How many copies a thread has made. */
  count = 0
  constructor({ writing, idleMs = IDLE_MS, ...data }: WalCheckpointsDeps) {
    const options = { data: data satisfies WrittenFile, longestMs: LONGEST_MS, idleMs }
    this.#writing = writing
    this.#threads = new Threads(new URL('./wal-checkpoint-worker.ts', import.meta.url), options)
  }

  /** Whether a thread is there. */
  get isRunning(): boolean {
    return this.#threads.count > 0
  }

  /** To be called after each commit. */
  committed(): void {
    this.#commits++
    const now = performance.now()
    const passedMs = now - this.#lookedAt
    if (passedMs < LOOK_EVERY_MS) return
    const isBusy = passedMs < this.#commits * BUSY_MS
    this.#commits = 0
    this.#lookedAt = now
    if (!isBusy || this.#isCopying || now < this.#restsUntil) return
    // The commit is done: nothing that goes wrong here is about it.
    try {
      const { written, copied } = this.#writing.logPages()
      if (written - copied >= WORTH_PAGES) void this.#copy(copied)
    } catch {
      this.#rest(FAILED_REST_MS)
    }
  }

  /** Ends the thread, and waits until it has let go of the file. */
  close(): Promise<void> {
    return this.#threads.close()
  }

  async #copy(before: number): Promise<void> {
    this.#isCopying = true
    try {
      const { written, copied } = await this.#threads.ask<LogPages>('copy')
      this.count++
      if (copied === before) this.#rest(REST_MS)
      // The few pages since: only when all is copied does the next write begin the log anew.
      if (written >= LONG_PAGES && !this.#writing.isTransaction) this.#writing.checkpoint()
    } catch {
      this.#rest(FAILED_REST_MS)
    } finally {
      this.#isCopying = false
    }
  }

  #rest(millis: number): void {
    this.#restsUntil = performance.now() + millis
  }
}
