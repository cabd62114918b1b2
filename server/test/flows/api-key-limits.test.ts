import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { eventsNamed, FactorPerson, outcome } from '#test/support/factors.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import type { TestAnswer, TestApp, TestRequest } from '#test/support/app.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** A key, with the calls it makes. */
class Caller {
  readonly id: string
  readonly #app: TestApp
  readonly #secret: string
  constructor(app: TestApp, id: string, secret: string) {
    this.#app = app
    this.id = id
    this.#secret = secret
  }

  static async with(app: TestApp, input: { scopes: string[]; expires_at?: string }): Promise<Caller> {
    const made = await app.admin('POST', '/api-keys', { name: 'caller', ...input })
    assert.equal(made.status, 201, made.text)
    return new Caller(app, String(made.json['id']), String(made.json['key']))
  }

  call(method: NonNullable<TestRequest['method']>, path: string, json?: unknown): Promise<TestAnswer> {
    const headers = { authorization: `Bearer ${this.#secret}` }
    return this.#app.send({ method, url: `/api/v1${path}`, headers, ...(json === undefined ? {} : { json }) })
  }

  make(input: Record<string, unknown>): Promise<TestAnswer> {
    return this.call('POST', '/api-keys', { name: 'made', ...input })
  }
}

const firstKeyId = async (app: TestApp): Promise<string> => {
  const row = await app.database.db.get(sql`SELECT id FROM api_keys WHERE name = 'first-boot'`)
  return String(row?.['id'])
}

const soon = (app: TestApp, ms: number): string => new Date(app.clock.now() + ms).toISOString()

test('AD2: a narrow key makes no wider key, and changes or ends none', async (t) => {
  const app = await createTestApp(t)
  const narrow = await Caller.with(app, { scopes: ['api-keys:*', 'users:read'] })
  for (const scopes of [['*'], ['users:write'], ['users:*'], ['users:read', 'agents:read']]) {
    const refused = await narrow.make({ scopes })
    assert.equal(outcome(refused), '403 api_key_too_wide', scopes.join(' '))
    const beyond = scopes.filter((scope) => scope !== 'users:read')
    assert.deepEqual((refused.json['details'] as { scopes: string[] }).scopes, beyond)
  }
  assert.equal(outcome(await narrow.make({ scopes: ['users:read', 'api-keys:read'] })), '201')
  const wide = await Caller.with(app, { scopes: ['users:*'] })
  const before = await app.database.db.all(sql`SELECT * FROM api_keys WHERE id = ${wide.id}`)
  assert.equal(outcome(await narrow.call('PATCH', `/api-keys/${wide.id}`, { name: 'mine' })), '403 api_key_too_wide')
  assert.equal(
    outcome(await narrow.call('PATCH', `/api-keys/${wide.id}`, { scopes: ['users:read'] })),
    '403 api_key_too_wide',
    'not even to narrow it',
  )
  assert.equal(outcome(await narrow.call('POST', `/api-keys/${wide.id}/rotate`)), '403 api_key_too_wide')
  assert.equal(outcome(await narrow.call('DELETE', `/api-keys/${wide.id}`)), '403 api_key_too_wide')
  assert.equal(outcome(await narrow.call('PATCH', `/api-keys/${narrow.id}`, { scopes: ['*'] })), '403 api_key_too_wide')
  const after = await app.database.db.all(sql`SELECT * FROM api_keys WHERE id = ${wide.id}`)
  assert.deepEqual(after, before)
})

test('AD2: a key that expires makes none that outlives it, and does not prolong itself', async (t) => {
  const app = await createTestApp(t)
  const end = soon(app, DAY)
  const brief = await Caller.with(app, { scopes: ['*'], expires_at: end })
  assert.equal((await brief.make({ scopes: ['*'] })).json['expires_at'], end, 'as long as its maker, when nobody says')
  for (const expires_at of [null, soon(app, DAY + 1)]) {
    const refused = await brief.make({ scopes: ['users:read'], expires_at })
    assert.equal(outcome(refused), '403 api_key_too_wide')
    assert.equal((refused.json['details'] as { expires_at: string }).expires_at, end)
    assert.equal(
      outcome(await brief.call('PATCH', `/api-keys/${brief.id}`, { expires_at })),
      '403 api_key_too_wide',
      String(expires_at),
    )
  }
  assert.equal(outcome(await brief.make({ scopes: ['*'], expires_at: soon(app, MINUTE) })), '201')
  assert.equal(outcome(await brief.call('PATCH', `/api-keys/${brief.id}`, { expires_at: soon(app, MINUTE) })), '200')
})

test('AD1: a key that is deleted, turned off or narrowed is so for the next request on every node', async (t) => {
  const app = await createTestApp(t)
  const node = await app.secondNode(t)
  for (const end of ['DELETE', 'PATCH'] as const) {
    const made = await app.admin('POST', '/api-keys', { name: 'short-lived', scopes: ['users:read'] })
    const path = `/api-keys/${String(made.json['id'])}`
    const headers = { authorization: `Bearer ${String(made.json['key'])}` }
    const ask = () => node.send({ url: '/api/v1/users', headers })
    assert.equal((await ask()).status, 200)
    await app.admin(end, path, end === 'PATCH' ? { active: false } : undefined)
    assert.equal((await ask()).status, 401)
  }
})

