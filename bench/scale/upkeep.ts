/**
 * `npm run scale:upkeep -w bench`: whether the jobs keep up beside the work, on SQLite and PostgreSQL. Tokens are issued at a
 * fixed rate while the server removes tokens that are over, and seals and counts events that nothing has looked at, and then in
 * calm. Writes `bench/scale/upkeep.md`. Environment: BENCH_SECONDS, of the calm part; BENCH_RATE, tokens a second.
 */
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '@mandate/server/test/support/postgres.ts'
import { pace } from '#bench/paced.ts'
import { machine, median } from '#bench/report.ts'
import { createAgent, form } from '#bench/scenarios.ts'
import { startMandate } from '#bench/targets/mandate.ts'
import { freePort } from '#bench/targets/process.ts'
import { BACKLOG, backlogIsLeft, seedBacklog } from './backlog.ts'
import type { PacedLoad } from '#bench/paced.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 20)
const perSecond = Number(process.env['BENCH_RATE'] ?? 1000)
const WINDOW_SECONDS = 2
const MAX_WINDOWS = 150

/** Some seconds of load, and the part of them in which the event loop of the server was busy. */
type Window = PacedLoad & { readonly loop: number }

interface Middle {
  readonly rate: number
  readonly p99Ms: number
  readonly loop: number
}

interface Upkeep {
  readonly engine: string
  readonly calm: Middle
  /** Of the windows during which the jobs still had something to do. */
  readonly beside: Middle
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
    const load = async (name: string): Promise<Window> => {
      const before = target.loopMs()
      const load = await pace(target.origin, shots, { perSecond, seconds: WINDOW_SECONDS, connections: 50 })
      const loop = (target.loopMs() - before) / (WINDOW_SECONDS * 1000)
      process.stderr.write(`${engine}, ${name}  p99 ${load.p99Ms.toFixed(1)} ms  event loop ${loop.toFixed(2)}\n`)
      return { ...load, loop }
    }
    const now = Date.now()
    await target.restartAfter((url) => seedBacklog(url, now))
    const begin = performance.now()
    const ends = { tokens: Number.NaN, events: Number.NaN }
    const beside: Window[] = []
    // Nobody looks while the load runs: counting would hold up whoever measures.
    while (beside.length < MAX_WINDOWS && Object.values(ends).some(Number.isNaN)) {
      beside.push(await load('beside the upkeep'))
      const isLeft = await backlogIsLeft(target.databaseUrl, now)
      const took = (performance.now() - begin) / 1000
      if (!isLeft.tokens && Number.isNaN(ends.tokens)) ends.tokens = took
      if (!isLeft.events && Number.isNaN(ends.events)) ends.events = took
    }
    const calm: Window[] = []
    while (calm.length < seconds / WINDOW_SECONDS) calm.push(await load('calm'))
    const [tokens, events] = [BACKLOG.tokens / ends.tokens, BACKLOG.events / ends.events]
    // The first window is that of a server which has just started.
    return { engine, calm: middle(calm), beside: middle(beside.slice(1)), tokens, events }
  } finally {
    await target.stop()
  }
}

/** The medians of some windows. */
function middle(windows: readonly Window[]): Middle {
  return {
    rate: median(windows.map(({ requestsPerSecond }) => requestsPerSecond)),
    p99Ms: median(windows.map(({ p99Ms }) => p99Ms)),
    loop: median(windows.map(({ loop }) => loop)),
  }
}

function report(results: readonly Upkeep[]): string {
  const count = (value: number): string => new Intl.NumberFormat('en', { maximumFractionDigits: 0 }).format(value)
  const row = (label: string, of: (result: Upkeep) => string): string => `| ${label} | ${results.map(of).join(' | ')} |`
  return [
    '# Upkeep',
    '',
    `Made by \`npm run scale:upkeep -w bench\`: ${count(perSecond)} tokens a second are issued over 50 connections, beside`,
    `${count(BACKLOG.tokens)} tokens to remove and ${count(BACKLOG.events)} events to seal and to count, which one process does at once, and in`,
    'calm after that. Medians of windows of two seconds. Latencies count from the moment at which a request was due.',
    '',
    ...machine({ seconds, rounds: 1 }).slice(0, 2),
    `- Load average of the machine at the end: ${loadavg()[0]?.toFixed(1)}`,
    '',
    `| | ${results.map(({ engine }) => engine).join(' | ')} |`,
    `|---|${results.map(() => '---:|').join('')}`,
    row('tokens removed a second (≥ 1,000)', ({ tokens }) => count(tokens)),
    row('events sealed and counted a second (≥ 2,000)', ({ events }) => count(events)),
    row('tokens issued a second, calm', ({ calm }) => count(calm.rate)),
    row('tokens issued a second, beside the upkeep', ({ beside }) => count(beside.rate)),
    row('event loop busy, calm', ({ calm }) => calm.loop.toFixed(2)),
    row('event loop busy, beside the upkeep', ({ beside }) => beside.loop.toFixed(2)),
    row('p99, calm, ms', ({ calm }) => calm.p99Ms.toFixed(1)),
    row('p99, beside the upkeep, ms', ({ beside }) => beside.p99Ms.toFixed(1)),
    row('ratio (≤ 1.3)', ({ calm, beside }) => (beside.p99Ms / calm.p99Ms).toFixed(2)),
    '',
  ].join('\n')
}
