import { Threads } from '#/platform/threads.ts'
import { Semaphore } from './semaphore.ts'
import type { StrengthQuestion } from './strength-worker.ts'

// Less than a hundred million guesses: a word with a year and a sign, a walk over the keyboard. Eight characters at random
// are taken to need that many, so nobody with a password manager is refused.
const MIN_GUESSES = 1e8

// What follows only adds to what the first characters are worth, and the work grows with the length.
const MAX_CHARACTERS = 64

const LONGEST_MS = 10_000

/**
 * Estimates how many guesses a password stands. The work and its dictionaries of 90 MB are in a thread: estimating takes
 * milliseconds, and up to half a second for what was made to take long.
 */
export class PasswordStrength {
  static #shared: PasswordStrength | undefined
  readonly #slots = new Semaphore({ slots: 1, waiting: 32 })
  readonly #threads = new Threads<StrengthQuestion>(new URL('./strength-worker.ts', import.meta.url), {
    longestMs: LONGEST_MS,
  })

  /** The one of this process: its dictionaries are not loaded twice. */
  static shared(): PasswordStrength {
    return (PasswordStrength.#shared ??= new PasswordStrength())
  }

  /** Whether a password is soon guessed by somebody who knows these words. Throws `unavailable` when nobody can tell. */
  async isGuessable(password: string, words: readonly string[]): Promise<boolean> {
    const begin = [...password].slice(0, MAX_CHARACTERS).join('')
    const question = { password: begin, words }
    return (await this.#slots.run(() => this.#threads.ask<number>(question))) < MIN_GUESSES
  }
}
