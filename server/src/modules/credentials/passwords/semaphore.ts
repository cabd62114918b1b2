import { AppError, commonErrors } from '#/platform/errors/app-error.ts'

interface SlotsOptions {
  /** How much work runs at once. */
  readonly slots: number
  /** How much work may wait for its turn; what comes on top is turned away. */
  readonly waiting: number
}

/** A small number of places for work that costs much, so that a storm of it can't take the machine from the rest. */
export class Semaphore {
  #free: number
  readonly #longest: number
  readonly #queue: (() => void)[] = []

  constructor({ slots, waiting }: SlotsOptions) {
    this.#free = slots
    this.#longest = waiting
  }

  /** Does the work when a place is free, in the order of asking; throws `unavailable` at once when too many wait. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter()
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  #enter(): Promise<void> {
    if (this.#free > 0) {
      this.#free--
      return Promise.resolve()
    }
    if (this.#queue.length >= this.#longest) {
      throw new AppError(commonErrors.unavailable, { headers: { 'retry-after': '2' } })
    }
    return new Promise((resolve) => this.#queue.push(resolve))
  }

  // The place goes from hand to hand, so that nobody slips in between.
  #leave(): void {
    const next = this.#queue.shift()
    if (next) next()
    else this.#free++
  }
}
