import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { onEachApp } from '#test/support/each-app.ts'
import type { TestApp } from '#test/support/app.ts'
import { TestPerson } from '#test/support/oauth.ts'
import { systemActor } from '#/platform/audit/event.ts'

async function keyWith(app: TestApp, ...scopes: string[]) {
  const made = await app.database.db.tx((tx) =>
    app.services.apiKeys.create(tx, { name: 'narrow', scopes }, systemActor('test')),
  )
  return { authorization: `Bearer ${made.secret}` }
}

const dataOf = (json: Record<string, unknown>) => json['data'] as Record<string, unknown>[]

describe('users, as operators work with them', () => {
  onEachApp('are created, found, changed, stopped and deleted', async (_t, app) => {
    const input = { email: 'Maya@Example.com', name: 'Maya', password: 'plum-harbour-lantern', metadata: { seats: 3 } }
    const made = await app.admin('POST', '/admin/users', input)
    assert.equal(made.status, 201, made.text)
    const id = made.json['id'] as string
    assert.equal(made.headers['location'], `/api/v1/users/${id}`)
    assert.equal(made.json['email_verified'], false)
    assert.equal((await app.admin('POST', '/admin/users', { email: 'maya@example.com' })).status, 409)
    assert.equal((await app.admin('POST', '/admin/users', { email: 'x@y.example', password: 'short' })).status, 400)
    assert.deepEqual((await app.admin('GET', `/users/${id}`)).json, made.json)
    const listed = await app.admin('GET', '/users?search=maya&include_total=true')
    assert.deepEqual([dataOf(listed.json), listed.json['total']], [[made.json], 1])

    const login = { email: 'maya@example.com', password: 'plum-harbour-lantern' }
    assert.equal((await app.send({ url: '/api/v1/auth/login', json: login })).status, 200)
    const tier = await app.admin('PATCH', `/admin/users/${id}/tier`, { tier: 'pro' })
    assert.deepEqual([tier.status, tier.json['tier']], [200, 'pro'])
    assert.equal((await app.admin('PATCH', `/admin/users/${id}/tier`, { tier: 'Not A Tier' })).status, 400)
    const stopped = await app.admin('PATCH', `/users/${id}`, { disabled: true, metadata: { seats: null } })
    assert.deepEqual([stopped.json['disabled'], stopped.json['metadata']], [true, {}])
    assert.notEqual((await app.send({ url: '/api/v1/auth/login', json: login })).status, 200)
    assert.equal((await app.admin('PATCH', `/users/${id}`, { disabled: false })).json['disabled_at'], null)
    assert.equal((await app.send({ url: '/api/v1/auth/login', json: login })).status, 200)
    assert.equal((await app.admin('DELETE', `/users/${id}`)).status, 204)
    for (const [method, path, body] of [
      ['GET', `/users/${id}`, undefined],
      ['PATCH', `/users/${id}`, { name: 'x' }],
      ['DELETE', `/users/${id}`, undefined],
      ['PATCH', `/admin/users/${id}/tier`, { tier: 'pro' }],
      ['GET', '/users/agt_1', undefined],
    ] as const)
      assert.equal((await app.admin(method, path, body)).status, 404, `${method} ${path}`)
  })

  onEachApp('AD15 a deleted address that signs up again inherits nothing', async (_t, app) => {
    const person = await TestPerson.signUp(app)
    await app.admin('PATCH', `/users/${person.id}`, { metadata: { vip: true }, email_verified: true })
    assert.equal((await app.admin('DELETE', `/users/${person.id}`)).status, 204)
    assert.equal((await person.send('/api/v1/auth/me')).status, 401)
    const json = { email: person.email, password: 'plum-harbour-lantern' }
    const again = await app.send({ url: '/api/v1/auth/signup', json })
    assert.equal(again.status, 201)
    const {
      id,
      metadata,
      email_verified: verified,
    } = (await app.admin('GET', `/users/${String(again.json['id'])}`)).json
    assert.notEqual(id, person.id)
    assert.deepEqual([metadata, verified], [{}, false])
  })

  onEachApp('AD3 take no field of somebody else, and no role from a narrow key', async (_t, app) => {
    const { json: before } = await app.admin('POST', '/admin/users', { email: 'maya@example.com' })
    const path = `/users/${String(before['id'])}`
    for (const field of ['id', 'password_hash', 'mfa_enabled', 'tier', 'created_at', 'email_canonical', 'disabled_at'])
      assert.equal((await app.admin('PATCH', path, { [field]: 'x' })).status, 400, field)
    assert.deepEqual((await app.admin('GET', path)).json, before)
    const headers = await keyWith(app, 'users:*')
    const role = { system_role: 'owner' }
    const made = await app.send({ url: '/api/v1/admin/users', headers, json: { email: 'o@example.com', ...role } })
    const raised = await app.send({ method: 'PATCH', url: `/api/v1${path}`, headers, json: role })
    assert.deepEqual([made.status, raised.status], [403, 403])
    assert.equal((await app.admin('PATCH', path, role)).json['system_role'], 'owner')
    const takenOver = await app.send({
      method: 'PATCH',
      url: `/api/v1${path}`,
      headers,
      json: { email: 'e@x.example' },
    })
    assert.equal(takenOver.status, 403)
    assert.equal((await app.admin('DELETE', path)).json['code'], 'last_owner')
    assert.equal((await app.admin('PATCH', path, { system_role: null })).status, 409)
  })
})
