import { countUnsealed } from '#/platform/audit/chain-segment.ts'
import type { Jobs } from '#/platform/jobs/jobs.ts'
import type { Metrics, Reading } from '#/platform/metrics/metrics.ts'
import { VERSION } from '#/platform/version.ts'
import type { Parts } from './services.ts'

const SECOND_MS = 1000

/** What of every room Prometheus is told: all of it is read when somebody asks, by a few queries that cost little. */
export function registerGauges(metrics: Metrics, { foundation, people, operations }: Parts, jobs: Jobs): void {
  const { database, db, clock, signingKeys, mail } = foundation
  const seconds = (since: number | undefined): number =>
    since === undefined ? 0 : Math.max(0, clock.now() - since) / SECOND_MS
  registerDatabase(metrics, database)
  metrics.gauge(
    {
      name: 'mandate_build_info',
      help: 'Always 1; its labels say what runs.',
      labels: ['version', 'node', 'database'],
    },
    () => [[1, { version: VERSION, node: process.versions.node, database: db.engine }]],
  )
  const workers = [mail.worker, people.logoutWorker, people.vaultRevocations, operations.webhookDeliveries]
  metrics.gauge({ name: 'mandate_queue_waiting', help: 'Work that waits, on all nodes.', labels: ['queue'] }, () =>
    Promise.all(workers.map(async (worker) => [(await worker.backlog()).waiting, { queue: worker.name }] as const)),
  )
  metrics.gauge(
    { name: 'mandate_queue_lag_seconds', help: 'For how long the oldest of it has been due.', labels: ['queue'] },
    () =>
      Promise.all(
        workers.map(async (worker) => [seconds((await worker.backlog()).dueAt), { queue: worker.name }] as const),
      ),
  )
  metrics.gauge(
    { name: 'mandate_job_lag_seconds', help: 'For how long a job with something to do has been due.', labels: ['job'] },
    async () => (await jobs.states()).map(({ name, lateMs }) => [lateMs / SECOND_MS, { job: name }] as const),
  )
  metrics.gauge(
    { name: 'mandate_job_failing', help: 'Whether the last run of a job failed, 0 or 1.', labels: ['job'] },
    async () => (await jobs.states()).map(({ name, failed }) => [failed ? 1 : 0, { job: name }] as const),
  )
  metrics.gauge(
    { name: 'mandate_audit_unsealed_entries', help: 'Audit entries without a place in the chain, 10000 at most.' },
    async () => [[(await countUnsealed(db)).count]],
  )
  metrics.gauge(
    { name: 'mandate_audit_unsealed_age_seconds', help: 'How long ago the oldest of them was recorded.' },
    async () => [[seconds((await countUnsealed(db)).oldestAt)]],
  )
  metrics.gauge(
    {
      name: 'mandate_signing_key_age_seconds',
      help: 'For how long the key of an algorithm has signed.',
      labels: ['algorithm'],
    },
    async () =>
      [...(await signingKeys.signingSince())].map(([algorithm, since]) => [seconds(since), { algorithm }] as const),
  )
}

function registerDatabase(metrics: Metrics, database: Parts['foundation']['database']): void {
  metrics.gauge(
    { amongWorkers: 'sum', name: 'mandate_database_commits', help: 'Commits of this process since it started.' },
    () => [[database.stats().commits]],
  )
  metrics.gauge(
    {
      amongWorkers: 'sum',
      name: 'mandate_database_transactions',
      help: 'Transactions in them; on SQLite many share a commit.',
    },
    () => [[database.stats().transactions]],
  )
  metrics.gauge(
    {
      amongWorkers: 'sum',
      name: 'mandate_database_waiting',
      help: 'Callers that wait for the writer or a connection.',
    },
    () => [[database.stats().waiting]],
  )
  metrics.gauge(
    {
      amongWorkers: 'sum',
      name: 'mandate_database_pool_connections',
      help: 'Connections to PostgreSQL.',
      labels: ['state'],
    },
    (): readonly Reading<'state'>[] => {
      const { pool } = database.resources()
      if (!pool) return []
      const { size, idle, most } = pool
      return [
        [size - idle, { state: 'used' }],
        [idle, { state: 'idle' }],
        [most, { state: 'most' }],
      ]
    },
  )
  metrics.gauge({ name: 'mandate_sqlite_wal_bytes', help: 'Size of the write-ahead log of SQLite.' }, () => {
    const { walBytes } = database.resources()
    return walBytes === undefined ? [] : [[walBytes]]
  })
  metrics.gauge({ name: 'mandate_database_size_bytes', help: 'Size of the database.' }, async () => [
    [await database.sizeBytes()],
  ])
}
