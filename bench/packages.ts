/**
 * `npm run packages -w bench`: how large the packages are, how soon a server that was started before is ready again from each
 * of them, and what memory it has then. Packs first, unless BENCH_PACKED says that `dist/` is as it should be. Writes
 * `bench/packages.md`. Environment besides: BENCH_ROUNDS, 5 when it is not set.
 */
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '@mandate/server/test/support/postgres.ts'
import { processorTimeMs } from '#bench/processor-time.ts'
import { median } from '#bench/report.ts'
import { freePort } from '#bench/targets/process.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const dist = path.join(root, 'dist')
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
/** What is measured is a server that nobody asks for anything. */
const IDLE_MS = 3000
const READY_WITHIN_MS = 60_000

/** One way to run the server. */
interface Way {
  readonly name: string
  readonly command: readonly [string, ...string[]]
}

interface Start {
  readonly readyMs: number
  readonly cpuMs: number
  readonly idleMiB: number
}

if (process.env['BENCH_PACKED'] === undefined) {
  execFileSync(process.execPath, ['bootstrap/run.mjs', 'pack'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
}
const scratch = mkdtempSync(path.join(tmpdir(), 'mandate-bench-packages-'))
const postgres = await startPostgres({ durable: true })
try {
  const ways = waysToRun()
  const sqlite = await measure(ways)
  const onPostgres = await measure(ways, await postgres.createDatabase())
  const text = page(ways, sqlite, onPostgres)
  writeFileSync(fileURLToPath(new URL('packages.md', import.meta.url)), text)
  process.stdout.write(text)
} finally {
  await postgres.stop()
  rmSync(scratch, { recursive: true, force: true })
}

function waysToRun(): Way[] {
  const unpacked = path.join(scratch, 'server')
  mkdirSync(unpacked)
  execFileSync('tar', ['-xzf', archive('server'), '-C', unpacked, '--strip-components=1'])
  const program = path.join(unpacked, 'mandate-server.mjs')
  return [
    { name: 'server package', command: [process.execPath, program] },
    {
      name: 'server package, `--max-semi-space-size=16` as in the image',
      command: [process.execPath, '--max-semi-space-size=16', program],
    },
    { name: 'executable', command: [path.join(dist, 'mandate'), 'serve'] },
  ]
}

/** Starts each way in turn, so that a machine that changes its speed changes it for all. The first starts don't count. */
async function measure(ways: readonly Way[], databaseUrl?: string): Promise<Start[][]> {
  const starts: Start[][] = ways.map(() => [])
  const key = path.join(scratch, 'master.key')
  writeFileSync(key, randomBytes(32).toString('base64'), { mode: 0o600 })
  for (let round = -1; round < rounds; round++)
    for (const [i, way] of ways.entries()) {
      const data = path.join(scratch, `${databaseUrl === undefined ? 'sqlite' : 'postgres'}-${i}`)
      const more = databaseUrl === undefined ? {} : { MANDATE_DATABASE_URL: databaseUrl }
      const start = await startOnce(way, { MANDATE_DATA_DIR: data, MANDATE_MASTER_KEY_FILE: key, ...more })
      if (round >= 0) starts[i]?.push(start)
    }
  return starts
}

async function startOnce({ command: [file, ...args] }: Way, env: Readonly<Record<string, string>>): Promise<Start> {
  const port = await freePort()
  const begin = performance.now()
  const child = spawn(file, args, {
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: path.join(scratch, 'compiled'),
      MANDATE_PORT: String(port),
      MANDATE_LOG_LEVEL: 'warn',
      MANDATE_WORKERS: '1',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const pid = child.pid as number
  while (!(await fetch(`http://localhost:${port}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null || performance.now() - begin > READY_WITHIN_MS) throw new Error(`${file} never came up`)
    await sleep(5)
  }
  const readyMs = performance.now() - begin
  const cpuMs = processorTimeMs(pid)
  await sleep(IDLE_MS)
  const idleMiB = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  child.kill('SIGTERM')
  await once(child, 'exit')
  return { readyMs, cpuMs, idleMiB }
}

function page(ways: readonly Way[], sqlite: readonly Start[][], onPostgres: readonly Start[][]): string {
  const sizes = [archive('server'), archive('cli'), archive('sdk'), path.join(dist, 'mandate')]
  return [
    '# Packages',
    '',
    `Made by \`npm run packages -w bench\`: medians of ${rounds} starts of a server that was started there before, one worker, each way in turn.`,
    '',
    `- Machine: ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`,
    `- Load average of the machine at the end: ${loadavg()[0]?.toFixed(1)}`,
    '',
    '| what | MiB |',
    '|---|---:|',
    ...sizes.map((file) => `| \`${path.basename(file)}\` | ${(statSync(file).size / 2 ** 20).toFixed(1)} |`),
    '',
    '| run as | database | ready after, ms | processor time until then, ms | resident memory when idle, MiB |',
    '|---|---|---:|---:|---:|',
    ...ways.map(({ name }, i) => row(name, 'SQLite', sqlite[i] ?? [])),
    ...ways.map(({ name }, i) => row(name, 'PostgreSQL', onPostgres[i] ?? [])),
    '',
  ].join('\n')
}

function row(name: string, engine: string, starts: readonly Start[]): string {
  const of = (pick: (start: Start) => number): string => median(starts.map(pick)).toFixed(0)
  return `| ${name} | ${engine} | ${of((it) => it.readyMs)} | ${of((it) => it.cpuMs)} | ${of((it) => it.idleMiB)} |`
}

function archive(name: string): string {
  const [file] = globSync(path.join(dist, `mandate-${name}-*.tgz`))
  if (file === undefined) throw new Error(`there is no package of ${name}`)
  return file
}
