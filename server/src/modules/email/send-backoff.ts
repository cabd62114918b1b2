import type { Clock } from '#/platform/clock.ts'

const FIRST_MS = 5000
const MAX_MS = 5 * 60_000

/**
 * When this node may bother a mail server again that failed: ever more seldom, so that nobody locks our account for
 * knocking. New settings are tried at once.
 */
export class SendBackoff {
  readonly #clock: Clock
  #failures = 0
  #until = 0
  #settingsOf = 0
  constructor(clock: Clock) {
    this.#clock = clock
  }

  allows(settingsOf: number): boolean {
    const now = this.#clock.now()
    const waiting = now < this.#until && this.#until <= now + MAX_MS
    return !waiting || settingsOf !== this.#settingsOf
  }

  succeeded(): void {
    this.#failures = 0
    this.#until = 0
  }

  failed(settingsOf: number): void {
    this.#failures = settingsOf === this.#settingsOf ? this.#failures + 1 : 1
    this.#settingsOf = settingsOf
    this.#until = this.#clock.now() + Math.min(MAX_MS, FIRST_MS * 2 ** (this.#failures - 1))
  }
}
