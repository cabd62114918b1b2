// `npm test`: everything. `npm test -- <words>` runs only the test files whose path contains one of the words, and
// `--engine sqlite` (or postgres) only what runs on that engine. `npm run check` is what to say between two edits.
import path from 'node:path'
import { checks, journeys, python, stories, units } from './groups.mjs'
import { report, root, runJobs } from './jobs.mjs'
import { SetupError, say } from './messages.mjs'

const ENGINES = ['sqlite', 'postgres']

function parse(args) {
  const at = args.indexOf('--engine')
  const engine = at === -1 ? undefined : args[at + 1]
  if (at !== -1 && !ENGINES.includes(engine)) throw new SetupError(`--engine is one of ${ENGINES.join(' and ')}`)
  const quick = args.includes('--quick')
  const words = args.filter((arg, i) => arg !== '--quick' && (at === -1 || (i !== at && i !== at + 1)))
  return { words, engine: quick ? 'sqlite' : engine, quick }
}

async function jobsFor({ words, engine, quick }) {
  if (quick) return [...checks, ...units(engine, words)]
  const tests = [...journeys(words), ...python(words), ...(await stories(engine, words)), ...units(engine, words)]
  if (words.length === 0) return [...checks, ...tests]
  if (tests.length === 0) throw new SetupError(`no test file matches ${words.join(' or ')}`)
  return tests
}

/** Starts the PostgreSQL that all test processes share, unless nothing asks for one. */
async function sharePostgres({ engine }) {
  if (engine === 'sqlite' || process.env.MANDATE_TEST_POSTGRES_URL) return undefined
  const { startPostgres } = await import('../server/test/support/postgres.ts')
  return startPostgres()
}

async function main(args) {
  const wanted = parse(args)
  const jobs = await jobsFor(wanted)
  const postgres = await sharePostgres(wanted)
  const env = {
    ...process.env,
    ...(postgres ? { MANDATE_TEST_POSTGRES_URL: postgres.url } : {}),
    PATH: [path.dirname(process.execPath), path.join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(
      path.delimiter,
    ),
  }
  try {
    return report(await runJobs(jobs, env))
  } finally {
    await postgres?.stop()
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  say(error.message)
  process.exitCode = 1
}
