interface Refusal {
  /** What tells one rule from another: a name whose rule was changed is asked about anew. */
  readonly rule: number
  readonly until: number
  /** When the database was last asked, or is just being asked. */
  askedAt: number
  askedAtMonotonic: number
}

/** Half of the second within which all nodes see a change: whoever asks again may take as long once more. */
const TRUSTED_MS = 500
const MAX_NAMES = 10_000

/**
 * The limits that refused a moment ago. A flood of what is refused would otherwise queue at one row of the database, on
 * PostgreSQL with a lock and a commit each, and keep everybody else waiting. One in half a second asks again, nobody before.
 */
export class Refusals {
  /** A Map keeps insertion order, so its first key is the name that was refused longest ago. */
  readonly #byName = new Map<string, Refusal>()

  /** Until when a name is refused, by the clock of whoever asks; undefined when the database is to be asked. */
  find(name: string, rule: number, now: number): number | undefined {
    const refusal = this.#byName.get(name)
    if (refusal === undefined) return undefined
    const monotonic = performance.now()
    const isOver = now >= refusal.until || now < refusal.askedAt || refusal.rule !== rule
    if (!isOver && now - refusal.askedAt < TRUSTED_MS && monotonic - refusal.askedAtMonotonic < TRUSTED_MS) {
      return refusal.until
    }
    if (isOver) this.#byName.delete(name)
    // This caller asks; those who come meanwhile take it that nothing has changed.
    else Object.assign(refusal, { askedAt: now, askedAtMonotonic: monotonic })
    return undefined
  }

  note(name: string, rule: number, { now, until }: { readonly now: number; readonly until: number }): void {
    this.#byName.delete(name)
    this.#byName.set(name, { rule, until, askedAt: now, askedAtMonotonic: performance.now() })
    if (this.#byName.size <= MAX_NAMES) return
    const [oldest] = this.#byName.keys()
    if (oldest !== undefined) this.#byName.delete(oldest)
  }

  forget(name: string): void {
    this.#byName.delete(name)
  }
}
