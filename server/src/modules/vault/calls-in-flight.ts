import { tooManyRequests } from '#/platform/errors/too-many-requests.ts'

const MAX_AT_ONCE = 64
const RETRY_AFTER_SECONDS = 1

/**
 * The calls of each account that this node waits for. A provider that hangs must not take the connections and the memory of a
 * node from everybody else, however many agents go on calling it.
 */
export class CallsInFlight {
  readonly #counts = new Map<string, number>()

  /** Counts one more; returns what ends it, once. Throws the 429 when there are too many. */
  enter(connectionId: string): () => void {
    const count = this.#counts.get(connectionId) ?? 0
    if (count >= MAX_AT_ONCE) throw tooManyRequests(RETRY_AFTER_SECONDS)
    this.#counts.set(connectionId, count + 1)
    let isOver = false
    return () => {
      if (!isOver) this.#leave(connectionId)
      isOver = true
    }
  }

  #leave(connectionId: string): void {
    const count = (this.#counts.get(connectionId) ?? 1) - 1
    if (count === 0) this.#counts.delete(connectionId)
    else this.#counts.set(connectionId, count)
  }
}
