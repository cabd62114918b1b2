import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import { deleteExpired } from '#/platform/jobs/cleanup.ts'
import type { Jobs } from '#/platform/jobs/jobs.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/**
 * Declares the job that removes what has expired. A code's row stays for a day: while it is there, a replay is known
 * for one and ends the tokens it became (RFC 6749 §4.1.2).
 */
export function registerAuthorizationCleanup(jobs: Jobs, { db, clock }: { db: Db; clock: Clock }): void {
  jobs.every('authorizations.cleanup', 5 * MINUTE, async (signal) => {
    const now = clock.now()
    await deleteExpired(db, 'pushed_requests', 'expires_at', now, undefined, signal)
    await deleteExpired(db, 'authorization_requests', 'expires_at', now, undefined, signal)
    await deleteExpired(db, 'authorization_codes', 'expires_at', now - DAY, undefined, signal)
  })
}
