import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '@mandate/e2e/support/ports.ts'
import { Server } from '@mandate/e2e/support/server.ts'
import { rolldown } from 'rolldown'
import { Mandate } from '#/index.ts'

const run = promisify(execFile)
const { resolve } = createRequire(import.meta.url)
const SEEN = ['Notes', 'DPoP', 'notes:read', 'refused with 401', 'refused with 401']

/** Where the package of a runtime keeps its program for this machine, by what the package calls that machine. */
const programs: Readonly<Record<'deno' | 'bun' | 'workerd', Readonly<Record<string, string>>>> = {
  deno: { 'linux-x64': '@deno/linux-x64-glibc/deno', 'linux-arm64': '@deno/linux-arm64-glibc/deno' },
  bun: { 'linux-x64': '@oven/bun-linux-x64/bin/bun', 'linux-arm64': '@oven/bun-linux-aarch64/bin/bun' },
  workerd: {
    'linux-x64': '@cloudflare/workerd-linux-64/bin/workerd',
    'linux-arm64': '@cloudflare/workerd-linux-arm64/bin/workerd',
  },
}

/** The program of a runtime, or why it is not tried here: npm has none for this machine, or it does not start on it. */
async function programOf(runtime: 'deno' | 'bun' | 'workerd'): Promise<{ program: string } | { why: string }> {
  const packaged = programs[runtime][`${process.platform}-${process.arch}`]
  if (packaged === undefined) return { why: `npm has no ${runtime} for this machine` }
  const program = installed(packaged)
  if (program === undefined) {
    // Where nothing may be left out, what npm could have installed is missed.
    assert.notEqual(process.env['MANDATE_TEST_COMPLETE'], '1', `${packaged} is not installed`)
    return { why: `${packaged} is not installed` }
  }
  return run(program, ['--version']).then(
    () => ({ program }),
    () => ({ why: `${runtime} does not start on this machine` }),
  )
}

function installed(packaged: string): string | undefined {
  try {
    return resolve(packaged)
  } catch {
    return undefined
  }
}

describe('the SDK', () => {
  let server: Server
  let input: { readonly url: string; readonly apiKey: string }
  const folder = mkdtempSync(path.join(tmpdir(), 'mandate-runtimes-'))
  const write = (name: string, text: string): void => writeFileSync(path.join(folder, name), text)

  before(async () => {
    const source = fileURLToPath(new URL('smoke.ts', import.meta.url))
    const made = await rolldown({ input: source, platform: 'neutral', logLevel: 'silent' })
    await made.write({ dir: folder, format: 'esm', codeSplitting: false })
    await made.close()
    write('package.json', '{ "type": "module" }')
    write(
      'main.js',
      `import { smoke } from './smoke.js'\nconsole.log(JSON.stringify(await smoke(JSON.parse(process.argv[2]))))`,
    )
    write(
      'worker.js',
      `import { smoke } from './smoke.js'
       export default { fetch: async (request) => Response.json(await smoke(await request.json())) }`,
    )
    server = await Server.start()
    input = { url: server.issuer, apiKey: server.adminKey }
    await new Mandate(input).resources.create({ uri: 'https://api.example.com/notes', name: 'Notes' })
  })
  after(async () => {
    await server.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  const absent = (t: TestContext, why: string): void => t.skip(`${why}, so the SDK WAS NOT TESTED IN IT`)

  for (const [name, args] of [
    ['deno', ['run', '--no-config', '--no-prompt', '--allow-net', '--allow-env', 'main.js']],
    ['bun', ['run', 'main.js']],
  ] as const)
    test(`runs in ${name}`, async (t) => {
      const found = await programOf(name)
      if ('why' in found) return absent(t, found.why)
      const { stdout } = await run(found.program, [...args, JSON.stringify(input)], { cwd: folder })
      assert.deepEqual(JSON.parse(stdout), SEEN)
    })

  test('runs in workerd', async (t) => {
    const found = await programOf('workerd')
    if ('why' in found) return absent(t, found.why)
    const port = await freePort()
    write(
      'config.capnp',
      `using Workerd = import "/workerd/workerd.capnp";
       const config :Workerd.Config = (
         services = [ (name = "main", worker = .main), (name = "internet", network = (allow = ["public", "private", "local"])) ],
         sockets = [ (name = "http", address = "127.0.0.1:${port}", http = (), service = "main") ],
       );
       const main :Workerd.Worker = (
         modules = [ (name = "worker.js", esModule = embed "worker.js"), (name = "smoke.js", esModule = embed "smoke.js") ],
         compatibilityDate = "2026-07-01",
       );`,
    )
    const worker = spawn(found.program, ['serve', 'config.capnp'], {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    t.after(() => worker.kill('SIGKILL'))
    const ask = (): Promise<Response> =>
      fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: JSON.stringify(input) })
    let response = await ask().catch(() => undefined)
    for (const until = Date.now() + 20_000; response === undefined && Date.now() < until; await sleep(50))
      response = await ask().catch(() => undefined)
    assert.ok(response, 'it does not listen')
    assert.deepEqual(await response.json(), SEEN)
  })
})
