/**
 * `npm run soak -w bench`: a mixed load at half of what the server can do, for long, and whether its memory and its latencies
 * stay as they are. Writes `bench/soak.md`. Environment: BENCH_MINUTES, 30 when it is not set; BENCH_RATE, requests a second,
 * for a machine that others work at.
 */
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '@mandate/server/test/support/postgres.ts'
import { fire } from '#bench/load.ts'
import type { Shot } from '#bench/load.ts'
import { pace } from '#bench/paced.ts'
import { machine, median } from '#bench/report.ts'
import { createAgent, form, repeated, requestToken } from '#bench/scenarios.ts'
import { startMandate } from '#bench/targets/mandate.ts'
import type { MandateTarget } from '#bench/targets/mandate.ts'
import { freePort } from '#bench/targets/process.ts'

const minutes = Number(process.env['BENCH_MINUTES'] ?? 30)
const givenRate = process.env['BENCH_RATE']
const WINDOW_SECONDS = 10
/** What the first part of a run fills: caches, pools, the young generation. */
const SETTLING = 0.2

interface Window {
  readonly rssMiB: number
  readonly p99Ms: number
}

const postgres = await startPostgres({ durable: true })
try {
  const rows = [await soak('SQLite'), await soak('PostgreSQL', await postgres.createDatabase())]
  const text = [
    '# Soak',
    '',
    ...machine({ seconds: minutes * 60, rounds: 1 }).slice(0, 2),
    `- Load average of the machine at the end: ${loadavg()[0]?.toFixed(1)}`,
    '',
    `Tokens, introspections and key sets in turn at ${givenRate ? 'a given rate' : 'half the rate that the server reached'}, in windows of ten seconds. The`,
    'first fifth is left out. Slopes are the median of those between any two windows, as a part of the median window, in an hour.',
    '',
    '| Database | Requests/s | Memory, first window, MiB | Median | Last | Slope of memory, 1/h | p99, median, ms | Slope of p99, 1/h |',
    '|---|---:|---:|---:|---:|---:|---:|---:|',
    ...rows,
    '',
  ].join('\n')
  writeFileSync(fileURLToPath(new URL('soak.md', import.meta.url)), text)
  process.stdout.write(text)
} finally {
  await postgres.stop()
}

async function soak(engine: string, databaseUrl?: string): Promise<string> {
  const target = await startMandate(engine, await freePort(), databaseUrl)
  try {
    const shots = await mixOf(target)
    const all = shots.flatMap((shot) => repeated(shot, 17))
    const { requestsPerSecond } = await fire(target.origin, all, WINDOW_SECONDS)
    const perSecond = givenRate ? Number(givenRate) : requestsPerSecond / 2
    const windows: Window[] = []
    for (let i = 0; i < (minutes * 60) / WINDOW_SECONDS; i++) {
      const { p99Ms } = await pace(target.origin, shots, { perSecond, seconds: WINDOW_SECONDS, connections: 50 })
      windows.push({ rssMiB: target.rssMiB(), p99Ms })
      process.stderr.write(`${engine}  ${i}  ${target.rssMiB().toFixed(0)} MiB  p99 ${p99Ms.toFixed(1)} ms\n`)
    }
    const settled = windows.slice(Math.floor(windows.length * SETTLING))
    const memory = settled.map(({ rssMiB }) => rssMiB)
    const p99s = settled.map(({ p99Ms }) => p99Ms)
    const cells = [
      perSecond.toFixed(0),
      (windows[0]?.rssMiB ?? Number.NaN).toFixed(0),
      median(memory).toFixed(0),
      (memory.at(-1) ?? Number.NaN).toFixed(0),
      slopePerHour(memory).toFixed(3),
      median(p99s).toFixed(1),
      slopePerHour(p99s).toFixed(3),
    ]
    return `| ${engine} | ${cells.join(' | ')} |`
  } finally {
    await target.stop()
  }
}

async function mixOf(target: MandateTarget): Promise<Shot[]> {
  const { client_id, client_secret } = await createAgent(target, 'soak')
  const issue = { grant_type: 'client_credentials', client_id, client_secret }
  const { access_token: token = '' } = await requestToken(target, issue)
  return [
    form('/oauth/token', issue),
    form('/oauth/introspect', { client_id, client_secret, token }),
    { method: 'GET', path: '/.well-known/jwks.json' },
  ]
}

/**
 * How much a value grows in an hour, as a part of its median: the median slope between any two windows (Theil and Sen), which
 * a window that something else disturbed does not move.
 */
function slopePerHour(values: readonly number[]): number {
  const slopes = values.flatMap((value, i) => values.slice(0, i).map((earlier, j) => (value - earlier) / (i - j)))
  return (median(slopes) * (3600 / WINDOW_SECONDS)) / median(values)
}
