/** Whether requests go to an upstream: `open` means none does, `half-open` that one tries. */
export type CircuitState = 'closed' | 'open' | 'half-open'

const FAILURES = 5
const OPEN_MS = 10_000

/**
 * The circuit breaker of one upstream on this node. After failures in a row nothing is sent there for a while; then one
 * request tries, and its outcome decides. Only what the upstream did not answer counts, never what it answered.
 */
export class Circuit {
  readonly #monotonicMs: () => number
  #failures = 0
  #openedAt: number | undefined
  #trying = false

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs
  }

  get state(): CircuitState {
    if (this.#openedAt === undefined) return 'closed'
    return this.#monotonicMs() - this.#openedAt >= OPEN_MS ? 'half-open' : 'open'
  }

  get failures(): number {
    return this.#failures
  }

  /** Whether a request may go there now; whoever is let in says how it went. */
  admit(): boolean {
    if (this.state === 'closed') return true
    if (this.state === 'open' || this.#trying) return false
    this.#trying = true
    return true
  }

  succeeded(): void {
    this.#failures = 0
    this.#openedAt = undefined
    this.#trying = false
  }

  failed(): void {
    this.#failures += 1
    if (this.#failures >= FAILURES || this.#trying) this.#openedAt = this.#monotonicMs()
    this.#trying = false
  }

  /** It ended without saying anything of the upstream, such as when its client went away. */
  released(): void {
    this.#trying = false
  }

  /** How long until the next try, in seconds. */
  retryAfterSeconds(): number {
    if (this.#openedAt === undefined) return 1
    return Math.max(1, Math.ceil((this.#openedAt + OPEN_MS - this.#monotonicMs()) / 1000))
  }
}
