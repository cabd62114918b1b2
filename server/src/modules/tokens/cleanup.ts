import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import { deleteExpired } from '#/platform/jobs/cleanup.ts'
import type { Jobs } from '#/platform/jobs/jobs.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/**
 * Declares the job that removes tokens a day after they expired; until then operators see what there was. A child never
 * outlives its parent, so no living token loses its line of descent.
 */
export function registerTokenCleanup(jobs: Jobs, { db, clock }: { db: Db; clock: Clock }): void {
  jobs.every('tokens.cleanup', 5 * MINUTE, async (signal) => {
    await deleteExpired(db, 'tokens', 'expires_at', clock.now() - DAY, undefined, signal)
  })
}
