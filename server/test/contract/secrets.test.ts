import assert from 'node:assert/strict'
import { test } from 'node:test'
import { raw } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { createAgent, createWebApp, signIn, TestPerson } from '#test/support/oauth.ts'
import { isAdmin, operationsOf, pathWith } from '#test/support/route-table.ts'
import type { TestApp } from '#test/support/app.ts'

/** Whatever opens something or is the hash of it, from every table. */
async function hashesOf(app: TestApp): Promise<string[]> {
  const columns: [table: string, column: string][] = [
    ['clients', 'secret_hash'],
    ['clients', 'registration_token_hash'],
    ['api_keys', 'hash'],
    ['sessions', 'hash'],
    ['users', 'password_hash'],
    ['signing_keys', 'private_sealed'],
    ['data_keys', 'wrapped'],
    ['tokens', 'fingerprint'],
    ['vault_providers', 'secret_sealed'],
    ['vault_connections', 'tokens_sealed'],
    ['vault_revocations', 'tokens_sealed'],
  ]
  const found: string[] = []
  for (const [table, column] of columns) {
    const rows = await app.database.db.all(raw(`SELECT ${column} AS secret FROM ${table}`))
    found.push(...rows.map((row) => row['secret']).filter((value) => typeof value === 'string'))
  }
  return found
}

test('AD5: no answer of an admin route holds a secret, or the hash of one', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app)
  const web = await createWebApp(app)
  const person = await TestPerson.signUp(app)
  const tokens = await signIn(app, person, web)
  const registered = await app.send({
    url: '/oauth/register',
    json: { client_name: 'Notes', redirect_uris: ['https://notes.example/cb'], grant_types: ['authorization_code'] },
  })
  assert.equal(registered.status, 201, registered.text)
  const { client_secret: secret, registration_access_token: token } = registered.json
  const secrets = [
    ...(await hashesOf(app)),
    ...[agent.secret, web.secret, secret, token, app.adminKey, ...Object.values(tokens)].filter(
      (value): value is string => typeof value === 'string' && value.length > 20,
    ),
  ]
  assert.ok(secrets.length > 12, `only ${secrets.length} secrets to look for`)
  const ids = { agents: agent.id, users: '' }
  const reads = (await operationsOf(app)).filter((it) => isAdmin(it) && it.method === 'GET' && !it.isStream)
  for (const { path } of reads) {
    const { text } = await app.admin('GET', pathWith(path, ids).slice('/api/v1'.length))
    for (const value of secrets) assert.ok(!text.includes(value), `GET ${path} shows ${value.slice(0, 12)}…`)
  }
  for (const value of secrets) assert.ok(!app.log.join('').includes(value), `the log shows ${value.slice(0, 12)}…`)
})

test('AD14: two hundred different errors at once each tell of their own request alone', async (t) => {
  const app = await createTestApp(t)
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      app.admin('PATCH', '/admin/config', { [`unknown-${i}`]: 1 }).then((answer) => ({ i, answer })),
    ),
  )
  const requestIds = new Set<unknown>()
  for (const { i, answer } of answers) {
    const { errors, request_id: requestId } = answer.json['details'] as { errors: unknown; request_id: string }
    assert.deepEqual(errors, [{ pointer: `/unknown-${i}`, message: 'is not a known field' }])
    assert.equal(answer.headers['x-request-id'], requestId)
    requestIds.add(requestId)
    assert.doesNotMatch(answer.text, /node_modules|\.ts:|SELECT|at [A-Z]\w+\./)
  }
  assert.equal(requestIds.size, 200)
})
