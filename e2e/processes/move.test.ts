import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sharedPostgres } from '@mandate/server/test/support/engines.ts'
import { send } from '#/support/http.ts'
import { MainProcess } from './main-process.ts'

const run = promisify(execFile)
const COMMAND = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url))

test('a server moves to PostgreSQL below its load, and nothing that it acknowledged is lost', async (t) => {
  const server = await MainProcess.start(t)
  await server.untilReady()
  const key = readFileSync(path.join(server.dataDir, 'admin.key.firstboot'), 'utf8').trim()
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const create = (name: string) =>
    send(server.url('/api/v1/agents'), {
      method: 'POST',
      headers,
      body: JSON.stringify({ client_name: name, grant_types: ['client_credentials'], scope: 'read' }),
    })
  const acknowledged: string[] = []
  const others: { status: number; retryAfter: string | undefined }[] = []
  const stop = new AbortController()
  t.after(() => stop.abort())
  const writing = Array.from({ length: 4 }, async (_, writer) => {
    for (let n = 0; !stop.signal.aborted; n++) {
      const name = `agent ${writer} ${n}`
      const { status, headers: told } = await create(name)
      if (status === 201) acknowledged.push(name)
      else others.push({ status, retryAfter: told['retry-after'] })
    }
  })

  const postgres = await sharedPostgres()
  const databaseUrl = await postgres.createDatabase({ migrated: false })
  t.after(() => postgres.dropDatabase(databaseUrl))
  const env = { ...process.env, MANDATE_DATA_DIR: server.dataDir }
  const { stdout } = await run(process.execPath, [COMMAND, 'db', 'move', '--to', databaseUrl, '--yes', '--json'], {
    env,
  })
  const moved = JSON.parse(stdout) as { tables: number; read_only_ms: number }
  assert.ok(moved.tables > 80)
  while (others.length === 0) await new Promise((resolve) => setTimeout(resolve, 50))
  stop.abort()
  await Promise.all(writing)
  assert.ok(acknowledged.length > 10, 'it was written to meanwhile')
  for (const { status, retryAfter } of others) {
    assert.equal(status, 503)
    assert.ok(Number(retryAfter) > 0)
  }
  const read = await send(server.url('/.well-known/openid-configuration'), { method: 'GET' })
  assert.equal(read.status, 200, 'what only reads goes on')
  assert.equal((await send(server.url('/readyz'), { method: 'GET' })).status, 503)
  server.child.kill('SIGTERM')
  await server.exited

  const next = await MainProcess.start(t, {
    dataDir: server.dataDir,
    env: { MANDATE_DATABASE_URL: databaseUrl, MANDATE_WORKERS: '1' },
  })
  await next.untilReady()
  const found = new Set<string>()
  for (let cursor = ''; ;) {
    const { text } = await send(next.url(`/api/v1/agents?limit=100${cursor}`), { method: 'GET', headers })
    const page = JSON.parse(text) as { data: { client_name: string }[]; next_cursor: string | null }
    for (const { client_name } of page.data) found.add(client_name)
    if (page.next_cursor === null) break
    cursor = `&cursor=${page.next_cursor}`
  }
  assert.deepEqual(
    acknowledged.filter((name) => !found.has(name)),
    [],
  )
  const verified = await send(next.url('/api/v1/admin/audit-logs/verify'), { method: 'GET', headers })
  assert.match(verified.text, /"status":"intact"/)
})
