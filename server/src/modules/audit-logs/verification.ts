import { performance } from 'node:perf_hooks'
import { sql } from '#/platform/db/sql.ts'
import type { Db } from '#/platform/db/db.ts'
import type { ChainCheck, ChainCheckOptions, ChainVerifier } from '#/platform/audit/chain-verifier.ts'

interface AuditVerificationDeps {
  readonly db: Db
  readonly verifier: ChainVerifier
}

/** What a check found, with what it can't speak for. */
export interface Verification extends ChainCheck {
  /** Entries that are recorded and have no place yet. */
  readonly unsealed: number
  readonly durationMs: number
}

/** Which part of the log to look at. */
type VerifiedRange = Pick<ChainCheckOptions, 'after' | 'upTo' | 'anchor'>

/** A request ends within this time; the next goes on where it stopped. */
const BUDGET_MS = 5000

/** Looks whether the log is what was recorded. */
export class AuditVerification {
  readonly #deps: AuditVerificationDeps
  constructor(deps: AuditVerificationDeps) {
    this.#deps = deps
  }

  /** Verifies from a signed point on, for a few seconds. */
  async verify(range: VerifiedRange): Promise<Verification> {
    const startedAt = performance.now()
    const check = await this.#deps.verifier.check({ ...range, budgetMs: BUDGET_MS })
    const row = await this.#deps.db.get(sql`SELECT count(*) AS n FROM events WHERE sequence IS NULL`)
    return { ...check, unsealed: Number(row?.['n']), durationMs: Math.round(performance.now() - startedAt) }
  }
}
