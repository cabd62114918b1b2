import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { createAgent } from '#test/support/oauth.ts'
import { isAdmin, operationsOf, pathWith } from '#test/support/route-table.ts'
import { someIds } from './some-ids.ts'

const badQueries = [
  'limit=-1',
  'limit=0',
  'limit=201',
  'limit=1e9',
  'limit=9007199254740993',
  'limit=ten',
  'limit=1&limit=2',
  'cursor=x',
  'cursor=%7C',
  'cursor=2026-01-15T12:00:00.000Z',
  'cursor=2026-01-15T12:00:00.000Z%7C',
  'cursor=2026-13-45T99:00:00.000Z%7Ctok_1',
  "cursor=2026-01-15T12:00:00.000Z%7C'%20OR%20'1'='1",
  `cursor=${'a'.repeat(300)}`,
  'include_total=maybe',
]

test('AD7: every list refuses forged cursors and limits, without asking the database', async (t) => {
  const app = await createTestApp(t)
  const ids = await someIds(app)
  const lists = (await operationsOf(app)).filter((it) => isAdmin(it) && it.parameters.includes('cursor'))
  assert.ok(lists.length >= 6)
  for (const { path } of lists) {
    const url = pathWith(path, ids)
    const fine = await app.admin('GET', url.slice('/api/v1'.length))
    assert.equal(fine.status, 200, `${url}: ${fine.text}`)
    for (const query of badQueries) {
      const answer = await app.admin('GET', `${url.slice('/api/v1'.length)}?${query}`)
      assert.equal(answer.status, 400, `${url}?${query} answered ${answer.status}`)
      assert.ok(['invalid_request', 'invalid_cursor'].includes(String(answer.json['code'])))
    }
  }
  assert.deepEqual(
    app.log.filter((line) => line.includes('"level":"error"')),
    [],
  )
})

// Columns and protected members that no request may set.
const foreignFields = [
  'id',
  'email_verified',
  'emailVerified',
  'password_hash',
  'mfa_enabled',
  'tier',
  'system_role',
  'user_id',
  'client_id',
  'kind',
  'trusted',
  'active_since',
  'created_at',
  'createdAt',
  'revoked_at',
  'secret_hash',
  'hash',
  'scopes',
  'constructor',
  '__proto__',
]

test('AD3: every route with a body refuses a field that is not its own, by name', async (t) => {
  const app = await createTestApp(t)
  const ids = await someIds(app)
  const writes = (await operationsOf(app)).filter((it) => isAdmin(it) && it.hasBody)
  assert.ok(writes.length >= 6)
  for (const { method, path, bodyMembers } of writes) {
    for (const field of foreignFields.filter((it) => !bodyMembers.includes(it))) {
      const answer = await app.send({
        method,
        url: pathWith(path, ids),
        headers: { authorization: `Bearer ${app.adminKey}`, 'content-type': 'application/json' },
        body: `{${JSON.stringify(field)}:"x"}`,
      })
      const refused = answer.status === 400 || answer.status === 404
      assert.ok(refused, `${method} ${path} took ${field}: ${answer.status} ${answer.text}`)
    }
  }
})

test('AD4: a policy answers under its own agent only', async (t) => {
  const app = await createTestApp(t)
  const [one, two] = [await createAgent(app), await createAgent(app)]
  const policy = { subject: '*', scope: 'read', max_depth: 1, may_redelegate: false }
  const made = await app.admin('POST', `/agents/${one.id}/policies`, policy)
  assert.equal(made.status, 201, made.text)
  const crossed = await app.admin('DELETE', `/agents/${two.id}/policies/${String(made.json['id'])}`)
  assert.equal(crossed.status, 404)
  const kept = await app.admin('GET', `/agents/${one.id}/policies`)
  assert.equal((kept.json['data'] as unknown[]).length, 1)
  assert.equal((await app.admin('DELETE', `/agents/${one.id}/policies/${String(made.json['id'])}`)).status, 204)
})
