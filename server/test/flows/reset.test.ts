import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { createAgent, isActive, ownToken, TestPerson } from '#test/support/oauth.ts'
import type { TestApp } from '#test/support/app.ts'

const reset = (app: TestApp, body: unknown = { confirm: 'RESET' }) => app.admin('POST', '/admin/system/reset', body)

test('a reset wipes sessions, tokens and the audit log, keeps the people, and leaves a marker', async (t) => {
  const app = await createTestApp(t)
  const person = await TestPerson.signUp(app)
  const agent = await createAgent(app)
  const token = await ownToken(app, agent)
  await app.app.jobs.runNow('events.seal')
  const { status, json } = await reset(app)
  assert.equal(status, 200)
  assert.deepEqual([json['sessions'], json['tokens']], [1, 1])
  assert.ok((json['audit_logs'] as number) >= 2)
  assert.equal(await isActive(app, agent, token), false)
  assert.equal((await person.send('/api/v1/auth/me')).status, 401)
  const users = (await app.admin('GET', '/users')).json['data'] as unknown[]
  assert.equal(users.length, 1)
  const log = await app.admin('GET', '/audit-logs')
  const entries = log.json['data'] as { id: string; action: string; actor_type: string }[]
  assert.deepEqual(
    entries.map(({ id, action, actor_type: actor }) => [id, action, actor]),
    [[json['audit_event_id'], 'system.reset', 'admin']],
  )
  await app.app.jobs.runNow('events.seal')
  const verified = await app.admin('GET', '/admin/audit-logs/verify')
  assert.equal(verified.json['status'], 'intact', verified.text)
})

test('AD13: nothing is wiped without the word, and each refusal says what is missing', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app)
  const token = await ownToken(app, agent)
  for (const body of [{}, { confirm: 'reset' }, { confirm: 'RESET', also: 'users' }]) {
    const { status, json } = await reset(app, body)
    assert.deepEqual([status, json['code']], [400, 'invalid_request'])
  }
  assert.equal(await isActive(app, agent, token), true)
})

test('AD13: a key that may not do everything does not reset', async (t) => {
  const app = await createTestApp(t)
  const key = await app.admin('POST', '/api-keys', { name: 'deployer', scopes: ['system:write'] })
  const headers = { authorization: `Bearer ${key.json['key'] as string}` }
  const answer = await app.send({ url: '/api/v1/admin/system/reset', headers, json: { confirm: 'RESET' } })
  assert.deepEqual([answer.status, answer.json['code']], [403, 'insufficient_scope'])
})

test('two resets at once both end well, and tokens of afterwards live', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app)
  await ownToken(app, agent)
  const both = await Promise.all([reset(app), reset(app)])
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200],
  )
  assert.equal(
    both.reduce((sum, { json }) => sum + (json['tokens'] as number), 0),
    1,
  )
  assert.equal(await isActive(app, agent, await ownToken(app, agent)), true)
})
