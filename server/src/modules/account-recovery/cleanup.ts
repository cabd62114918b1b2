import { deleteExpired } from '#/platform/jobs/cleanup.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Jobs } from '#/platform/jobs/jobs.ts'

const PERIOD_MS = 5 * 60_000

/** Declares the job that removes links whose time is over. */
export function registerRecoveryCleanup(jobs: Jobs, { db, clock }: { db: Db; clock: Clock }): void {
  jobs.every('email_tokens.cleanup', PERIOD_MS, async (signal) => {
    await deleteExpired(db, 'email_tokens', 'expires_at', clock.now(), undefined, signal)
  })
}
