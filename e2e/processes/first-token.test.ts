import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Server } from '#/support/server.ts'

const README = fileURLToPath(new URL('../../README.md', import.meta.url))

/** The lines under "A first token". */
function linesOf(baseUrl: string): string {
  const lines = /^## A first token\n[^]*?^```sh\n([^]*?)^```$/m.exec(readFileSync(README, 'utf8'))?.[1] ?? ''
  assert.ok(lines.includes('BASE=http://localhost:8080\n'))
  return lines.replace('BASE=http://localhost:8080\n', `BASE=${baseUrl}\n`)
}

/** What the lines say in a terminal, where a key may have been named before. */
function run(server: Server, key?: string) {
  const { KEY: _, ...env } = process.env
  const named = key === undefined ? env : { ...env, KEY: key }
  const { stdout, stderr, status } = spawnSync('sh', ['-c', linesOf(server.url)], { env: named, encoding: 'utf8' })
  return { stdout, stderr, status }
}

/** Uses the setup link up, as a program may; the cookie of the owner. */
async function setUp(server: Server): Promise<string> {
  const token = /\/setup\?token=(\w+)/.exec(server.output)?.[1]
  const body = JSON.stringify({ token, email: 'owner@example.com', password: 'plum-harbour-lantern' })
  const headers = { 'content-type': 'application/json' }
  const done = await fetch(`${server.url}/api/v1/admin/bootstrap/consume`, { method: 'POST', headers, body })
  assert.equal(done.status, 201, await done.text())
  return done.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** Makes a key as an owner does. */
async function makeKey(server: Server, cookie: string): Promise<string> {
  const api = `${server.url}/api/v1`
  const me = (await (await fetch(`${api}/auth/me`, { headers: { cookie } })).json()) as { csrf_token: string }
  const made = await fetch(`${api}/api-keys`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', 'x-csrf-token': me.csrf_token, origin: server.url },
    body: JSON.stringify({ name: 'first', scopes: ['*'] }),
  })
  return ((await made.json()) as { key: string }).key
}

describe('the lines of the README', () => {
  test('get a first token of a new server, and say where a key comes from once it is set up', async () => {
    const server = await Server.start({ env: { MANDATE_LOG_LEVEL: 'info' } })
    try {
      assert.match(run(server).stdout, /"access_token":"[^"]+"/)
      const cookie = await setUp(server)
      const without = run(server)
      assert.notEqual(without.status, 0)
      assert.equal(without.stdout, '', 'nothing is asked for without a key')
      assert.match(without.stderr, new RegExp(`No key: make one at ${server.url}/account/api-keys`))
      assert.match(run(server, await makeKey(server, cookie)).stdout, /"access_token":"[^"]+"/)
    } finally {
      await server.stop()
    }
  })
})
