import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { TestPerson } from '#test/support/oauth.ts'
import type { TestApp } from '#test/support/app.ts'

async function refusals(app: TestApp): Promise<Record<string, unknown>[]> {
  const { json } = await app.admin('GET', '/audit-logs?action=admin_access.refused')
  return json['data'] as Record<string, unknown>[]
}

/** A key that may only read users. */
async function narrowKey(app: TestApp): Promise<{ id: string; headers: Record<string, string> }> {
  const { json } = await app.admin('POST', '/api-keys', { name: 'narrow', scopes: ['users:read'] })
  return { id: String(json['id']), headers: { authorization: `Bearer ${String(json['key'])}` } }
}

test('AD1: a key that asks for more than its scopes leaves an entry that says who, what and from where', async (t) => {
  const app = await createTestApp(t)
  const { id, headers } = await narrowKey(app)
  assert.equal((await app.send({ url: '/api/v1/users', headers })).status, 200)
  const refused = await app.send({
    url: '/api/v1/agents',
    headers: { ...headers, 'x-request-id': 'a-probe-of-agents' },
  })
  assert.equal(refused.status, 403)
  await app.services.adminRefusals.settled()
  const [entry, ...others] = await refusals(app)
  assert.deepEqual(others, [])
  assert.deepEqual(
    [entry?.['actor_type'], entry?.['actor_id'], entry?.['status'], entry?.['address'], entry?.['client_request_id']],
    ['admin', id, 'denied', '127.0.0.1', 'a-probe-of-agents'],
  )
  assert.equal(entry?.['request_id'], refused.headers['x-request-id'])
  assert.deepEqual(entry?.['metadata'], { routes: ['agents.list'], codes: ['insufficient_scope'], count: 1 })
})

test('AD1: a thousand refusals of one actor are two entries', async (t) => {
  const app = await createTestApp(t)
  const { headers } = await narrowKey(app)
  const urls = ['/api/v1/agents', '/api/v1/api-keys', '/api/v1/admin/config']
  for (let n = 0; n < 30; n++) assert.equal((await app.send({ url: urls[n % 3] ?? '', headers })).status, 403)
  await app.services.adminRefusals.settled()
  const counts = (await refusals(app)).map(({ metadata }) => metadata as { count: number; routes: string[] })
  assert.deepEqual(counts.map(({ count }) => count).toSorted(), [1, 29])
  const many = counts.find(({ count }) => count === 29)
  assert.deepEqual(many?.routes.toSorted(), ['agents.list', 'apiKeys.list', 'system.getConfig'])
})

test('AD1: a person without a system role who tries routes of administration leaves an entry, a stranger none', async (t) => {
  const app = await createTestApp(t)
  const person = await TestPerson.signUp(app)
  assert.equal((await person.send('/api/v1/users')).status, 403)
  assert.equal((await app.send({ url: '/api/v1/users' })).status, 401)
  await app.services.adminRefusals.settled()
  const entries = await refusals(app)
  assert.deepEqual(
    entries.map((entry) => [entry['actor_type'], entry['actor_id']]),
    [['user', person.id]],
  )
})
