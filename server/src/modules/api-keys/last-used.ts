import type { Clock } from '#/platform/clock.ts'
import type { ApiKey } from './api-key.ts'
import type { ApiKeyStore } from './store.ts'

interface UseNotesDeps {
  readonly store: ApiKeyStore
  readonly clock: Clock
}

const EVERY_MS = 60_000

/**
 * Notes when keys were used last, at most once a minute each. No request waits for a note, and a disk that is full or a
 * database that is busy keeps nobody from reading: only the note is lost.
 */
export class UseNotes {
  readonly #deps: UseNotesDeps
  readonly #writing = new Map<string, Promise<void>>()
  constructor(deps: UseNotesDeps) {
    this.#deps = deps
  }

  note(key: ApiKey, ip: string): void {
    const stale = this.#deps.clock.now() - EVERY_MS
    if ((key.lastUsedAt !== null && key.lastUsedAt > stale) || this.#writing.has(key.id)) return
    const writing = this.#deps.store
      .touch(key.id, this.#deps.clock.now(), ip, stale)
      .catch(() => undefined)
      .finally(() => this.#writing.delete(key.id))
    this.#writing.set(key.id, writing)
  }

  /** Resolves when nothing is being written any more. */
  async settled(): Promise<void> {
    await Promise.all(this.#writing.values())
  }
}
