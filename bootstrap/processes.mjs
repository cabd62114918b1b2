import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { SetupError } from './messages.mjs'

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Runs a program in our place: same terminal unless told otherwise, signals passed on, its exit code the answer. */
export function runInPlace(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options })
    const forward = (signal) => child.kill(signal)
    for (const signal of FORWARDED) process.on(signal, forward)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      for (const name of FORWARDED) process.off(name, forward)
      resolve(code ?? 128 + (signal === 'SIGINT' ? 2 : signal === 'SIGKILL' ? 9 : 15))
    })
  })
}

/** Runs a program quietly and answers its exit code with what it wrote to stderr. */
function runQuietly(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
    let stderr = ''
    child.stderr.on('data', (chunk) => (stderr += chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stderr }))
  })
}

/** Whether a Node binary runs on this machine (a musl system can't run one built for glibc). */
export const runs = (node) =>
  runQuietly(node, ['--version'], {}).then(
    ({ code }) => code === 0,
    () => false,
  )

/** Runs a program of ours quietly; answers whether it ended well. `isExplained` has what it complained of said. */
export const runsWell = (node, args, cwd, isExplained = false) =>
  runQuietly(node, args, { cwd }).then(
    ({ code, stderr }) => {
      if (code !== 0 && isExplained) process.stderr.write(stderr)
      return code === 0
    },
    () => false,
  )

/** Runs npm with a given Node, so that the oldest Node that can start us need not be one that npm likes. */
export async function npm(node, args, cwd) {
  const { code, stderr } = await runQuietly(node, [npmScript(), ...args, '--loglevel=error'], {
    cwd,
    env: npmEnv(node),
  })
  if (code !== 0) throw new SetupError(explainNpm(stderr))
}

/** The npm that runs us, else the one on the path or beside the running Node. */
function npmScript() {
  const own = process.env.npm_execpath
  const bin = path.dirname(process.execPath)
  const onPath = (process.env.PATH ?? '').split(path.delimiter).map((directory) => path.join(directory, 'npm'))
  const candidates = [
    own,
    ...onPath,
    path.join(bin, '../lib/node_modules/npm/bin/npm-cli.js'),
    path.join(bin, 'node_modules/npm/bin/npm-cli.js'),
  ]
  const found = candidates.filter((file) => file && existsSync(file)).map((file) => realpathSync(file))
  const script = found.find((file) => /npm-cli\.c?js$/.test(file))
  if (!script) throw new SetupError('npm was not found. Install npm 10 or newer and say: npm start')
  return script
}

/** The environment without what the outer npm says about its own run. */
function npmEnv(node) {
  const env = Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle|config_local_prefix)/.test(name))
  return { ...Object.fromEntries(env), PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}` }
}

const UNREACHABLE =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|EHOSTUNREACH|ENETUNREACH|ENOTCACHED)\b/

function explainNpm(stderr) {
  const unreachable = UNREACHABLE.exec(stderr)
  if (unreachable)
    return `the npm registry can not be reached (${unreachable[1]}). Check the network or the registry that npm is set to, and try again.`
  const lines = stderr.split('\n').map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim())
  const telling = lines.filter((line) => line !== '' && !/^(code|errno|syscall|A complete log)\b/.test(line))
  return `npm failed: ${telling[0] ?? 'it gave no reason'}`
}
