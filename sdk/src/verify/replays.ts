import { systemClock } from '#/client/clock.ts'
import type { Clock } from '#/client/options.ts'

/** Where the processes of an API remember together what they have seen: a proof is good once. */
export interface ReplayStore {
  /** Remembers a key until a time (seconds since 1970), in one step; whether it was not there yet. */
  claim(key: string, expiresAt: number): boolean | Promise<boolean>
}

interface MemoryReplayStoreOptions {
  readonly clock?: Clock | undefined
  /** How many are remembered at most: 1,000,000. */
  readonly maxEntries?: number | undefined
}

const MAX_ENTRIES = 1_000_000
// A look through all of them takes a while, so it is not for each request.
const SWEEP_SECONDS = 5

/** Remembers in this process alone: several processes need a store that they share, such as Redis. */
export class MemoryReplayStore implements ReplayStore {
  readonly #clock: Clock
  readonly #maxEntries: number
  readonly #expiresAt = new Map<string, number>()
  #sweepAt = 0

  constructor({ clock = systemClock, maxEntries = MAX_ENTRIES }: MemoryReplayStoreOptions = {}) {
    this.#clock = clock
    this.#maxEntries = maxEntries
  }

  /** What can't be remembered is refused, since nobody could tell when it comes again. */
  claim(key: string, expiresAt: number): boolean {
    const now = this.#clock.now() / 1000
    if (now >= this.#sweepAt) this.#sweep(now)
    if ((this.#expiresAt.get(key) ?? 0) > now) return false
    if (this.#expiresAt.size >= this.#maxEntries && !this.#expiresAt.has(key)) return false
    this.#expiresAt.set(key, expiresAt)
    return true
  }

  #sweep(now: number): void {
    this.#sweepAt = now + SWEEP_SECONDS
    for (const [key, expiresAt] of this.#expiresAt) if (expiresAt <= now) this.#expiresAt.delete(key)
  }
}
