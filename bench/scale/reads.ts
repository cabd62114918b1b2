/**
 * `npm run scale:reads -w bench`: how long each read of the console takes on a full store, on SQLite and PostgreSQL, and what
 * processor time. Every GET route of the server's own description that an operator may call, with
 * each value of its filters. Writes `bench/scale/reads.md`. Environment: BENCH_REPEATS, BENCH_ENGINES.
 */
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { finelyOfPostgres } from '#bench/database-cpu.ts'
import { machine, median } from '#bench/report.ts'
import { startMandate } from '#bench/targets/mandate.ts'
import type { MandateTarget } from '#bench/targets/mandate.ts'
import { freePort } from '#bench/targets/process.ts'
import { startPostgres } from '@mandate/server/test/support/postgres.ts'
import { consoleReads } from './console-reads.ts'
import type { Read } from './console-reads.ts'
import { seedConsole } from './seed-console.ts'
import { seed } from './seed.ts'
import { SIZE } from './seeded-tables.ts'

const REPEATS = Number(process.env['BENCH_REPEATS'] ?? 7)
const AIM_MS = 50
/** One for all engines: it stands in the paths. */
const now = Date.now()

/** How long a read took, and what processor time of the server and of PostgreSQL: medians, in milliseconds. */
interface Times {
  readonly ms: number
  readonly cpuMs: number
}

interface Measured {
  readonly engine: string
  readonly reads: readonly Read[]
  /** By path. */
  readonly times: ReadonlyMap<string, Times>
}

const engines = (process.env['BENCH_ENGINES'] ?? 'SQLite,PostgreSQL').split(',')
const postgres = engines.includes('PostgreSQL') ? await startPostgres({ durable: true }) : undefined
try {
  const measured: Measured[] = []
  for (const engine of engines)
    measured.push(await measure(engine, engine === 'PostgreSQL' ? await postgres?.createDatabase() : undefined))
  const page = report(measured)
  writeFileSync(fileURLToPath(new URL('reads.md', import.meta.url)), page)
  process.stdout.write(page)
} finally {
  await postgres?.stop()
}

async function measure(engine: string, databaseUrl?: string): Promise<Measured> {
  const target = await startMandate(engine, await freePort(), databaseUrl)
  try {
    await target.restartAfter(async (url) => {
      await seed(url, now)
      await seedConsole(url, now)
    })
    const reads = await consoleReads(target, now)
    const times = new Map<string, Times>()
    const cpu = await cpuOf(target, databaseUrl)
    for (const { path } of reads) {
      const taken = await time(target, path, cpu)
      times.set(path, taken)
      if (Math.max(taken.ms, taken.cpuMs) > AIM_MS / 2) process.stderr.write(`${engine}  ${shown(taken)}  ${path}\n`)
    }
    return { engine, reads, times }
  } finally {
    await target.stop()
  }
}

/** The processor time of what answers: on SQLite of the event loop alone, which is as long as it can have stood still. */
async function cpuOf(target: MandateTarget, databaseUrl: string | undefined): Promise<() => number> {
  if (databaseUrl === undefined) return () => target.loopMs()
  const postgresMs = await finelyOfPostgres(databaseUrl)
  return () => target.loopMs() + postgresMs()
}

async function time(target: MandateTarget, path: string, cpu: () => number): Promise<Times> {
  const [all, cpus]: [number[], number[]] = [[], []]
  for (let i = 0; i < REPEATS; i++) {
    const before = cpu()
    all.push(await get(target, path))
    cpus.push(cpu() - before)
  }
  return { ms: median(all), cpuMs: median(cpus) }
}

/** Milliseconds until the whole answer was there; of a stream, until its first event was. */
async function get(target: MandateTarget, path: string): Promise<number> {
  const begin = performance.now()
  const answer = await fetch(`${target.origin}${path}`, { headers: { authorization: `Bearer ${target.adminKey}` } })
  if (path.includes('/stream')) {
    await answer.body?.getReader().read()
    return performance.now() - begin
  }
  await answer.text()
  const took = performance.now() - begin
  if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}`)
  if (answer.status !== 200) process.stderr.write(`${answer.status}  ${path}\n`)
  return took
}

function shown({ ms, cpuMs }: Times): string {
  return `${ms.toFixed(1)} | ${cpuMs.toFixed(1)}`
}

function report(engines: readonly Measured[]): string {
  const reads = engines[0]?.reads ?? []
  const routes = [...Map.groupBy(reads, ({ route }) => route)]
  const of = ({ times }: Measured, { path }: Read): Times => times.get(path) ?? { ms: Number.NaN, cpuMs: Number.NaN }
  const worst = (engine: Measured, paths: readonly Read[], what: keyof Times): string =>
    Math.max(...paths.map((read) => of(engine, read)[what])).toFixed(1)
  const count = (value: number): string => value.toLocaleString('en')
  const cells = (paths: readonly Read[]): string =>
    engines.map((engine) => `${worst(engine, paths, 'ms')} | ${worst(engine, paths, 'cpuMs')}`).join(' | ')
  const over = reads.filter((read) => engines.some((engine) => of(engine, read).cpuMs > AIM_MS))
  return [
    '# What the console reads',
    '',
    `Made by \`npm run scale:reads -w bench\` on a store of ${Object.entries(SIZE)
      .map(([name, rows]) => `${count(rows)} ${name}`)
      .join(', ')}, and what belongs to them.`,
    `Every GET route that an operator may call, with each value of its filters: medians of ${REPEATS}, in milliseconds; of each route the slowest of its`,
    'variants. CPU is the processor time of the event loop, which on SQLite is the longest that it can have worked without a turn, and',
    'with PostgreSQL that of the database too; where others use the machine, it says more than the clock. The aim is 50.',
    '',
    ...machine({ seconds: 0, rounds: 1 }).slice(0, 2),
    `- Load average of the machine at the end: ${loadavg()[0]?.toFixed(1)}`,
    '',
    `${count(reads.length)} reads; ${count(over.length)} took more than ${AIM_MS} ms of processor time${over.length === 0 ? '.' : ':'}`,
    '',
    ...over.map(
      (read) => `- \`${read.path}\`: ${engines.map((engine) => of(engine, read).cpuMs.toFixed(1)).join(', ')}`,
    ),
    ...(over.length === 0 ? [] : ['']),
    `| route | variants | ${engines.map(({ engine }) => `${engine} | CPU`).join(' | ')} |`,
    `|---|---:|${engines.map(() => '---:|---:|').join('')}`,
    ...routes.map(([route, paths]) => `| ${route} | ${paths.length} | ${cells(paths)} |`),
    '',
  ].join('\n')
}
