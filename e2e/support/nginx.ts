import { spawn } from 'node:child_process'
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { send } from './http.ts'
import { freePort } from './ports.ts'
import type { TestContext } from 'node:test'

const USUAL_PLACES = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx']
const STARTS_WITHIN_MS = 30_000

/** The nginx to test with: the one `MANDATE_TEST_NGINX` names, else one in a usual place, if there is any. */
export function findNginx(): string | undefined {
  const named = process.env['MANDATE_TEST_NGINX']
  return (named ? [named] : USUAL_PLACES).find(isProgram)
}

/**
 * Starts nginx in front of a server of this machine until the test ends; returns its address. `directives` stand beside
 * `proxy_pass`; without any this is the configuration that people start from.
 */
export async function startNginx(
  t: TestContext,
  upstream: string,
  directives: readonly string[] = [],
): Promise<string> {
  const port = await freePort()
  const location = [`proxy_pass ${upstream};`, ...directives].join('\n      ')
  await runNginx(
    t,
    `server {
    listen 127.0.0.1:${port};
    location / {
      ${location}
    }
  }`,
    () => send(`http://127.0.0.1:${port}/healthz`, { method: 'GET' }).then(({ status }) => status === 200),
  )
  return `http://127.0.0.1:${port}`
}

/** Runs nginx with these servers until the test ends, and waits until it serves. */
export async function runNginx(t: TestContext, servers: string, serves: () => Promise<boolean>): Promise<void> {
  const program = findNginx()
  if (program === undefined) throw new Error('no nginx was found')
  const directory = mkdtempSync(path.join(tmpdir(), 'mandate-nginx-'))
  const file = path.join(directory, 'nginx.conf')
  writeFileSync(file, configuration(directory, servers))
  const child = spawn(program, ['-p', directory, '-c', file, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] })
  let complaints = ''
  child.stderr.on('data', (chunk) => void (complaints += String(chunk)))
  const ended = new Promise((resolve) => child.once('close', resolve))
  t.after(async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(directory, { recursive: true, force: true })
  })
  const until = performance.now() + STARTS_WITHIN_MS
  while (child.exitCode === null && performance.now() < until) {
    if (await serves().catch(() => false)) return
    await sleep(20)
  }
  throw new Error(`nginx does not serve: ${complaints}`)
}

/** One process, all of whose files lie in one directory. */
function configuration(directory: string, servers: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${path.join(directory, kind)};`,
  )
  return `daemon off;
master_process off;
pid ${path.join(directory, 'nginx.pid')};
events {}
http {
  access_log off;
  ${temporary.join('\n  ')}
  ${servers}
}
`
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
