import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** What does not come to an end by then hangs: a mutant may loop, and many files take long on a busy machine. */
const HUNG_MS = 10 * 60_000
const HUNG_PER_FILE_MS = 2 * 60_000

interface TestRun {
  /** The module of this folder that is loaded before the tests. */
  readonly hook: string
  readonly env: Readonly<Record<string, string>>
  /** The tests, when it is not all of their files. */
  readonly names?: readonly string[]
}

/** Runs test files in one process, on SQLite unless the environment says otherwise. */
export async function runTests(
  files: readonly string[],
  { hook, env, names }: TestRun,
): Promise<{ outcome: 'passed' | 'failed' | 'hung'; output: string }> {
  const chosen = names ? [`--test-name-pattern=(${names.map((name) => RegExp.escape(name)).join('|')})$`] : []
  const options = ['--test', '--test-isolation=none', '--test-reporter=dot', ...chosen]
  const child = spawn(process.execPath, ['--import', new URL(hook, import.meta.url).href, ...options, ...files], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    env: { MANDATE_TEST_ENGINE: 'sqlite', ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: Math.max(HUNG_MS, files.length * HUNG_PER_FILE_MS),
  })
  const ended = new Promise<'passed' | 'failed' | 'hung'>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(signal !== null ? 'hung' : code === 0 ? 'passed' : 'failed'))
  })
  const output = await text(child.stdout)
  return { outcome: await ended, output }
}