test('a key may end itself', async (t) => {
  const app = await createTestApp(t)
  const key = await Caller.with(app, { scopes: ['api-keys:write'] })
  assert.equal((await key.call('DELETE', `/api-keys/${key.id}`)).status, 204)
  assert.equal((await key.call('DELETE', `/api-keys/${key.id}`)).status, 401)
  const [told] = await eventsNamed(app, 'api_key.deleted')
  assert.deepEqual(told?.data, { id: key.id, name: 'caller', scopes: ['api-keys:write'] })
})

test('the last key that opens everything stays while nobody owns the server', async (t) => {
  const app = await createTestApp(t)
  const id = await firstKeyId(app)
  // Neither a narrow key nor one that will expire gets anybody back in.
  await Caller.with(app, { scopes: ['*'], expires_at: soon(app, DAY) })
  await Caller.with(app, { scopes: ['api-keys:*'] })
  const losses: [TestRequest['method'], object?][] = [
    ['DELETE'],
    ['PATCH', { active: false }],
    ['PATCH', { scopes: ['users:*'] }],
    ['PATCH', { expires_at: soon(app, DAY) }],
  ]
  for (const [method = 'GET', json] of losses) {
    assert.equal(outcome(await app.admin(method, `/api-keys/${id}`, json)), '409 last_admin_key', method)
  }
  assert.equal(outcome(await app.admin('PATCH', `/api-keys/${id}`, { name: 'renamed' })), '200')
  const owner = await FactorPerson.signUp(app, 'owner@example.com')
  await app.database.db.run(sql`UPDATE users SET system_role = 'owner' WHERE id = ${owner.id}`)
  assert.equal(outcome(await app.admin('DELETE', `/api-keys/${id}`)), '204')
  const made = await owner.call('POST', '/api-keys', { name: 'next', scopes: ['*'] })
  assert.equal(outcome(made), '201', 'the owner makes the next one')
})

test('of two last keys that end each other at the same moment one stays', async (t) => {
  const app = await createTestApp(t)
  const [one, two] = [await firstKeyId(app), (await Caller.with(app, { scopes: ['*'] })).id]
  const answers = await Promise.all([one, two].map((id) => app.admin('DELETE', `/api-keys/${id}`)))
  const living = await app.database.db.all(sql`SELECT id FROM api_keys WHERE revoked_at IS NULL`)
  assert.equal(living.length, 1, answers.map(outcome).join(', '))
})

test('a person needs a fresh proof to get, widen or renew a key, and none to end it', async (t) => {
  const app = await createTestApp(t)
  const owner = await FactorPerson.signUp(app, 'owner@example.com')
  await app.database.db.run(sql`UPDATE users SET system_role = 'owner' WHERE id = ${owner.id}`)
  const made = await owner.call('POST', '/api-keys', { name: 'ci', scopes: ['users:read'] })
  assert.equal(outcome(made), '201')
  assert.equal(made.json['created_by'], owner.id)
  const path = `/api-keys/${String(made.json['id'])}`
  app.clock.advance(5 * MINUTE + 1)
  const needy: [NonNullable<TestRequest['method']>, string, object?][] = [
    ['POST', '/api-keys', { name: 'ci', scopes: ['*'] }],
    ['PATCH', path, { scopes: ['*'] }],
    ['POST', `${path}/rotate`],
  ]
  for (const [method, url, json] of needy) {
    assert.equal(outcome(await owner.call(method, url, json)), '403 reauthentication_required', `${method} ${url}`)
  }
  assert.equal(outcome(await owner.call('GET', path)), '200')
  assert.equal(outcome(await owner.call('POST', '/auth/reauthenticate', { password: GOOD_PASSWORD })), '200')
  assert.equal(outcome(await owner.call('POST', `${path}/rotate`)), '200')
  app.clock.advance(5 * MINUTE + 1)
  assert.equal(outcome(await owner.call('DELETE', path)), '204')
})

test('LG8: an operator has neither keys nor mail: both lead to every account', async (t) => {
  const app = await createTestApp(t)
  const operator = await FactorPerson.signUp(app, 'operator@example.com')
  await app.database.db.run(sql`UPDATE users SET system_role = 'operator' WHERE id = ${operator.id}`)
  assert.equal(outcome(await operator.call('GET', '/api-keys')), '200')
  const asked: [NonNullable<TestRequest['method']>, string, object?][] = [
    ['POST', '/api-keys', { name: 'mine', scopes: ['users:read'] }],
    ['GET', '/admin/dev/emails'],
    ['PATCH', '/admin/email-config', {}],
  ]
  for (const [method, path, json] of asked) {
    assert.equal(outcome(await operator.call(method, path, json)), '403 insufficient_scope', `${method} ${path}`)
  }
})
