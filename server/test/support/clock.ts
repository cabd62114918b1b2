import type { Clock } from '#/platform/clock.ts'

/** A clock that stands still until the test moves it. */
export class TestClock implements Clock {
  #now: number

  constructor(start = Date.UTC(2026, 0, 15, 12)) {
    this.#now = start
  }

  now(): number {
    return this.#now
  }

  advance(millis: number): void {
    this.#now += millis
  }

  set(millis: number): void {
    this.#now = millis
  }
}
