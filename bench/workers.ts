/**
 * `npm run workers -w bench`: client_credentials on PostgreSQL by 1, 2 and 4 workers of one node and by 1, 2 and 3 nodes, with
 * what a request costs and how often a statement waits for a lock. Writes `bench/workers.md`. Environment: BENCH_SECONDS.
 */
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { startPostgres } from '@mandate/server/test/support/postgres.ts'
import { cpuOfPostgres } from '#bench/database-cpu.ts'
import { fire } from '#bench/load.ts'
import { machine } from '#bench/report.ts'
import { clientCredentials, createAgent } from '#bench/scenarios.ts'
import { startMandate } from '#bench/targets/mandate.ts'
import { freePort } from '#bench/targets/process.ts'
import type { TestPostgres } from '@mandate/server/test/support/postgres.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 10)
/** Of each process: those of a machine with few cores share its time, and each compiles for itself. */
const WARM_UP_SECONDS = 8
/** To each process: there are more of them where there is more to do, and what one of them gathers is what makes a request cheap. */
const CONNECTIONS = 50
const LOOK_EVERY_MS = 20

const postgres = await startPostgres({ durable: true })
try {
  const rows: string[] = []
  for (const [nodes, workers] of [
    [1, 1],
    [1, 2],
    [1, 4],
    [2, 1],
    [3, 1],
  ] as const) {
    rows.push(await measure(postgres, nodes, workers))
  }
  const text = [
    '# Workers and nodes',
    '',
    ...machine({ seconds, rounds: 1 }).slice(0, 2),
    `- Load average of the machine at the end: ${loadavg()[0]?.toFixed(1)}`,
    '',
    `client_credentials on PostgreSQL over ${CONNECTIONS} connections to each process, spread over the nodes in turn as a balancer does.`,
    'The load generator and PostgreSQL share the processors, so the rate is bound by the machine: what a request costs is what',
    'tells. µs of processor time; lock waits are statements that waited for a lock of another transaction when they were looked',
    'at, of all looked at.',
    '',
    '| Nodes | Workers each | Requests/s | p99, ms | Servers, µs | PostgreSQL, µs | Lock waits |',
    '|---:|---:|---:|---:|---:|---:|---:|',
    ...rows,
    '',
  ].join('\n')
  writeFileSync(fileURLToPath(new URL('workers.md', import.meta.url)), text)
  process.stdout.write(text)
} finally {
  await postgres.stop()
}

async function measure(database: TestPostgres, nodes: number, workers: number): Promise<string> {
  const url = await database.createDatabase()
  const first = await startMandate('first', await freePort(), url, { MANDATE_WORKERS: String(workers) })
  const others = []
  for (let i = 1; i < nodes; i++) others.push(await first.anotherNode(await freePort()))
  const all = [first, ...others]
  try {
    const origins = all.map(({ origin }) => origin)
    const agent = await createAgent(first, 'workers')
    const load = clientCredentials('/oauth/token', agent, CONNECTIONS * nodes * workers)
    await fire(origins, load, WARM_UP_SECONDS * nodes * workers)
    const databaseMs = await cpuOfPostgres(database.url)
    const serversMs = (): number => all.reduce((sum, target) => sum + target.cpuMs(), 0)
    const [serversBefore, databaseBefore] = [serversMs(), databaseMs()]
    const waits = watchLocks(url)
    const { requests, requestsPerSecond, p99Ms } = await fire(origins, load, seconds)
    const each = (milliseconds: number): string => ((milliseconds * 1000) / requests).toFixed(0)
    const costs = [each(serversMs() - serversBefore), each(databaseMs() - databaseBefore)]
    const cells = [nodes, workers, requestsPerSecond.toFixed(0), p99Ms.toFixed(1), ...costs, await waits.stop()]
    return `| ${cells.join(' | ')} |`
  } finally {
    await Promise.all(others.map((target) => target.stop()))
    await first.stop()
  }
}

/** Looks every few milliseconds at what is being done in a database. */
function watchLocks(url: string): { stop(): Promise<string> } {
  const seen = { waiting: 0, all: 0, isOver: false }
  const watching = (async (): Promise<void> => {
    const client = new Client({ connectionString: url })
    await client.connect()
    while (!seen.isOver) {
      const { rows } = await client.query<{ waiting: string; all: string }>(`
        SELECT count(*) FILTER (WHERE wait_event_type = 'Lock') AS waiting, count(*) AS all FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active'`)
      seen.waiting += Number(rows[0]?.waiting)
      seen.all += Number(rows[0]?.all)
      await sleep(LOOK_EVERY_MS)
    }
    await client.end()
  })()
  return {
    stop: async () => {
      seen.isOver = true
      await watching
      return `${seen.waiting} of ${seen.all}`
    },
  }
}
