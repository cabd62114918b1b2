const MAX_AGE_MS = 1000

/**
 * Shared state that every request reads: kept for a second, because all nodes must see a change within that time, and
 * loaded once however many ask. A load that fails fails those who asked; old state is never used past its age.
 */
export class Snapshot<T> {
  readonly #load: () => Promise<T>
  readonly #monotonicMs: () => number
  readonly #maxAgeMs: number
  #loading: Promise<T> | undefined
  #startedAt = 0

  constructor(load: () => Promise<T>, monotonicMs: () => number = () => performance.now(), maxAgeMs = MAX_AGE_MS) {
    this.#load = load
    this.#monotonicMs = monotonicMs
    this.#maxAgeMs = maxAgeMs
  }

  current(): Promise<T> {
    const now = this.#monotonicMs()
    if (this.#loading === undefined || now - this.#startedAt >= this.#maxAgeMs) this.#reload(now)
    return this.#loading as Promise<T>
  }

  /** Makes the next caller load, after this node changed the state itself. */
  invalidate(): void {
    this.#loading = undefined
  }

  #reload(now: number): void {
    const loading = this.#load()
    this.#loading = loading
    // Age counts from before the load, because what it saw may be that old.
    this.#startedAt = now
    loading.catch(() => {
      if (this.#loading === loading) this.#loading = undefined
    })
  }
}
