import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { Semaphore } from './semaphore.ts'
import type { StrengthQuestion } from './strength-worker.ts'

// Less than a hundred million guesses: a word with a year and a sign, a walk over the keyboard. Eight characters at random
// are taken to need that many, so nobody with a password manager is refused.
const MIN_GUESSES = 1e8

// What follows only adds to what the first characters are worth, and the work grows with the length.
const MAX_CHARACTERS = 64

// The dictionaries take about 90 MB, which a server whose people have their passwords needs not keep.
const IDLE_MS = 60_000
const MAX_WAIT_MS = 10_000

/**
 * Estimates how many guesses a password stands. The work and its dictionaries are in a thread of their own, which begins
 * with the first question: estimating takes milliseconds, and up to half a second for what was made to take long.
 */
export class PasswordStrength {
  static #shared: PasswordStrength | undefined
  readonly #slots = new Semaphore({ slots: 1, waiting: 32 })
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined

  /** The one of this process: its dictionaries are not loaded twice. */
  static shared(): PasswordStrength {
    return (PasswordStrength.#shared ??= new PasswordStrength())
  }

  /** Whether a password is soon guessed by somebody who knows these words. Throws `unavailable` when nobody can tell. */
  async isGuessable(password: string, words: readonly string[]): Promise<boolean> {
    const begin = [...password].slice(0, MAX_CHARACTERS).join('')
    return (await this.#slots.run(() => this.#ask({ password: begin, words }))) < MIN_GUESSES
  }

  async #ask(question: StrengthQuestion): Promise<number> {
    clearTimeout(this.#idle)
    const worker = (this.#worker ??= new Worker(new URL('./strength-worker.ts', import.meta.url)))
    worker.ref()
    try {
      const answer = once(worker, 'message', { signal: AbortSignal.timeout(MAX_WAIT_MS) })
      worker.postMessage(question, [])
      const [guesses] = (await answer) as [number]
      worker.unref()
      this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref()
      return guesses
    } catch (cause) {
      this.#end()
      throw new AppError(commonErrors.unavailable, { headers: { 'retry-after': '2' }, cause })
    }
  }

  #end(): void {
    void this.#worker?.terminate()
    this.#worker = undefined
  }
}
