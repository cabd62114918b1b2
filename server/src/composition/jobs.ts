import { registerAuthorizationCleanup } from '#/modules/authorization-requests/index.ts'
import { registerOrganizationCleanup } from '#/modules/organizations/index.ts'
import { registerRecoveryCleanup } from '#/modules/account-recovery/index.ts'
import { registerTokenCleanup } from '#/modules/tokens/index.ts'
import { registerDeviceCleanup } from '#/oauth/device/index.ts'
import { Sealer } from '#/platform/audit/seal.ts'
import { deleteExpired } from '#/platform/jobs/cleanup.ts'
import type { Jobs } from '#/platform/jobs/jobs.ts'
import { scheduleLimitCleanup } from '#/platform/rate-limit/cleanup.ts'
import type { Parts } from './services.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Gives every room's recurring work to the jobs. */
export function scheduleJobs(jobs: Jobs, { foundation, delegation, people, operations, services }: Parts): void {
  const { db, clock } = foundation
  new Sealer(foundation).schedule(jobs)
  operations.auditPurger.schedule(jobs)
  scheduleLimitCleanup(jobs, { db, clock })
  services.signingKeys.schedule(jobs)
  services.assignments.schedule(jobs)
  registerAuthorizationCleanup(jobs, { db, clock })
  registerDeviceCleanup(jobs, { db, clock })
  registerTokenCleanup(jobs, { db, clock })
  registerRecoveryCleanup(jobs, { db, clock })
  registerOrganizationCleanup(jobs, { db, clock })
  people.authorizationAttempts.schedule(jobs)
  jobs.attach(people.logoutWorker)
  jobs.attach(foundation.mail.worker)
  operations.statisticsRollUp.schedule(jobs)
  jobs.every('clients.reap', HOUR, async (signal) => void (await delegation.staleClientCleanup.run(signal)))
  for (const table of ['idempotency_records', 'sessions']) {
    jobs.every(`${table}.cleanup`, 5 * MINUTE, async (signal) => {
      await deleteExpired(db, table, 'expires_at', clock.now(), undefined, signal)
    })
  }
}
