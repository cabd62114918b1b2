import type { Db } from '#/platform/db/db.ts'
import type { Ended } from './endings.ts'
import type { Queue } from './queue.ts'
import type { QueueRow } from './queue-row.ts'

interface EndingWriterDeps<R extends QueueRow> {
  readonly db: Db
  readonly queue: Queue<R>
  /** How long the first one waits for others. */
  readonly gatherMs: number
  /** Hears how many rows of those that were written had lost their lease. */
  readonly onLost: (count: number) => void
}

interface Waiting<R> {
  readonly ended: Ended<R>
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

const MAX_AT_ONCE = 64

/**
 * Writes how rows end. What ends while others are gathered or written is written next, together, so that many share a
 * statement and a commit. Whoever crashes before that begins those rows again.
 */
export class EndingWriter<R extends QueueRow> {
  readonly #deps: EndingWriterDeps<R>
  readonly #waiting: Waiting<R>[] = []
  #isWriting = false
  /** Ends the time of gathering. */
  #begin: (() => void) | undefined
  constructor(deps: EndingWriterDeps<R>) {
    this.#deps = deps
  }

  /** Resolves when the end of a row is written, or found to be nothing of ours any more. */
  write(ended: Ended<R>): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.push({ ended, resolve, reject })
    if (!this.#isWriting) void this.#writeAll()
    return promise
  }

  /** Waits for no more. */
  flush(): void {
    this.#begin?.()
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true
    while (this.#waiting.length > 0) {
      if (this.#deps.gatherMs > 0) await this.#gather()
      await this.#writeTogether(this.#waiting.splice(0, MAX_AT_ONCE))
    }
    this.#isWriting = false
  }

  #gather(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#deps.gatherMs)
      this.#begin = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Each alone when they can't be written together: one that no database takes must not keep its neighbours back. */
  async #writeTogether(some: readonly Waiting<R>[]): Promise<void> {
    const { db, queue, onLost } = this.#deps
    try {
      const held = await queue.write(
        db,
        some.map(({ ended }) => ended),
      )
      if (held < some.length) onLost(some.length - held)
      for (const { resolve } of some) resolve()
    } catch (error) {
      if (some.length > 1) for (const one of some) await this.#writeTogether([one])
      else for (const { reject } of some) reject(error)
    }
  }
}
