/** What a pause came to. */
export interface Pause<T> {
  readonly value: T
  /** False when requests under way took longer than the pause would wait, and ran on during the work. */
  readonly drained: boolean
}

/**
 * Counts the requests under way and can hold new ones back for a moment. Nobody is turned away: what arrives during a
 * pause waits, and goes on when the pause is over.
 */
export class RequestGate {
  #underWay = 0
  #pause: PromiseWithResolvers<void> | undefined
  #onQuiet: (() => void) | undefined

  /** Whether a request that arrives now has to wait. */
  get isClosed(): boolean {
    return this.#pause !== undefined
  }

  /** Resolves when no pause keeps requests back. */
  async opened(): Promise<void> {
    while (this.#pause) await this.#pause.promise
  }

  /** A request is under way; every call needs its `leave`. */
  enter(): void {
    this.#underWay++
  }

  leave(): void {
    if (--this.#underWay === 0) this.#onQuiet?.()
  }

  /**
   * Holds new requests back, waits for those under way, but not longer than `withinMs`, does the work and lets everyone
   * on. Called by a request, which stands aside meanwhile; of two at once the second waits for the first.
   */
  async pause<T>(work: () => Promise<T>, withinMs: number): Promise<Pause<T>> {
    this.leave()
    try {
      // No other turn of the loop between the last look and the closing: two pauses never overlap.
      while (this.#pause) await this.#pause.promise
      const pause = Promise.withResolvers<void>()
      this.#pause = pause
      try {
        const drained = await this.#quiet(withinMs)
        return { value: await work(), drained }
      } finally {
        this.#pause = undefined
        pause.resolve()
      }
    } finally {
      this.enter()
    }
  }

  #quiet(withinMs: number): Promise<boolean> {
    if (this.#underWay === 0) return Promise.resolve(true)
    return new Promise((resolve) => {
      const settle = (quiet: boolean): void => {
        clearTimeout(timer)
        this.#onQuiet = undefined
        resolve(quiet)
      }
      const timer = setTimeout(() => settle(false), withinMs)
      this.#onQuiet = () => settle(true)
    })
  }
}
