/**
 * `npm run workers -w bench`: client_credentials on PostgreSQL by 1, 2 and 4 workers of one node and by 1, 2 and 3 nodes, with
 * what a request costs, beside as many bare servers, and how often a statement waits for a lock. Writes `bench/workers.md`.
 * Environment: BENCH_SECONDS.
 */
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { startPostgres } from '@mandate/server/test/support/postgres.ts'
import { cpuOfPostgres } from '#bench/database-cpu.ts'
import { fire } from '#bench/load.ts'
import type { Load } from '#bench/load.ts'
import { machine } from '#bench/report.ts'
import { clientCredentials, createAgent } from '#bench/scenarios.ts'
import { startMandate } from '#bench/targets/mandate.ts'
import { startFloor } from '#bench/targets/floors.ts'
import { freePort } from '#bench/targets/process.ts'
import type { Target } from '#bench/targets/process.ts'
import type { TestPostgres } from '@mandate/server/test/support/postgres.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 10)
/** Of each process: those of a machine with few cores share its time, and each compiles for itself. */
const WARM_UP_SECONDS = 8
/** To each process: there are more of them where there is more to do, and what one of them gathers is what makes a request cheap. */
const CONNECTIONS = 50
const LOOK_EVERY_MS = 20

/** What a request of some servers costs that work on one database, in µs of processor time, and how they answered. */
interface Cost {
  readonly servers: number
  readonly database: number
  readonly load: Load
  readonly lockWaits: string
}

const postgres = await startPostgres({ durable: true })
try {
  const floors = new Map<number, number>()
  for (const processes of [1, 2, 3, 4]) floors.set(processes, await floorOf(postgres, processes))
  const rows: string[] = []
  for (const [nodes, workers] of [
    [1, 1],
    [1, 2],
    [1, 4],
    [2, 1],
    [3, 1],
  ] as const) {
    const { load, servers, database, lockWaits } = await measure(postgres, nodes, workers)
    const floor = floors.get(nodes * workers) ?? Number.NaN
    const costs = [servers.toFixed(0), floor.toFixed(0), (servers / floor).toFixed(2), database.toFixed(0)]
    const cells = [nodes, workers, load.requestsPerSecond.toFixed(0), load.p99Ms.toFixed(1), ...costs, lockWaits]
    rows.push(`| ${cells.join(' | ')} |`)
  }
  const text = [
    '# Workers and nodes',
    '',
    ...machine({ seconds, rounds: 1 }).slice(0, 2),
    `- Load average of the machine at the end: ${loadavg()[0]?.toFixed(1)}`,
    '',
    `client_credentials on PostgreSQL over ${CONNECTIONS} connections to each process, spread over the nodes in turn as a balancer does.`,
    'The load generator and PostgreSQL share the processors, so the rate is bound by the machine: what a request costs is what',
    'tells. µs of processor time; what more processes than processors take from each other shows in the floor, the bare server of',
    '`results.md` on PostgreSQL in its best form, run as often as there are processes and asked the same. Lock waits are statements that',
    'waited for a lock of another transaction when they were looked at, of all looked at.',
    '',
    '| Nodes | Workers each | Requests/s | p99, ms | Servers, µs | As many floors, µs | Ratio | PostgreSQL, µs | Lock waits |',
    '|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...rows,
    '',
  ].join('\n')
  writeFileSync(fileURLToPath(new URL('workers.md', import.meta.url)), text)
  process.stdout.write(text)
} finally {
  await postgres.stop()
}

async function measure(database: TestPostgres, nodes: number, workers: number): Promise<Cost> {
  const url = await database.createDatabase()
  const first = await startMandate('first', await freePort(), url, { MANDATE_WORKERS: String(workers) })
  const others: Target[] = []
  try {
    for (let i = 1; i < nodes; i++) others.push(await first.anotherNode(await freePort()))
    return await costOf([first, ...others], nodes * workers, await createAgent(first, 'workers'), url)
  } finally {
    await Promise.all(others.map((target) => target.stop()))
    await first.stop()
  }
}

/** What a request costs so many bare servers beside each other. */
async function floorOf(database: TestPostgres, processes: number): Promise<number> {
  const url = await database.createDatabase()
  const floors: Target[] = []
  try {
    // One after the other: each makes the table where there is none.
    while (floors.length < processes) floors.push(await startFloor('floor', { DATABASE_URL: url, GATHER: '1' }))
    const credentials = { client_id: 'floor', client_secret: 'floor-secret' }
    return (await costOf(floors, processes, credentials, url)).servers
  } finally {
    await Promise.all(floors.map((target) => target.stop()))
  }
}

async function costOf(
  targets: readonly Target[],
  processes: number,
  credentials: Parameters<typeof clientCredentials>[1],
  url: string,
): Promise<Cost> {
  const origins = targets.map(({ origin }) => origin)
  const workers = clientCredentials('/oauth/token', credentials, CONNECTIONS * processes)
  // Each time with new connections: the first ones may all be at the worker that is ready before the others.
  for (let i = 0; i <= processes; i++) await fire(origins, workers, WARM_UP_SECONDS)
  const databaseMs = await cpuOfPostgres(url)
  const serversMs = (): number => targets.reduce((sum, target) => sum + target.cpuMs(), 0)
  const [serversBefore, databaseBefore] = [serversMs(), databaseMs()]
  const waits = watchLocks(url)
  const load = await fire(origins, workers, seconds)
  const each = (milliseconds: number): number => (milliseconds * 1000) / load.requests
  return {
    servers: each(serversMs() - serversBefore),
    database: each(databaseMs() - databaseBefore),
    load,
    lockWaits: await waits.stop(),
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
