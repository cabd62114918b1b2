import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { findProgram, runProxy, temporaryDirectory } from './proxy-program.ts'
import type { TestContext } from 'node:test'

const USUAL_PLACES = ['/usr/bin/caddy', '/usr/local/bin/caddy', '/opt/homebrew/bin/caddy']

/** The Caddy to test with: the one `MANDATE_TEST_CADDY` names, else one in a usual place, if there is any. */
export const findCaddy = (): string | undefined => findProgram('MANDATE_TEST_CADDY', USUAL_PLACES)

/** Runs Caddy with these sites until the test ends, and waits until it serves. It asks nobody for certificates. */
export async function runCaddy(t: TestContext, sites: string, serves: () => Promise<boolean>): Promise<void> {
  const directory = temporaryDirectory(t)
  const file = path.join(directory, 'Caddyfile')
  writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${sites}`)
  const args = ['run', '--config', file, '--adapter', 'caddyfile']
  const env = { XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory }
  await runProxy(t, { name: 'Caddy', file: findCaddy(), args, env }, serves)
}
