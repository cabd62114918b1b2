import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Browser, newPerson } from '#/support/browser.ts'
import { freePort } from '#/support/ports.ts'
import { Server } from '#/support/server.ts'

const CLI = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'))
const RESOURCE = 'https://mcp.example.com/mcp'
const ENDS_WITHIN_MS = 60_000

interface Check {
  readonly id: string
  readonly status: string
}

/** Every check of the judge. */
const EXPECTED = {
  'authorization-server-metadata': 'SUCCESS',
  'authorization-server-metadata-cimd': 'SUCCESS',
  'authorization-code-grant': 'SUCCESS',
}

describe('the authorization command of @modelcontextprotocol/conformance', () => {
  let server: Server
  let directory: string
  before(async () => {
    directory = mkdtempSync(path.join(tmpdir(), 'mandate-conformance-'))
    server = await Server.start()
    await server.list(RESOURCE)
  })
  after(async () => {
    rmSync(directory, { recursive: true, force: true })
    await server.remove()
  })

  for (const [kind, flags] of [
    ['without a resource', []],
    ['for a resource', ['--resource', RESOURCE]],
  ] as const)
    test(`passes every check ${kind}`, async () => {
      const port = await freePort()
      const clientId = await register(`http://127.0.0.1:${port}/callback`)
      const output = path.join(directory, String(port))
      const printed = await judge([
        '--url',
        server.issuer,
        '--client-id',
        clientId,
        '-p',
        String(port),
        '-o',
        output,
        ...flags,
      ])
      const statuses = Object.fromEntries(checksIn(output).map(({ id, status }) => [id, status]))
      assert.deepEqual(statuses, EXPECTED, printed)
    })

  // A public one: where a server knows public clients at all, the judge does not send a secret.
  async function register(redirectUri: string): Promise<string> {
    const response = await fetch(`${server.issuer}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' }),
    })
    assert.equal(response.status, 201)
    return ((await response.json()) as { client_id: string }).client_id
  }

  /** Runs the judge to its end, and is the person in front of the browser when it prints where to go. */
  async function judge(parameters: readonly string[]): Promise<string> {
    const child = spawn(process.execPath, [CLI, 'authorization', ...parameters], { stdio: ['ignore', 'pipe', 'pipe'] })
    const giveUp = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS)
    let printed = ''
    let visit: Promise<unknown> | undefined
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        printed += String(chunk)
        const asked = /^(http\S+\/oauth\/authorize\?\S+)\n/m.exec(printed)?.[1]
        if (asked !== undefined) visit ??= comeBack(asked)
      })
    const code = await new Promise((resolve) => void child.once('exit', resolve))
    clearTimeout(giveUp)
    await visit
    assert.equal(code, 0, printed)
    return printed
  }

  async function comeBack(asked: string): Promise<void> {
    const callback = await new Browser(server.issuer).authorize(asked, newPerson())
    await fetch(callback)
  }
})

/** Everything the judge wrote down: a checks.json for each scenario. */
function checksIn(directory: string): Check[] {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('checks.json'),
  )
  return files.flatMap((name) => JSON.parse(readFileSync(path.join(directory, name), 'utf8')) as Check[])
}
