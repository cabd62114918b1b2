import { readFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import type { Load } from '#bench/load.ts'
import { MAX_STEPS } from '#bench/warm-up.ts'
import type { WarmUp } from '#bench/warm-up.ts'

/** What a request takes of the processors, in microseconds: on a noisy machine it says more than a rate. */
export interface Cost {
  readonly serverMicros: number
  /** Of all processes of PostgreSQL; 0 where the data is elsewhere. */
  readonly databaseMicros: number
}

/** What was measured of one scenario at one server: how it became warm, and a load for each round after. */
export interface Result {
  readonly target: string
  readonly scenario: string
  readonly warmUp: WarmUp
  readonly loads: (Load & Cost)[]
}

/** Token issuance in calm and in a storm of sign-ins, and those sign-ins alone. */
export interface Storm {
  readonly target: string
  readonly signIns: readonly Load[]
  readonly calm: readonly Load[]
  readonly stormy: readonly Load[]
}

interface Conditions {
  readonly idle: ReadonlyMap<string, number>
  readonly seconds: number
  readonly rounds: number
}

const FLOOR = 'floor, SQLite'
const FLOOR_POSTGRES = 'floor, PostgreSQL'
const FLOOR_GATHERED = 'floor, PostgreSQL, gathered'
const JUDGE = 'oidc-provider, in memory'
const OURS = ['Mandate, SQLite', 'Mandate, PostgreSQL']

/** The results as a page: medians over the rounds, and ratios of loads that were measured in the same round. */
export function report(results: readonly Result[], storms: readonly Storm[], conditions: Conditions): string {
  return [
    '# Benchmark results',
    '',
    'Made by `npm run bench -w bench`. One process per server, the load generator and all servers on one machine, so',
    'read the ratios: absolute numbers are those of the machine. Default limits are on, nothing is cached for the run.',
    '',
    ...machine(conditions),
    `- Load average of the machine at the end: ${loadavg()[0]?.toFixed(1)}`,
    '',
    'µs: processor time of a request, in the server and in PostgreSQL, which hold still better than rates where a machine is noisy.',
    '',
    '| server | scenario | requests/s | p50 ms | p99 ms | server µs | PostgreSQL µs |',
    '|---|---|---:|---:|---:|---:|---:|',
    ...results.map(row),
    '',
    '## Ratios',
    '',
    'Medians of the ratios taken within each round.',
    '',
    '| aim | SQLite | PostgreSQL |',
    '|---|---:|---:|',
    ...ratioRows(results),
    ...idleRows(conditions.idle),
    '',
    '## What follows a start',
    '',
    'The rows above are of processes that are warm. Before them each row was asked, in this order, for seconds until three',
    `in a row made no request more than 3 % cheaper than the best before, ${MAX_STEPS} seconds at most (→: it still became`,
    'cheaper then). The first row of a server is that of a process that has just started; those below it find much compiled.',
    '',
    '| server | scenario | first second, µs | when it stood, µs | requests until then |',
    '|---|---|---:|---:|---:|',
    ...results.map(warmUpRow),
    '',
    '## A storm of sign-ins',
    '',
    'Sixteen people sign in with passwords without a pause, while tokens are issued over 50 connections.',
    '',
    '| server | sign-ins/s alone | tokens: p99 ms, calm | p99 ms, storm | p99, storm ÷ calm | rate, storm ÷ calm |',
    '|---|---:|---:|---:|---:|---:|',
    ...storms.map(stormRow),
    '',
  ].join('\n')
}

/** What the numbers were measured on. */
export function machine({ seconds, rounds }: Pick<Conditions, 'seconds' | 'rounds'>): string[] {
  const model = cpus()[0]?.model ?? 'unknown processor'
  const memory = Math.round(totalmem() / 2 ** 30)
  return [
    `- Machine: ${cpus().length} × ${model}, ${memory} GiB, ${process.platform} ${process.arch}`,
    `- Node ${process.version}, oidc-provider ${versionOf('oidc-provider')}, SQLite with synchronous=FULL, PostgreSQL with fsync on`,
    `- 50 connections, ${rounds} rounds of ${seconds} s for each row after a warm-up, ${new Date().toISOString().slice(0, 10)}`,
  ]
}

const versionOf = (name: string): string =>
  (
    JSON.parse(readFileSync(new URL(`../node_modules/${name}/package.json`, import.meta.url), 'utf8')) as {
      version: string
    }
  ).version

const row = ({ target, scenario, loads }: Result): string => {
  const of = (pick: (load: Load & Cost) => number, digits: number): string => median(loads.map(pick)).toFixed(digits)
  const rate = of((load) => load.requestsPerSecond, 0)
  return `| ${target} | ${scenario} | ${rate} | ${of((load) => load.p50Ms, 1)} | ${of((load) => load.p99Ms, 1)} | ${of((load) => load.serverMicros, 0)} | ${of((load) => load.databaseMicros, 0)} |`
}

const warmUpRow = ({ target, scenario, warmUp }: Result): string => {
  const { firstMicros, standingMicros, requests, stood } = warmUp
  const standing = `${stood ? '' : '→ '}${standingMicros.toFixed(0)}`
  return `| ${target} | ${scenario} | ${firstMicros.toFixed(0)} | ${standing} | ${requests} |`
}

function stormRow({ target, signIns, calm, stormy }: Storm): string {
  const ratio = (pick: (load: Load) => number): string =>
    median(stormy.map((load, round) => pick(load) / pick(calm[round] as Load))).toFixed(2)
  const cells = [
    median(signIns.map((load) => load.requestsPerSecond)).toFixed(1),
    median(calm.map((load) => load.p99Ms)).toFixed(1),
    median(stormy.map((load) => load.p99Ms)).toFixed(1),
    ratio((load) => load.p99Ms),
    ratio((load) => load.requestsPerSecond),
  ]
  return `| ${target} | ${cells.join(' | ')} |`
}

function ratioRows(results: readonly Result[]): string[] {
  type Pick = (load: Load & Cost) => number
  const loads = (target: string, scenario = 'client_credentials'): readonly (Load & Cost)[] =>
    results.find((result) => result.target === target && result.scenario === scenario)?.loads ?? []
  const rate: Pick = (load) => load.requestsPerSecond
  const cpu: Pick = (load) => load.serverMicros
  const p99: Pick = (load) => load.p99Ms
  const ratio = (above: readonly (Load & Cost)[], below: readonly (Load & Cost)[], pick: Pick): string =>
    median(above.map((load, round) => pick(load) / pick(below[round] as Load & Cost))).toFixed(2)
  const [sqlite, postgres] = OURS as [string, string]
  const line = (aim: string, cell: (ours: string, floor: string) => string, floorPostgres = FLOOR_POSTGRES): string =>
    `| ${aim} | ${cell(sqlite, FLOOR)} | ${cell(postgres, floorPostgres)} |`
  const toTokens = (aim: string, scenario: string, pick: Pick): string =>
    line(aim, (ours) => ratio(loads(ours, scenario), loads(ours), pick))
  return [
    line(
      'client_credentials, server CPU ÷ floor’s (≤ 1.6; PostgreSQL: gathered)',
      (ours, floor) => ratio(loads(ours), loads(floor), cpu),
      FLOOR_GATHERED,
    ),
    line('client_credentials, rate ÷ floor of single statements (≥ 0.75; ≥ 1.2)', (ours, floor) =>
      ratio(loads(ours), loads(floor), rate),
    ),
    line('client_credentials, p99 ÷ floor’s (≤ 2)', (ours, floor) => ratio(loads(ours), loads(floor), p99)),
    line('client_credentials, rate ÷ oidc-provider (> 1)', (ours) => ratio(loads(ours), loads(JUDGE), rate)),
    toTokens('introspection, server CPU ÷ client_credentials’ (≤ 0.55)', 'introspection', cpu),
    toTokens('DPoP-bound, rate ÷ unbound (≥ 0.6; ≥ 0.7)', 'client_credentials with DPoP', rate),
    toTokens('refresh, rate ÷ client_credentials (≥ 0.7; ≥ 0.6)', 'refresh', rate),
    toTokens('code, rate ÷ client_credentials (≥ 0.7; ≥ 0.6)', 'code', rate),
    toTokens('exchange hop, rate ÷ client_credentials (≥ 0.7; ≥ 0.6)', 'exchange, three hops', rate),
  ]
}

const idleRows = (idle: ReadonlyMap<string, number>): string[] => {
  const [first = Number.NaN, second = Number.NaN] = OURS.map((name) => idle.get(name) ?? Number.NaN)
  return [`| idle RSS, MiB (≤ 100) | ${first.toFixed(0)} | ${second.toFixed(0)} |`]
}

/** The middle of some numbers; of an even number of them the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [below = Number.NaN, above = Number.NaN] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return (below + above) / 2
}
