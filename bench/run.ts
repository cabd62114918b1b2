/**
 * `npm run bench -w bench`: measures every scenario on SQLite and PostgreSQL beside the floor and oidc-provider, in
 * rounds that take turns, so that a machine that changes its speed changes it for all, once each is warm. Prints ratios
 * and writes `bench/results.md`. Environment: BENCH_SECONDS (a measurement), BENCH_ROUNDS.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuOfPostgres } from '#bench/database-cpu.ts'
import { fire } from '#bench/load.ts'
import type { Load, Worker } from '#bench/load.ts'
import { report } from '#bench/report.ts'
import type { Cost, Result, Storm } from '#bench/report.ts'
import { clientCredentials, createAgent, scenarios, signInWorkers } from '#bench/scenarios.ts'
import { startFloor } from '#bench/targets/floors.ts'
import { startMandate } from '#bench/targets/mandate.ts'
import type { MandateTarget } from '#bench/targets/mandate.ts'
import { freePort, startProcess } from '#bench/targets/process.ts'
import type { Target } from '#bench/targets/process.ts'
import { warmUp } from '#bench/warm-up.ts'
import { startPostgres } from '@mandate/server/test/support/postgres.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 3)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
/** What has been worked off: in so many milliseconds the processors were busy for this part at most. Nobody waits for it for ever. */
const QUIET_MS = 1500
const QUIET_PART = 0.03
const MAX_QUIET_WAITS = 20
const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

interface Measurement {
  readonly target: Target
  /** Whether it keeps its data in PostgreSQL. */
  readonly onPostgres: boolean
  readonly scenario: string
  workers(): Promise<Worker[]>
}

const scratch = mkdtempSync(join(tmpdir(), 'mandate-bench-floor-'))
const postgres = await startPostgres({ durable: true })
const floor = await startFloor('floor, SQLite', { FILE: join(scratch, 'floor.db') })
const floorPostgres = await startFloor('floor, PostgreSQL', { DATABASE_URL: await postgres.createDatabase() })
const floorGathered = await startFloor('floor, PostgreSQL, gathered', {
  DATABASE_URL: await postgres.createDatabase(),
  GATHER: '1',
})
const databaseCpuMs = await cpuOfPostgres(postgres.url)
const judgePort = await freePort()
const judge = await startProcess(
  'oidc-provider, in memory',
  [here('targets/oidc-provider.ts')],
  judgePort,
  '/.well-known/openid-configuration',
  { PORT: String(judgePort) },
)
// The first start of a checkout compiles it; those after, like any second `npm start`, find that done.
await (await startMandate('compiling', await freePort())).stop()
const sqlite = await startMandate('Mandate, SQLite', await freePort())
const onPostgres = await startMandate('Mandate, PostgreSQL', await freePort(), await postgres.createDatabase())
const targets = [floor, floorPostgres, floorGathered, judge, sqlite, onPostgres]

try {
  await sleep(3000)
  const idle = new Map([sqlite, onPostgres].map((target) => [target.name, target.rssMiB()]))
  const results = await measure()
  const storms = [await storm(sqlite), await storm(onPostgres)]
  const text = report(results, storms, { idle, seconds, rounds })
  writeFileSync(here('results.md'), text)
  process.stdout.write(text)
} finally {
  await Promise.all(targets.map((target) => target.stop()))
  await postgres.stop()
  rmSync(scratch, { recursive: true, force: true })
}

function measurements(): Measurement[] {
  const floorClient = { client_id: 'floor', client_secret: 'floor-secret' }
  const judgeClient = { client_id: 'bench', client_secret: 'bench-secret-of-fair-length-for-the-judge' }
  const ours = [sqlite, onPostgres].flatMap((target: MandateTarget) =>
    scenarios.map((scenario) => ({
      target,
      onPostgres: target === onPostgres,
      scenario: scenario.name,
      workers: () => scenario.prepare(target),
    })),
  )
  return [
    ...[floor, floorPostgres, floorGathered].map((target) => ({
      target,
      onPostgres: target !== floor,
      scenario: 'client_credentials',
      workers: async () => clientCredentials('/token', floorClient),
    })),
    {
      target: judge,
      onPostgres: false,
      scenario: 'client_credentials',
      workers: async () => clientCredentials('/token', judgeClient),
    },
    ...ours,
  ]
}

async function measure(): Promise<Result[]> {
  const results: Result[] = []
  for (const measurement of measurements()) {
    const { target, scenario } = measurement
    const warmth = await warmUp((during) => costOf(measurement, during))
    results.push({ target: target.name, scenario, warmUp: warmth, loads: [] })
    const { firstMicros, standingMicros, requests } = warmth
    process.stderr.write(
      `warm  ${target.name}  ${scenario}  ${firstMicros.toFixed(0)} → ${standingMicros.toFixed(0)} µs after ${requests}\n`,
    )
  }
  for (let round = 1; round <= rounds; round++) {
    for (const [index, measurement] of measurements().entries()) {
      const { target, scenario } = measurement
      const load = await costOf(measurement, seconds, () => settled(target))
      results[index]?.loads.push(load)
      const rate = Math.round(load.requestsPerSecond)
      process.stderr.write(
        `round ${round}/${rounds}  ${target.name}  ${scenario}  ${rate}/s  p99 ${load.p99Ms.toFixed(1)} ms  ${load.serverMicros.toFixed(0)} µs\n`,
      )
    }
  }
  return results
}

/** A load with what a request of it took of the processors, in the server and in PostgreSQL. */
async function costOf(
  { target, onPostgres: usesPostgres, workers }: Measurement,
  during: number,
  isPrepared: () => Promise<void> = async () => undefined,
): Promise<Load & Cost> {
  const prepared = await workers()
  await isPrepared()
  const [serverBefore, databaseBefore] = [target.cpuMs(), databaseCpuMs()]
  const load = await fire(target.origin, prepared, during)
  const each = (milliseconds: number): number => (milliseconds * 1000) / load.requests
  const databaseMicros = usesPostgres ? each(databaseCpuMs() - databaseBefore) : 0
  return { ...load, serverMicros: each(target.cpuMs() - serverBefore), databaseMicros }
}

/** What the row before and the preparation left to be worked off, such as events to seal, is not charged to the row that follows. */
async function settled(target: Target): Promise<void> {
  for (let i = 0; i < MAX_QUIET_WAITS; i++) {
    const before = target.cpuMs() + databaseCpuMs()
    await sleep(QUIET_MS)
    if (target.cpuMs() + databaseCpuMs() - before < QUIET_MS * QUIET_PART) return
  }
}

/** Tokens alone, sign-ins alone, and both at once: hashing passwords must not keep tokens waiting. */
async function storm(target: MandateTarget): Promise<Storm> {
  const agent = await createAgent(target, 'storm')
  const issue = (): Promise<Load> => fire(target.origin, clientCredentials('/oauth/token', agent), seconds)
  const people = await signInWorkers(target)
  const signIn = (): Promise<Load> => fire(target.origin, people, seconds)
  await signIn()
  const calm: Load[] = []
  const stormy: Load[] = []
  const signIns: Load[] = []
  for (let round = 1; round <= rounds; round++) {
    calm.push(await issue())
    signIns.push(await signIn())
    const [tokens] = await Promise.all([issue(), signIn()])
    stormy.push(tokens)
    process.stderr.write(
      `storm ${round}/${rounds}  ${target.name}  ${signIns.at(-1)?.requestsPerSecond.toFixed(1)} sign-ins/s  p99 ${tokens.p99Ms.toFixed(1)} ms\n`,
    )
  }
  return { target: target.name, signIns, calm, stormy }
}
