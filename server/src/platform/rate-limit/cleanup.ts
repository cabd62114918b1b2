import { deleteExpired } from '#/platform/jobs/cleanup.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Jobs } from '#/platform/jobs/jobs.ts'

const MINUTE_MS = 60_000

// Another node's clock may be behind ours: it must still find what it would accept.
const CLOCK_MARGIN_MS = 2 * MINUTE_MS

/** Removes limits that are full again and claims that nothing could replay any more. */
export function scheduleLimitCleanup(jobs: Jobs, { db, clock }: { db: Db; clock: Clock }): void {
  for (const table of ['limits', 'replays']) {
    jobs.every(`${table}.cleanup`, MINUTE_MS, async (signal) => {
      await deleteExpired(db, table, 'expires_at', clock.now() - CLOCK_MARGIN_MS, undefined, signal)
    })
  }
}
