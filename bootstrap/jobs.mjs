// Runs jobs, some more at once than the machine has processors, and tells what came of them in one table.
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { say } from './messages.mjs'
import { runInPlace } from './processes.mjs'

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const reporter = new URL('counting-reporter.mjs', import.meta.url).href
/** Tests wait now and then: for a process, for a clock. With more at once they wait for each other. */
const JOBS_PER_PROCESSOR = 1.5
const MOST_AT_ONCE = 8
/** So many of what runs at once are those that drive servers and browsers of their own. */
const PART_APART = 0.5
/** Files that may fail by chance in one run. */
const MOST_BY_CHANCE = 3
/** What is not done by then hangs: a test that left something open keeps its process, whatever the limit of each test. */
const HUNG_MS = 30 * 60_000

/**
 * A job is a program with its arguments, or a list of test files for one process. `group` is the line of the table that
 * it counts for. Of the jobs that are `apart` fewer run at a time: they drive servers and browsers of their own.
 */
export async function runJobs(jobs, env) {
  const scratch = mkdtempSync(path.join(tmpdir(), 'mandate-run-'))
  mkdirSync(path.join(root, '.node'), { recursive: true })
  const waiting = jobs.map((job, i) => ({
    ...job,
    scratch: path.join(scratch, String(i)),
    env: { ...env, ...job.env },
  }))
  const results = []
  const workers = Math.max(2, Math.min(MOST_AT_ONCE, Math.ceil(JOBS_PER_PROCESSOR * availableParallelism())))
  let apart = 0
  const next = () => {
    const i = waiting.findIndex((job) => !job.apart || apart < workers * PART_APART)
    return i === -1 ? undefined : waiting.splice(i, 1)[0]
  }
  const work = async () => {
    for (let job = next(); job; job = next()) {
      if (job.apart) apart++
      results.push(await runJob(job, jobs.length === 1))
      if (job.apart) apart--
    }
  }
  try {
    await Promise.all(Array.from({ length: workers }, work))
    return jobs.length === 1 ? results : await withSecondTries(results)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function runJob(job, alone) {
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  const why = await job.missing?.()
  if (why) return leftOut(job, why)
  if (job.files) say(`${job.group}: ${job.files.length} files`)
  const { code, output } = await (alone ? runTalking(job) : runQuietly(job))
  const { counts = {}, failures = [] } = job.files
    ? readOutcome(job.scratch)
    : { counts: { passed: code === 0 ? 1 : 0 } }
  const { passed = 0, failed = 0, cancelled = 0, skipped = 0 } = counts
  const ended = code === 0 ? failed + cancelled : Math.max(1, failed + cancelled)
  // A check, or a process that died before its end.
  if (ended > 0 && failures.length === 0) failures.push({ text: `${job.group} (exit code ${code})` })
  for (const { text } of failures) say(`${job.group} failed: ${text}`)
  return { job, group: job.group, seconds: seconds(), passed, failed: ended, skipped, failures, output }
}

/**
 * Files that failed are run once more when all else has ended: what drives processes and browsers on a loaded machine
 * fails by chance, too. What passes then is named as flaky, to be mended. More than a few files are no chance.
 */
async function withSecondTries(results) {
  const isOfFiles = ({ failures }) => failures?.length > 0 && failures.every(({ file }) => file !== undefined)
  const failed = results.filter(isOfFiles)
  const files = new Set(failed.flatMap(({ failures }) => failures.map(({ file }) => file)))
  const tried = []
  for (const result of results) {
    const again = files.size <= MOST_BY_CHANCE && failed.includes(result) ? await secondTry(result) : result
    if (again.failed > 0) process.stdout.write(result.output ?? '')
    tried.push(again)
  }
  return tried
}

async function secondTry(first) {
  const { job, failures } = first
  const files = [...new Set(failures.map(({ file }) => file))]
  const again = await runJob({ ...job, files, scratch: `${job.scratch}-again` }, false)
  const seconds = first.seconds + again.seconds
  if (again.failed > 0) return { ...first, seconds }
  return { ...first, seconds, passed: first.passed + first.failed, failed: 0, failures: [], flaky: failures }
}

/** A group that can't run here: no failure, unless the run must be complete. */
function leftOut({ group, files }, why) {
  const failed = process.env.MANDATE_TEST_COMPLETE === '1' ? 1 : 0
  say(`${group}: ${why}`)
  return { group, seconds: 0, passed: 0, failed, skipped: files?.length ?? 1, why }
}

const optionsFor = ({ env }) => ({ cwd: root, env, timeout: HUNG_MS, killSignal: 'SIGKILL' })
const runTalking = async (job) => ({ code: await runInPlace(...programOf(job), optionsFor(job)) })

/**
 * What it writes comes at its end and whole, since another one may be talking; of one that failed when it has been tried
 * again.
 */
async function runQuietly(job) {
  const file = `${job.scratch}.txt`
  const output = openSync(file, 'w')
  const stdio = ['ignore', output, output]
  const code = await runInPlace(...programOf(job), { ...optionsFor(job), stdio })
  closeSync(output)
  const written = readFileSync(file)
  if (code !== 0) return { code, output: written }
  process.stdout.write(written)
  return { code }
}

function programOf({ command, args, files, apart, scratch }) {
  if (!files) return [command, args]
  return [
    process.execPath,
    [
      '--test',
      // A test that hangs is a test that fails.
      '--test-timeout=180000',
      ...(apart ? ['--test-concurrency=1'] : ['--test-isolation=none']),
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${reporter}`,
      `--test-reporter-destination=${scratch}.json`,
      ...files,
    ],
  ]
}

function readOutcome(scratch) {
  try {
    return JSON.parse(readFileSync(`${scratch}.json`, 'utf8'))
  } catch {
    return {} // the process died before its end; its exit code tells
  }
}

/** Writes the table, what was flaky, what failed, and the closing line; returns the exit code. */
export function report(results) {
  process.stdout.write('\n')
  for (const [group, parts] of Map.groupBy(results, (result) => result.group)) {
    const [passed, failed, skipped, seconds] = ['passed', 'failed', 'skipped', 'seconds'].map((count) =>
      sum(parts, count),
    )
    const outcome = failed ? 'FAILED' : passed === 0 && skipped > 0 ? 'SKIPPED' : 'ok'
    const took = `${seconds.toFixed(1)} s`
    process.stdout.write(
      `${outcome.padEnd(7)} ${group.padEnd(22)} ${took.padStart(8)}  ${counts(passed, failed, skipped)}\n`,
    )
  }
  const leftOut = new Set(results.flatMap(({ group, why }) => (why ? [`\n${group}: ${why}\n`] : [])))
  process.stdout.write([...leftOut].join(''))
  writeList(
    'Flaky, failed and then passed alone',
    results.flatMap(({ flaky = [] }) => flaky),
  )
  writeList(
    'Failed',
    results.flatMap(({ failures = [] }) => failures),
  )
  const failed = sum(results, 'failed')
  process.stdout.write(`\n${counts(sum(results, 'passed'), failed, sum(results, 'skipped'))}\n`)
  return failed === 0 ? 0 : 1
}

function writeList(title, failures) {
  if (failures.length > 0) process.stdout.write(`\n${title}:\n${failures.map(({ text }) => `- ${text}\n`).join('')}`)
}

const sum = (results, count) => results.reduce((total, result) => total + result[count], 0)
const counts = (passed, failed, skipped) => `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
