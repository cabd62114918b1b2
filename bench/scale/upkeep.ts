/**
 * `npm run scale:upkeep -w bench`: whether the jobs keep up beside the work, on SQLite and PostgreSQL. Tokens are issued at a
 * fixed rate, in calm and then while the server removes tokens that are over, and seals and counts events that nothing has
 * looked at. Writes `bench/scale/upkeep.md`. Environment: BENCH_SECONDS, of the calm part.
 */
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '@mandate/server/test/support/postgres.ts'
import { pace } from '#bench/paced.ts'
import { machine, median } from '#bench/report.ts'
import { createAgent, form } from '#bench/scenarios.ts'
import { startMandate } from '#bench/targets/mandate.ts'
import { freePort } from '#bench/targets/process.ts'
import { BACKLOG, backlogLeft, seedBacklog } from './seed.ts'
import type { PacedLoad } from '#bench/paced.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 20)
const PER_SECOND = 1000
const WINDOW_SECONDS = 2
const MAX_WINDOWS = 150

interface Upkeep {
  readonly engine: string
  readonly calm: PacedLoad
  /** Of the windows during which the job still had something to do. */
  readonly p99Ms: number
  /** How many of each a second; the jobs share the server with each other and with the load. */
  readonly tokens: number
  readonly events: number
}

const postgres = await startPostgres({ durable: true })
try {
  const text = report([await measure('SQLite'), await measure('PostgreSQL', await postgres.createDatabase())])
  writeFileSync(fileURLToPath(new URL('upkeep.md', import.meta.url)), text)
  process.stdout.write(text)
} finally {
  await postgres.stop()
}

async function measure(engine: string, databaseUrl?: string): Promise<Upkeep> {
  const target = await startMandate(engine, await freePort(), databaseUrl)
  try {
    const { client_id, client_secret } = await createAgent(target, 'upkeep')
    const shots = [form('/oauth/token', { grant_type: 'client_credentials', client_id, client_secret })]
    const load = (length: number) =>
      pace(target.origin, shots, { perSecond: PER_SECOND, seconds: length, connections: 50 })
    await load(3)
    const calm = await load(seconds)
    const now = Date.now()
    await target.restartAfter((url) => seedBacklog(url, now))
    const begin = performance.now()
    const watch = watchBacklog(target.databaseUrl, now, begin)
    const windows: PacedLoad[] = []
    while (!watch.isDone && windows.length < MAX_WINDOWS) {
      windows.push(await load(WINDOW_SECONDS))
      process.stderr.write(`${engine}  ${JSON.stringify(watch.left)}  p99 ${windows.at(-1)?.p99Ms.toFixed(1)} ms\n`)
    }
    const { tokens, events } = await watch.rates()
    // The first window is that of a server which has just started.
    return { engine, calm, p99Ms: median(windows.slice(1).map(({ p99Ms }) => p99Ms)), tokens, events }
  } finally {
    await target.stop()
  }
}

/** Looks now and then how much is left, and says how fast it went. */
function watchBacklog(databaseUrl: string, now: number, begin: number) {
  const state = { isDone: false, isStopped: false, left: { tokens: BACKLOG.tokens, events: BACKLOG.events } }
  const ends = { tokens: Number.NaN, events: Number.NaN }
  const watching = (async () => {
    while (!state.isDone && !state.isStopped) {
      await sleep(500)
      state.left = await backlogLeft(databaseUrl, now)
      const took = (performance.now() - begin) / 1000
      if (state.left.tokens === 0) ends.tokens = Number.isNaN(ends.tokens) ? took : ends.tokens
      if (state.left.events === 0) ends.events = Number.isNaN(ends.events) ? took : ends.events
      state.isDone = !Number.isNaN(ends.tokens) && !Number.isNaN(ends.events)
    }
  })()
  return {
    get isDone() {
      return state.isDone
    },
    get left() {
      return state.left
    },
    async rates() {
      state.isStopped = true
      await watching
      return { tokens: BACKLOG.tokens / ends.tokens, events: BACKLOG.events / ends.events }
    },
  }
}

function report(results: readonly Upkeep[]): string {
  const count = (value: number): string => new Intl.NumberFormat('en', { maximumFractionDigits: 0 }).format(value)
  const row = (label: string, of: (result: Upkeep) => string): string => `| ${label} | ${results.map(of).join(' | ')} |`
  return [
    '# Upkeep',
    '',
    `Made by \`npm run scale:upkeep -w bench\`: ${count(PER_SECOND)} tokens a second are issued over 50 connections, in calm and then`,
    `beside ${count(BACKLOG.tokens)} tokens to remove and ${count(BACKLOG.events)} events to seal and to count, which one process does`,
    'at once. Latencies count from the moment at which a request was due.',
    '',
    ...machine({ seconds, rounds: 1 }).slice(0, 2),
    `- Load average of the machine at the end: ${loadavg()[0]?.toFixed(1)}`,
    '',
    `| | ${results.map(({ engine }) => engine).join(' | ')} |`,
    `|---|${results.map(() => '---:|').join('')}`,
    row('tokens removed a second (≥ 1,000)', ({ tokens }) => count(tokens)),
    row('events sealed and counted a second (≥ 2,000)', ({ events }) => count(events)),
    row('tokens issued a second, calm', ({ calm }) => count(calm.requestsPerSecond)),
    row('p99, calm, ms', ({ calm }) => calm.p99Ms.toFixed(1)),
    row('p99, beside the upkeep, ms', ({ p99Ms }) => p99Ms.toFixed(1)),
    row('ratio (≤ 1.3)', ({ calm, p99Ms }) => (p99Ms / calm.p99Ms).toFixed(2)),
    '',
  ].join('\n')
}
