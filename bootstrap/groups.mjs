// What there is to run: checks, and test files in groups. `npm test` runs all of it, `npm run check` what is quick.
import { globSync } from 'node:fs'
import path from 'node:path'
import { root } from './jobs.mjs'
import { findPython } from './python.mjs'

const bin = (name) => path.join(root, 'node_modules', '.bin', name)
// A process that has run many tests is slower than a new one, and equal pieces keep all processors busy to the end.
const FILES_PER_PROCESS = 25

// What was found right before is not looked at again until something that it depends on changes.
const types = (part) => {
  const known = path.join(root, '.node', `types-of-${part}.json`)
  return [`types of ${part}`, bin('tsc'), ['--noEmit', '-p', part, '--incremental', '--tsBuildInfoFile', known]]
}

/** Types, lint, format, unused code, generated files. */
export const checks = [
  ['lint', bin('oxlint'), ['server', 'sdk', 'cli', 'dashboard', 'site', 'examples', 'e2e', 'bench', 'bootstrap']],
  types('server'),
  types('sdk'),
  types('cli'),
  types('dashboard'),
  types('site'),
  types('examples'),
  types('e2e'),
  types('bench'),
  ['unused code', bin('knip'), []],
  // Made once: what tests the pages and the packages takes it from there.
  ['guide', process.execPath, ['bootstrap/build-guide.mjs']],
  ['generated files', process.execPath, ['server/scripts/generate.ts', '--check']],
  ['format', bin('oxfmt'), ['--check', '.']],
].map(([group, command, args]) => ({ group, command, args }))

// Tests of one engine alone.
const only = {
  sqlite: ['server/src/platform/db/sqlite.test.ts'],
  postgres: [
    'server/src/platform/db/postgres.test.ts',
    'server/src/platform/db/postgres-tls.test.ts',
    'server/src/platform/db/glob.test.ts',
    'server/test/support/postgres.test.ts',
  ],
}

/** The units. Without an engine those about databases run on both. */
export function units(engine, words) {
  const files = find(
    [
      'server/src/**/*.test.ts',
      'server/test/*.test.ts',
      'server/test/support/*.test.ts',
      'server/scripts/**/*.test.ts',
      'sdk/src/**/*.test.ts',
      'cli/src/**/*.test.ts',
      'dashboard/src/**/*.test.ts',
      'site/src/**/*.test.ts',
    ],
    words,
  )
  const others = Object.keys(only).filter((other) => engine && other !== engine)
  const elsewhere = new Set(others.flatMap((other) => only[other]))
  const chosen = files.filter((file) => !elsewhere.has(file))
  return inPieces('units', chosen, { MANDATE_TEST_ENGINE: engine ?? '' })
}

/** The stories. Without an engine all run on SQLite, and on PostgreSQL too those where that can make a difference. */
export async function stories(engine, words) {
  // What the contract tests look at, routes and their answers, no engine changes.
  const contract = find(['server/test/contract/**/*.test.ts'], words)
  const flows = find(['server/test/flows/**/*.test.ts'], words)
  if (engine) return inPieces(`stories on ${engine}`, [...flows, ...contract], { MANDATE_TEST_ENGINE: engine })
  const { storiesOnPostgres } = await import('../server/test/support/stories-on-postgres.ts')
  const again = flows.filter((file) => path.basename(file, '.test.ts') in storiesOnPostgres)
  return [
    ...inPieces('stories on postgres', again, { MANDATE_TEST_ENGINE: 'postgres' }),
    ...inPieces('stories', [...flows, ...contract], { MANDATE_TEST_ENGINE: '' }),
  ]
}

/** What listens, kills or drives others: few at a time, the longest first. */
export function journeys(words) {
  return [
    {
      group: 'browser',
      parts: 3,
      patterns: ['e2e/browser/**/*.test.ts', 'sdk/test/browser/**/*.test.ts'],
      missing: missingBrowser,
    },
    { group: 'processes', patterns: ['server/test/process/**/*.test.ts', 'e2e/processes/**/*.test.ts'] },
    { group: 'sdk', patterns: ['sdk/test/*.test.ts'] },
    { group: 'other runtimes', patterns: ['sdk/test/runtimes/*.test.ts'] },
    { group: 'command line', patterns: ['cli/test/**/*.test.ts'] },
    { group: 'packages', patterns: ['e2e/packages/**/*.test.ts'] },
    { group: 'proxies', patterns: ['e2e/proxies/**/*.test.ts'], missing: missingProxies },
    { group: 'guides', patterns: ['e2e/guides/**/*.test.ts'], missing: missingReader },
    {
      group: 'examples',
      patterns: ['e2e/examples/**/*.test.ts'],
      missing: async () => (await missingReader()) ?? missingBrowser(),
    },
    { group: 'outside judges', patterns: ['e2e/judges/**/*.test.ts'] },
  ]
    .flatMap(({ patterns, parts = 1, ...group }) => inParts({ ...group, apart: true }, find(patterns, words), parts))
    .filter(({ files }) => files.length > 0)
}

/** The Python SDK. Words choose among its test files; without any it is checked as a whole. */
export function python(words) {
  const files = find(['sdk-python/tests/**/test_*.py'], words)
  if (files.length === 0) return []
  const args = ['bootstrap/python.mjs', ...(words.length > 0 ? files : [])]
  return [{ group: 'python', command: process.execPath, args, apart: true, missing: missingPython }]
}

function find(patterns, words) {
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted()
  return files.filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
}

const inPieces = (group, files, env) => inParts({ group, env }, files, Math.ceil(files.length / FILES_PER_PROCESS))

const inParts = (job, files, parts) =>
  Array.from({ length: parts }, (_, part) => ({ ...job, files: files.filter((_file, i) => i % parts === part) }))

/** The proxies come from the operating system too, and the gate insists on them as well. */
async function missingProxies() {
  const { findNginx } = await import('../e2e/support/nginx.ts')
  const { findCaddy } = await import('../e2e/support/caddy.ts')
  return findNginx() === undefined || findCaddy() === undefined
    ? 'no nginx or no Caddy was found, so NOTHING WAS TESTED BEHIND A PROXY. Install them (Debian: apt-get install nginx caddy), or name them with MANDATE_TEST_NGINX and MANDATE_TEST_CADDY.'
    : undefined
}

/** Chromium comes from the operating system. Without it the rest is still worth running; the gate insists on all. */
async function missingBrowser() {
  const { findChromium } = await import('../e2e/support/chromium.ts')
  return findChromium() === undefined
    ? 'no Chromium was found, so NO PAGE WAS TESTED IN A BROWSER. Install it (Debian: apt-get install chromium), or name one with MANDATE_TEST_CHROMIUM.'
    : undefined
}

/** Guides are followed at a terminal, with what their readers have. */
async function missingReader() {
  const { missingPrograms } = await import('../e2e/guides/shell.ts')
  const missing = missingPrograms().join(', ')
  return missing
    ? `${missing} was not found, so NO GUIDE WAS FOLLOWED. Install it (Debian: apt-get install bash bsdutils curl jq).`
    : undefined
}

/** Python comes from the operating system as well. */
async function missingPython() {
  return (await findPython()) === undefined
    ? 'no Python 3.10 or newer with venv was found, so NOTHING OF THE PYTHON SDK WAS TESTED. Install it (Debian: apt-get install python3 python3-venv), or name one with MANDATE_TEST_PYTHON.'
    : undefined
}
