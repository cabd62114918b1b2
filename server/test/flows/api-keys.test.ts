import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { eventsNamed } from '#test/support/factors.ts'
import { isAdmin, operationsOf } from '#test/support/route-table.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

interface Key {
  readonly id: string
  readonly secret: string
}

async function makeKey(app: TestApp, more: Record<string, unknown> = {}): Promise<Key> {
  const made = await app.admin('POST', '/api-keys', { name: 'ci', scopes: ['users:read'], ...more })
  assert.equal(made.status, 201, made.text)
  return { id: String(made.json['id']), secret: String(made.json['key']) }
}

const withKey = (app: TestApp, secret: string, url = '/api/v1/users'): Promise<TestAnswer> =>
  app.send({ url, headers: { authorization: `Bearer ${secret}` } })

const outcome = ({ status, json }: TestAnswer): string => [status, json['code']].filter(Boolean).join(' ')

test('an operator makes a key, sees it once, and it opens what it says', async (t) => {
  const app = await createTestApp(t)
  const expiresAt = new Date(app.clock.now() + DAY).toISOString()
  const input = { name: 'nightly report', scopes: ['users:read', 'users:read'], expires_at: expiresAt }
  const made = await app.admin('POST', '/api-keys', input)
  assert.equal(made.status, 201, made.text)
  const { key: secret, ...shown } = made.json as { key: string; id: string }
  assert.match(secret, /^mandate_sk_[0-9A-Za-z]{49}$/)
  assert.equal(made.headers['location'], `/api/v1/api-keys/${shown.id}`)
  const first = (await app.admin('GET', '/api-keys?limit=200')).json['data'] as { id: string; name: string }[]
  const creator = first.find(({ name }) => name === 'first-boot')
  assert.deepEqual(shown, {
    id: shown.id,
    name: 'nightly report',
    hint: secret.slice(-4),
    scopes: ['users:read'],
    active: true,
    expires_at: expiresAt,
    old_secret_until: null,
    last_used_at: null,
    last_used_address: null,
    created_by: creator?.id,
    created_at: new Date(app.clock.now()).toISOString(),
  })
  assert.equal((await withKey(app, secret)).status, 200)
  assert.equal(outcome(await withKey(app, secret, '/api/v1/agents')), '403 insufficient_scope')
  await app.services.apiKeys.settled()
  const read = await app.admin('GET', `/api-keys/${shown.id}`)
  assert.equal(read.json['last_used_at'], new Date(app.clock.now()).toISOString())
  assert.equal(read.json['last_used_address'], '127.0.0.1')
  assert.ok(!read.text.includes(secret) && !('key' in read.json))
  app.clock.advance(DAY)
  assert.equal((await withKey(app, secret)).status, 401)
  assert.equal((await app.admin('GET', `/api-keys/${shown.id}`)).json['active'], false)
})

test('an answer that was lost can be asked for again with the same idempotency key', async (t) => {
  const app = await createTestApp(t)
  const headers = { authorization: `Bearer ${app.adminKey}`, 'idempotency-key': 'report-1' }
  const ask = () => app.send({ url: '/api/v1/api-keys', headers, json: { name: 'once', scopes: ['users:read'] } })
  const [one, two] = [await ask(), await ask()]
  assert.deepEqual([one.status, two.status, two.json], [201, 201, one.json])
  assert.equal((await eventsNamed(app, 'api_key.created')).length, 2, 'the first key and this one')
})

test('lists keys newest first, those that work or those that do not, and never a deleted one', async (t) => {
  const app = await createTestApp(t)
  const names = async (query: string) => {
    const answer = await app.admin('GET', `/api-keys?${query}`)
    assert.equal(answer.status, 200, answer.text)
    return (answer.json['data'] as { name: string }[]).map(({ name }) => name)
  }
  const ids: Record<string, string> = {}
  for (const name of ['works', 'expires', 'off', 'deleted']) {
    app.clock.advance(1000)
    const expires = name === 'expires' ? { expires_at: new Date(app.clock.now() + DAY).toISOString() } : {}
    ids[name] = (await makeKey(app, { name, ...expires })).id
  }
  assert.equal((await app.admin('PATCH', `/api-keys/${ids['off']}`, { active: false })).json['active'], false)
  assert.equal((await app.admin('DELETE', `/api-keys/${ids['deleted']}`)).status, 204)
  assert.equal(outcome(await app.admin('GET', `/api-keys/${ids['deleted']}`)), '404 api_key_not_found')
  app.clock.advance(DAY)
  assert.deepEqual(await names(''), ['off', 'expires', 'works', 'first-boot'])
  assert.deepEqual(await names('active=true'), ['works', 'first-boot'])
  assert.deepEqual(await names('active=false'), ['off', 'expires'])
  const page = await app.admin('GET', '/api-keys?limit=1&active=false&include_total=true')
  assert.equal(page.json['total'], 2)
  assert.deepEqual(await names(`active=false&cursor=${String(page.json['next_cursor'])}`), ['expires'])
})

