import { Sealer } from '#/platform/audit/seal.ts'
import type { Jobs } from '#/platform/jobs/jobs.ts'
import { scheduleRetention } from '#/platform/jobs/retention.ts'
import { retentionBy } from './retention.ts'
import type { Parts } from './services.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Gives every room's recurring work to the jobs. */
export function scheduleJobs(jobs: Jobs, { foundation, delegation, people, operations, services }: Parts): void {
  const { db, clock, keyring, log } = foundation
  new Sealer({ db, clock, keyring, log }).schedule(jobs)
  operations.auditPurger.schedule(jobs)
  scheduleRetention(jobs, { db, clock }, retentionBy(foundation.settings))
  services.assignments.schedule(jobs)
  jobs.attach(people.logoutWorker)
  jobs.attach(people.vaultRevocations)
  jobs.attach(foundation.mail.worker)
  operations.statisticsRollUp.schedule(jobs)
  jobs.attach(operations.webhookFanOut)
  jobs.attach(operations.webhookDeliveries)
  jobs.inSteps('flow_runs.expire', MINUTE, (steps) => people.flowRunExpiry.run(steps))
  jobs.every('sso_metadata.read', 10 * MINUTE, (signal) => people.ssoMetadataRefresh.run(signal))
  jobs.every('sso_sessions.end', MINUTE, (signal) => people.ssoSessionEndings.run(signal))
  jobs.every('users.unproven', HOUR, async (signal) => void (await people.unprovenUserCleanup.run(signal)))
  jobs.inSteps('clients.reap', HOUR, (steps) => delegation.staleClientCleanup.run(steps))
}
