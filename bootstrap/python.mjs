// The checks and tests of the Python SDK: lint, format, types, pytest. Test files may be named; then only they run. With
// `--prepare` nothing runs: it installs, and says where the programs are.
// What they need is installed from PyPI into `.python`, once for each change of the pinned packages.
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './jobs.mjs'
import { withLock } from './lock.mjs'
import { SetupError, say, withProgress } from './messages.mjs'
import { runInPlace, runsWell } from './processes.mjs'

const sdk = path.join(root, 'sdk-python')
const home = path.join(root, '.python')
const environment = path.join(home, 'venv')
const inside = (program) => path.join(environment, 'bin', program)
const OLDEST = '(3, 10)'

/** A Python that is new enough and can make environments; none where the machine has none. */
export async function findPython() {
  const names = process.env.MANDATE_TEST_PYTHON ? [process.env.MANDATE_TEST_PYTHON] : ['python3', 'python']
  const test = `import sys, venv, ensurepip; sys.exit(sys.version_info < ${OLDEST})`
  for (const name of names) if (await runsWell(name, ['-c', test], root)) return name
  return undefined
}

async function install() {
  const python = await findPython()
  if (!python) throw new SetupError('no Python 3.10 or newer with venv was found')
  await withLock(path.join(home, 'lock'), async () => {
    if (readStamp() === wanted()) return
    await withProgress('installing the packages of the Python SDK', async () => {
      rmSync(environment, { recursive: true, force: true })
      await run(python, ['-m', 'venv', environment])
      const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-input']
      await run(inside('python'), [...pip, '--require-hashes', '--only-binary', ':all:', '-r', 'requirements.txt'])
    })
    writeFileSync(stampFile, wanted())
  })
}

const stampFile = path.join(environment, 'made-from')
const wanted = () =>
  createHash('sha256')
    .update(readFileSync(path.join(sdk, 'requirements.txt')))
    .digest('hex')

function readStamp() {
  try {
    return readFileSync(stampFile, 'utf8')
  } catch {
    return undefined // not there yet, or half made
  }
}

/** Runs a program in the folder of the SDK; fails as it fails. */
async function run(command, args) {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', MANDATE_TEST_NODE: process.execPath }
  const code = await runInPlace(command, args, { cwd: sdk, env })
  if (code !== 0) throw new SetupError(`${path.basename(command)} ${args.join(' ')} ended with ${code}`)
}

async function main(args) {
  await install()
  if (args.includes('--prepare')) return void process.stdout.write(`${inside('')}\n`)
  await check(args)
}

async function check(files) {
  if (files.length === 0) {
    const sources = ['--config', 'pyproject.toml', '.', path.join('..', 'examples', 'fastapi-service')]
    await run(inside('ruff'), ['check', ...sources])
    await run(inside('ruff'), ['format', '--check', '--quiet', ...sources])
    const pyright = path.join(root, 'node_modules', 'pyright', 'index.js')
    await run(process.execPath, [pyright, '--pythonpath', inside('python')])
  }
  await run(inside('python'), ['-m', 'pytest', '--quiet', ...files.map((file) => path.relative('sdk-python', file))])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await main(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    say(error.message)
    process.exitCode = 1
  }
}