test('AD5: neither a list nor the log of changes holds a secret or its hash', async (t) => {
  const app = await createTestApp(t)
  const { id, secret } = await makeKey(app)
  const rotated = await app.admin('POST', `/api-keys/${id}/rotate`, { overlap_seconds: 60 })
  const texts = [
    (await app.admin('GET', '/api-keys')).text,
    (await app.admin('GET', `/api-keys/${id}`)).text,
    (await app.admin('GET', '/audit-logs')).text,
    app.log.join('\n'),
  ].join('\n')
  for (const value of [secret, String(rotated.json['key'])]) assert.ok(!texts.includes(value))
})

test('TK6: a rotated key stops at once, on every node', async (t) => {
  const app = await createTestApp(t)
  const node = await app.secondNode(t)
  const { id, secret } = await makeKey(app)
  assert.equal((await withKey(node, secret)).status, 200)
  const rotated = await app.admin('POST', `/api-keys/${id}/rotate`)
  assert.equal(rotated.status, 200, rotated.text)
  const next = String(rotated.json['key'])
  assert.notEqual(next, secret)
  assert.equal(rotated.json['hint'], next.slice(-4))
  for (const each of [app, node]) {
    assert.equal((await withKey(each, secret)).status, 401)
    assert.equal((await withKey(each, next)).status, 200)
  }
  const [told] = await eventsNamed(app, 'api_key.rotated')
  assert.deepEqual(told?.data, { id, name: 'ci', old_secret_until: null })
})

test('the old secret works beside the new one for the overlap asked for, and not a moment longer', async (t) => {
  const app = await createTestApp(t)
  const { id, secret } = await makeKey(app)
  const rotated = await app.admin('POST', `/api-keys/${id}/rotate`, { overlap_seconds: 3600 })
  const until = new Date(app.clock.now() + 60 * MINUTE).toISOString()
  assert.equal(rotated.json['old_secret_until'], until)
  app.clock.advance(60 * MINUTE - 1)
  assert.equal((await withKey(app, secret)).status, 200)
  app.clock.advance(1)
  assert.equal((await withKey(app, secret)).status, 401)
  assert.equal((await withKey(app, String(rotated.json['key']))).status, 200)
  assert.equal((await app.admin('GET', `/api-keys/${id}`)).json['old_secret_until'], null)
  const tooLong = await app.admin('POST', `/api-keys/${id}/rotate`, { overlap_seconds: 7 * 24 * 3600 + 1 })
  assert.equal(outcome(tooLong), '400 invalid_request')
})

test('rotating again or deleting ends an overlap', async (t) => {
  const app = await createTestApp(t)
  const { id, secret } = await makeKey(app)
  const second = await app.admin('POST', `/api-keys/${id}/rotate`, { overlap_seconds: 3600 })
  const third = await app.admin('POST', `/api-keys/${id}/rotate`, { overlap_seconds: 3600 })
  assert.equal((await withKey(app, secret)).status, 401, 'two secrets at most')
  const living = [second, third].map(({ json }) => String(json['key']))
  for (const each of living) assert.equal((await withKey(app, each)).status, 200)
  assert.equal((await app.admin('DELETE', `/api-keys/${id}`)).status, 204)
  for (const each of living) assert.equal((await withKey(app, each)).status, 401)
})

test('a key is turned off and on again, and each change is told once with what it was before', async (t) => {
  const app = await createTestApp(t)
  const { id, secret } = await makeKey(app)
  assert.equal((await app.admin('PATCH', `/api-keys/${id}`, { active: false })).status, 200)
  assert.equal((await withKey(app, secret)).status, 401)
  assert.equal(outcome(await app.admin('POST', `/api-keys/${id}/rotate`)), '409 api_key_inactive')
  app.clock.advance(1)
  const back = await app.admin('PATCH', `/api-keys/${id}`, { active: true, name: 'reports', scopes: ['agents:read'] })
  assert.deepEqual([back.json['active'], back.json['name']], [true, 'reports'])
  assert.equal((await withKey(app, secret, '/api/v1/agents')).status, 200)
  assert.equal((await withKey(app, secret)).status, 403)
  assert.equal((await app.admin('PATCH', `/api-keys/${id}`, { name: 'reports' })).status, 200)
  const told = await eventsNamed(app, 'api_key.updated')
  assert.deepEqual(
    told.map(({ data }) => (data as { changes: unknown }).changes),
    [
      { active: { before: true, after: false } },
      {
        name: { before: 'ci', after: 'reports' },
        scopes: { before: ['users:read'], after: ['agents:read'] },
        active: { before: false, after: true },
      },
    ],
  )
})

