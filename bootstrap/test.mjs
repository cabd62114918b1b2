// `npm test`: the checks that need no server, then the tests, each group in a process of its own.
// `npm test -- <words>` runs only the test files whose path contains one of the words.
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { SetupError, say } from './messages.mjs'
import { runInPlace } from './processes.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const bin = (name) => path.join(root, 'node_modules', '.bin', name)
const scratch = mkdtempSync(path.join(tmpdir(), 'mandate-run-'))
const reporter = new URL('counting-reporter.mjs', import.meta.url).href

const checks = [
  ...['server', 'e2e', 'bench'].map((part) => [`types of ${part}`, bin('tsc'), ['--noEmit', '-p', part]]),
  ['lint', bin('oxlint'), ['server', 'e2e', 'bench', 'bootstrap']],
  ['format', bin('oxfmt'), ['--check', '.']],
  ['unused code', bin('knip'), []],
  ['generated files', process.execPath, ['server/scripts/generate.ts', '--check']],
]

// What the contract tests look at, routes and their answers, no engine changes: they run once.
const stories = (engine, rooms) => ({
  name: `stories on ${engine}`,
  files: rooms.map((room) => `server/test/${room}/**/*.test.ts`),
  env: { MANDATE_TEST_ENGINE: engine },
  beside: true,
})

// One process runs all units, and one all stories for each engine.
const units = {
  name: 'units',
  files: ['server/src/**/*.test.ts', 'server/test/*.test.ts', 'server/test/support/*.test.ts'],
  beside: true,
}

// These two run beside each other, since stories on PostgreSQL take as long as the others together.
const lanes = [[units, stories('sqlite', ['flows', 'contract'])], [stories('postgres', ['flows'])]]

// What listens, kills or drives others runs apart, one after the other.
const groups = [
  { name: 'processes', files: ['server/test/process/**/*.test.ts', 'e2e/processes/**/*.test.ts'], apart: true },
  { name: 'outside judges', files: ['e2e/judges/**/*.test.ts'], apart: true },
  { name: 'browser', files: ['e2e/browser/**/*.test.ts'], apart: true, missing: missingBrowser },
]

/** Chromium comes from the operating system. Without it the rest is still worth running; the gate insists on all. */
async function missingBrowser() {
  const { findChromium } = await import('../e2e/support/chromium.ts')
  return findChromium() === undefined
    ? 'no Chromium was found, so NO PAGE WAS TESTED IN A BROWSER. Install it (Debian: apt-get install chromium), or name one with MANDATE_TEST_CHROMIUM.'
    : undefined
}

async function runCheck([name, command, args]) {
  const started = performance.now()
  const code = await runInPlace(command, args, { cwd: root, env: environment })
  return { name, started, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
}

async function runGroup({ name, files, env, apart, beside, missing }, words) {
  const chosen = files.flatMap((pattern) => globSync(pattern, { cwd: root })).filter((file) => matches(file, words))
  if (chosen.length === 0) return undefined
  const counts = path.join(scratch, `${name.replaceAll(' ', '-')}.json`)
  const told = path.join(scratch, `${name.replaceAll(' ', '-')}.txt`)
  const started = performance.now()
  const why = await missing?.()
  if (why) return leftOut({ name, started, why, skipped: chosen.length })
  say(`${name}: ${chosen.length} files`)
  const code = await runInPlace(
    process.execPath,
    [
      '--test',
      // A test that hangs is a test that fails.
      '--test-timeout=180000',
      ...(apart ? ['--test-concurrency=1'] : ['--test-isolation=none']),
      '--test-reporter=spec',
      `--test-reporter-destination=${beside ? told : 'stdout'}`,
      `--test-reporter=${reporter}`,
      `--test-reporter-destination=${counts}`,
      ...chosen.toSorted(),
    ],
    { cwd: root, env: { ...environment, ...env } },
  )
  // Whole, since another group may be talking.
  if (beside) process.stdout.write(readText(told))
  const { passed = 0, failed = 0, cancelled = 0, skipped = 0 } = readCounts(counts)
  const ended = failed + cancelled
  return { name, started, passed, failed: code === 0 ? ended : Math.max(1, ended), skipped }
}

/** A group that can't run here: no failure, unless the run must be complete. */
function leftOut({ name, started, why, skipped }) {
  const failed = process.env.MANDATE_TEST_COMPLETE === '1' ? 1 : 0
  say(`${name}: ${why}`)
  return { name, started, passed: 0, failed, skipped, why }
}

function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {} // the process died before its end; its exit code tells
  }
}

const readText = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

async function runLane(lane, words) {
  const results = []
  for (const group of lane) {
    const result = await runGroup(group, words)
    if (result) results.push(timed(result))
  }
  return results
}

const matches = (file, words) => words.length === 0 || words.some((word) => file.includes(word))

function report(results) {
  process.stdout.write('\n')
  for (const { name, took, passed, failed, skipped } of results) {
    const counts = `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
    const outcome = failed ? 'FAILED' : passed === 0 && skipped > 0 ? 'SKIPPED' : 'ok'
    process.stdout.write(`${outcome.padEnd(7)} ${name.padEnd(22)} ${took.padStart(6)}  ${counts}\n`)
  }
  for (const { name, why } of results) if (why) process.stdout.write(`\n${name}: ${why}\n`)
  const total = (count) => results.reduce((sum, result) => sum + result[count], 0)
  const skipped = total('skipped')
  process.stdout.write(
    `\n${total('passed')} passed, ${total('failed')} failed${skipped ? `, ${skipped} skipped` : ''}\n`,
  )
  return total('failed') === 0 ? 0 : 1
}

const timed = (result) => ({ ...result, took: `${((performance.now() - result.started) / 1000).toFixed(1)} s` })

const environment = {
  ...process.env,
  PATH: [path.dirname(process.execPath), bin(''), process.env.PATH ?? ''].join(path.delimiter),
}

async function main(words) {
  const results = []
  if (words.length === 0) for (const check of checks) results.push(timed(await runCheck(check)))
  const { startPostgres } = await import('../server/test/support/postgres.ts')
  const postgres = process.env.MANDATE_TEST_POSTGRES_URL ? undefined : await startPostgres()
  if (postgres) environment.MANDATE_TEST_POSTGRES_URL = postgres.url
  try {
    results.push(...(await Promise.all(lanes.map((lane) => runLane(lane, words)))).flat())
    results.push(...(await runLane(groups, words)))
  } finally {
    await postgres?.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
  if (results.length === 0) throw new SetupError(`no test file matches ${words.join(' or ')}`)
  return report(results)
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  say(error.message)
  process.exitCode = 1
}
