import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import { deleteExpired } from '#/platform/jobs/cleanup.ts'
import type { Jobs } from '#/platform/jobs/jobs.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Declares the job that removes device codes an hour after their end, so that a slow device still hears `expired_token`. */
export function registerDeviceCleanup(jobs: Jobs, { db, clock }: { db: Db; clock: Clock }): void {
  jobs.every('devices.cleanup', 5 * MINUTE, async (signal) => {
    await deleteExpired(db, 'device_codes', 'expires_at', clock.now() - HOUR, undefined, signal)
  })
}
