import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { Semaphore } from './semaphore.ts'
import type { LimitRule, Limits } from '#/platform/rate-limit/limits.ts'

interface SlowTriesDeps {
  readonly limits: Limits
  readonly pause?: (millis: number) => Promise<void>
}

/** Who tries: at which account, and how often their network was wrong there. */
interface Place {
  readonly account: string
  readonly failures: number
}

interface Waiting extends Place {
  start(): void
  giveUp(): void
}

// What is under way is a timer most of the time; what hashes is one, so that a storm takes one core at most.
const MAX_ACCOUNTS = 32
const MAX_WAITING = 64
const HASHING = { slots: 1, waiting: MAX_ACCOUNTS }
// Two who wait, and one of whom somebody waits to be told that they were wrong: within what proxies and browsers bear.
const MAX_WAITING_OF_ACCOUNT = 2

// Each wrong try doubles the time until the next one at that account, from a quarter of a second to sixteen. It is
// forgotten step by step in an hour.
const WRONG: LimitRule = { burst: 6, periodMs: 60 * 60_000 }
const FIRST_PAUSE_MS = 250

/**
 * Tries at the passwords of people whom so many guess at that their budget is spent. One at a time for an account on each
 * node, with a growing pause after each that was wrong; the right one goes on at once. When places run out, those go who
 * guessed most: whoever comes from a network that has not been wrong yet is next, so a crowd that guesses can't keep
 * them out. What finds no place gets `unavailable` and may come again.
 */
export class SlowTries {
  readonly #limits: Limits
  readonly #pause: (millis: number) => Promise<void>
  readonly #hashing = new Semaphore(HASHING)
  readonly #busy = new Set<string>()
  #waiting: readonly Waiting[] = []

  constructor({ limits, pause }: SlowTriesDeps) {
    this.#limits = limits
    this.#pause = pause ?? ((millis) => sleep(millis))
  }

  /** Does the try in its turn: what it finds, or undefined after the pause when it was wrong. `onNoPlace` undoes what it took. */
  async run<T>(
    place: Place,
    work: () => Promise<T | undefined>,
    onNoPlace: () => Promise<void>,
  ): Promise<T | undefined> {
    const hasPlace = await this.#enter(place)
    if (!hasPlace) {
      await onNoPlace()
      throw new AppError(commonErrors.unavailable, { headers: { 'retry-after': '2' } })
    }
    try {
      const found = await this.#hashing.run(work)
      if (found === undefined) await this.#slowDown(place.account)
      return found
    } finally {
      this.#leave(place.account)
    }
  }

  async #slowDown(account: string): Promise<void> {
    const name = `login_slow:${account}`
    const wrongBefore = await this.#limits.count(name, WRONG)
    await this.#limits.hit(name, WRONG)
    await this.#pause(FIRST_PAUSE_MS * 2 ** wrongBefore)
  }

  /** Whether the try may begin, as soon as it may. */
  #enter(place: Place): Promise<boolean> {
    if (!this.#busy.has(place.account) && this.#busy.size < MAX_ACCOUNTS) {
      this.#busy.add(place.account)
      return Promise.resolve(true)
    }
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const mine = { ...place, start: () => resolve(true), giveUp: () => resolve(false) }
    this.#waiting = [...this.#waiting, mine]
    this.#makeRoom(
      this.#waiting.filter(({ account }) => account === place.account),
      MAX_WAITING_OF_ACCOUNT,
    )
    this.#makeRoom(this.#waiting, MAX_WAITING)
    return promise
  }

  /** Sends one away where too many wait: of those who guessed most, the last to come. */
  #makeRoom(among: readonly Waiting[], most: number): void {
    if (among.length <= most) return
    const worst = among.reduce((one, other) => (other.failures >= one.failures ? other : one))
    this.#waiting = this.#waiting.filter((one) => one !== worst)
    worst.giveUp()
  }

  /** The next one: of those whose account is free, who guessed least, the first to come. */
  #leave(left: string): void {
    this.#busy.delete(left)
    const ready = this.#waiting.filter(({ account }) => !this.#busy.has(account))
    if (ready.length === 0) return
    const next = ready.reduce((one, other) => (other.failures < one.failures ? other : one))
    this.#waiting = this.#waiting.filter((one) => one !== next)
    this.#busy.add(next.account)
    next.start()
  }
}
