import { performance } from 'node:perf_hooks'
import { sql } from '#/platform/db/sql.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'

interface WriteProbeDeps {
  readonly db: Db
  readonly clock: Clock
  /** How long a finding counts, in milliseconds. */
  readonly countsForMs?: number
}

const COUNTS_FOR_MS = 2000

/**
 * Finds out whether the database takes writes: one that only reads, on a full disk or a replica, answers every question
 * of health and still signs nobody in. Anybody may ask, so there is one write in two seconds, however many do.
 */
export class WriteProbe {
  readonly #deps: WriteProbeDeps
  #finding: Promise<void> | undefined
  #foundAt = 0
  constructor(deps: WriteProbeDeps) {
    this.#deps = deps
  }

  /** Rejects when the last write failed. */
  check(): Promise<void> {
    const { countsForMs = COUNTS_FOR_MS } = this.#deps
    if (this.#finding && performance.now() - this.#foundAt < countsForMs) return this.#finding
    this.#foundAt = Infinity
    const settled = (): void => void (this.#foundAt = performance.now())
    this.#finding = this.#write()
    this.#finding.then(settled, settled)
    return this.#finding
  }

  async #write(): Promise<void> {
    const { db, clock } = this.#deps
    const now = clock.now()
    await db.run(sql`
      INSERT INTO jobs (name, lease_until, next_run_at, last_finished_at) VALUES ('readiness.probe', 0, 0, ${now})
      ON CONFLICT (name) DO UPDATE SET last_finished_at = ${now}`)
  }
}
