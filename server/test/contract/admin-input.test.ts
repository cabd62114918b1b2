import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { createAgent } from '#test/support/oauth.ts'
import { isAdmin, operationsOf, pathWith } from '#test/support/route-table.ts'
import { someIds } from './some-ids.ts'

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
