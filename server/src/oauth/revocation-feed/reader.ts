import { setTimeout as sleep } from 'node:timers/promises'

/** One who follows the feed: woken when somebody looked, and at the end. */
export class FeedReader {
  readonly #onStop: () => void
  #isOver = false
  #wake = new AbortController()

  constructor(onStop: () => void) {
    this.#onStop = onStop
  }

  /** Whether nothing will come any more. */
  get isOver(): boolean {
    return this.#isOver
  }

  wake(): void {
    this.#wake.abort()
  }

  /** Waits until somebody looks, but not longer than `withinMs`. */
  async woken(withinMs: number): Promise<void> {
    if (!this.#isOver) {
      await sleep(withinMs, undefined, { signal: this.#wake.signal, ref: false }).catch(() => undefined)
    }
    this.#wake = new AbortController()
  }

  stop(): void {
    this.#isOver = true
    this.#wake.abort()
    this.#onStop()
  }
}
