import { setTimeout as pause } from 'node:timers/promises'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'

/** What an errand says when it fails; a pino logger fits. */
export interface ErrandLog {
  error(fields: object, message: string): void
}

const MAX_WAITING = 500
// Long enough for the answer to have left before the work begins.
const DELAY_MS = 20

/**
 * Work that begins after the answer has left, one piece after the other, so that neither an answer nor its time tells
 * what the work finds. What is not done when the process dies is lost: only work that may be asked for again is an errand.
 */
export class DeferredTasks {
  readonly #log: ErrandLog
  #waiting = 0
  #last: Promise<void> = Promise.resolve()
  constructor(log: ErrandLog) {
    this.#log = log
  }

  /** Takes work on. Throws `unavailable` when too much of it waits, whatever it is. */
  add(work: () => Promise<void>): void {
    if (this.#waiting >= MAX_WAITING) {
      throw new AppError(commonErrors.unavailable, { headers: { 'retry-after': '10' } })
    }
    this.#waiting++
    this.#last = this.#last.then(() => this.#run(work))
  }

  /** Resolves when everything taken on so far is done. */
  settled(): Promise<void> {
    return this.#last
  }

  async #run(work: () => Promise<void>): Promise<void> {
    try {
      await pause(DELAY_MS)
      await work()
    } catch (error) {
      this.#log.error({ err: error }, 'an errand failed')
    } finally {
      this.#waiting--
    }
  }
}