test('what expired stays so: no change and no rotation brings it back', async (t) => {
  const app = await createTestApp(t)
  const { id, secret } = await makeKey(app, { expires_at: new Date(app.clock.now() + MINUTE).toISOString() })
  app.clock.advance(MINUTE)
  assert.equal(outcome(await app.admin('PATCH', `/api-keys/${id}`, { expires_at: null })), '409 api_key_expired')
  assert.equal(outcome(await app.admin('POST', `/api-keys/${id}/rotate`)), '409 api_key_expired')
  assert.equal((await withKey(app, secret)).status, 401)
  assert.equal((await app.admin('DELETE', `/api-keys/${id}`)).status, 204)
})

test('AD2: a key that expires gets hold of none that lives on, by giving it a new secret', async (t) => {
  const app = await createTestApp(t)
  const end = new Date(app.clock.now() + DAY).toISOString()
  const brief = await makeKey(app, { scopes: ['users:read', 'api-keys:write'], expires_at: end })
  const lasting = await makeKey(app)
  const twin = await makeKey(app, { expires_at: end })
  const rotate = ({ id }: Key) =>
    app.send({
      method: 'POST',
      url: `/api/v1/api-keys/${id}/rotate`,
      json: {},
      headers: { authorization: `Bearer ${brief.secret}` },
    })
  assert.equal(outcome(await rotate(lasting)), '403 api_key_too_wide')
  assert.equal((await withKey(app, lasting.secret)).status, 200, 'its own secret goes on')
  assert.deepEqual([outcome(await rotate(twin)), outcome(await rotate(brief))], ['200', '200'])
})

test('takes every scope that a route asks for, and refuses those that none does, each named', async (t) => {
  const app = await createTestApp(t)
  const asked = (await operationsOf(app)).filter(isAdmin).flatMap(({ scope }) => scope ?? [])
  const known = [...new Set([...asked, 'metrics:read', 'users:*', '*'])]
  assert.ok(known.length > 30)
  const made = await app.admin('POST', '/api-keys', { name: 'all', scopes: known.slice(0, 50) })
  assert.equal(made.status, 201, made.text)
  const scopes = ['users:read', 'user:read', 'users:*', 'wrong:*', 'metrics:write']
  const { id } = await makeKey(app)
  for (const [method, path] of [
    ['POST', '/api-keys'],
    ['PATCH', `/api-keys/${id}`],
  ] as const) {
    const refused = await app.admin(method, path, { name: 'typo', scopes })
    const { errors } = refused.json['details'] as { errors: { pointer: string }[] }
    const pointers = errors.map(({ pointer }) => pointer)
    assert.deepEqual([refused.status, pointers], [400, ['/scopes/1', '/scopes/3', '/scopes/4']])
  }
})

test('refuses keys that mean nothing, and ids of nobody', async (t) => {
  const app = await createTestApp(t)
  const wrong = [
    { scopes: ['users:read'] },
    { name: 'x' },
    { name: 'x', scopes: [] },
    { name: 'x', scopes: ['users:delete'] },
    { name: 'x', scopes: ['!users:read'] },
    { name: '', scopes: ['*'] },
    { name: 'x', scopes: ['*'], expires_at: 'tomorrow' },
    { name: 'x', scopes: ['*'], expires_at: new Date(app.clock.now()).toISOString() },
    { name: 'x', scopes: ['*'], hash: 'y' },
  ]
  for (const json of wrong) {
    assert.equal(outcome(await app.admin('POST', '/api-keys', json)), '400 invalid_request', JSON.stringify(json))
  }
  for (const id of ['key_x', 'usr_1', `key_${'0'.repeat(35)}`]) {
    assert.equal(outcome(await app.admin('GET', `/api-keys/${id}`)), '404 api_key_not_found')
    assert.equal(outcome(await app.admin('PATCH', `/api-keys/${id}`, { name: 'x' })), '404 api_key_not_found')
    assert.equal(outcome(await app.admin('DELETE', `/api-keys/${id}`)), '404 api_key_not_found')
    assert.equal(outcome(await app.admin('POST', `/api-keys/${id}/rotate`)), '404 api_key_not_found')
  }
})
