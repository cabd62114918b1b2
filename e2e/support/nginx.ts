import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { findProgram, runProxy, temporaryDirectory } from './proxy-program.ts'
import { send } from './http.ts'
import { freePort } from './ports.ts'
import type { TestContext } from 'node:test'

const USUAL_PLACES = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx']

/** The nginx to test with: the one `MANDATE_TEST_NGINX` names, else one in a usual place, if there is any. */
export const findNginx = (): string | undefined => findProgram('MANDATE_TEST_NGINX', USUAL_PLACES)

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
  const directory = temporaryDirectory(t)
  const file = path.join(directory, 'nginx.conf')
  writeFileSync(file, configuration(directory, servers))
  const args = ['-p', directory, '-c', file, '-e', 'stderr']
  await runProxy(t, { name: 'nginx', file: findNginx(), args }, serves)
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
