import { deleteExpired } from '#/platform/jobs/cleanup.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Jobs } from '#/platform/jobs/jobs.ts'

const PERIOD_MS = 60 * 60_000
const KEPT_MS = 30 * 24 * 60 * 60_000

/** Declares the job that removes invitations a month after their time. */
export function registerOrganizationCleanup(jobs: Jobs, { db, clock }: { db: Db; clock: Clock }): void {
  jobs.every('organization_invitations.cleanup', PERIOD_MS, async (signal) => {
    await deleteExpired(db, 'organization_invitations', 'expires_at', clock.now() - KEPT_MS, undefined, signal)
  })
}
