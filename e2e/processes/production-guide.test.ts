import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf } from '#/support/guide.ts'
import { send } from '#/support/http.ts'
import { freePort } from '#/support/ports.ts'
import { MainProcess } from './main-process.ts'

test('a server starts with the environment of the guide, and says nothing about itself that is careless', async (t) => {
  const lines = codeOf('production', 'mandate.env').trim().split('\n')
  const named = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  // Its own directory and database instead of those of the guide, whose address has to be one that can be read.
  const { MANDATE_DATA_DIR: _directory, MANDATE_DATABASE_URL: database = '', ...env } = named
  const { protocol, searchParams } = new URL(database)
  assert.deepEqual([protocol, searchParams.get('sslmode')], ['postgres:', 'verify-full'])
  const management = await freePort()
  const server = await MainProcess.start(t, { env: { ...env, MANDATE_MANAGEMENT_PORT: String(management) } })
  await server.untilReady()
  const metadata = JSON.parse((await send(server.url('/.well-known/openid-configuration'), { method: 'GET' })).text)
  assert.equal((metadata as { issuer: string }).issuer, named['MANDATE_BASE_URL'])
  assert.equal((await send(`http://127.0.0.1:${management}/readyz`, { method: 'GET' })).status, 200)
  assert.match(server.stdout, /"msg":"ready".*"mode":"production"/)
  assert.doesNotMatch(server.stdout, /dev_mode_exposed/)
})
