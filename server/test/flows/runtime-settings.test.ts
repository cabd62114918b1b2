import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'

type Errors = { errors: { pointer: string; message: string }[] }

test('an operator reads and changes the settings, and every node follows', async (t) => {
  const app = await createTestApp(t)
  const before = await app.admin('GET', '/admin/config')
  assert.equal(before.status, 200)
  assert.equal(before.json['oauth.registration'], 'open')
  assert.equal(before.json['oauth.registration_token'], null)
  const node = await app.secondNode(t)
  const after = await app.admin('PATCH', '/admin/config', { 'oauth.access_token_ttl_seconds': 600 })
  assert.deepEqual([after.status, after.json], [200, { ...before.json, 'oauth.access_token_ttl_seconds': 600 }])
  assert.deepEqual((await node.admin('GET', '/admin/config')).json, after.json)
  const back = await app.admin('PATCH', '/admin/config', { 'oauth.access_token_ttl_seconds': null })
  assert.deepEqual(back.json, before.json)
})

test('AD12: an unknown setting is refused by name, and so is a value out of range', async (t) => {
  const app = await createTestApp(t)
  const answer = await app.admin('PATCH', '/admin/config', { 'oauth.registraton': 'off', 'password.min_length': 3 })
  assert.deepEqual([answer.status, answer.json['code']], [400, 'invalid_request'])
  const { errors } = answer.json['details'] as Errors
  assert.deepEqual(errors.map(({ pointer }) => pointer).toSorted(), ['/oauth.registraton', '/password.min_length'])
  assert.equal((await app.admin('GET', '/admin/config')).json['password.min_length'], 8)
})

test('a refusal names twenty wrong fields and counts the others', async (t) => {
  const app = await createTestApp(t)
  const wrong = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`unknown-${i}`, 1]))
  const all = (await app.admin('PATCH', '/admin/config', wrong(20))).json['details'] as Record<string, unknown>
  assert.deepEqual([(all['errors'] as unknown[]).length, all['error_count']], [20, undefined])
  const cut = (await app.admin('PATCH', '/admin/config', wrong(33))).json['details'] as Record<string, unknown>
  assert.deepEqual([(cut['errors'] as unknown[]).length, cut['error_count']], [20, 33])
})

test('AD12: the registration token is masked in every answer and in the log', async (t) => {
  const app = await createTestApp(t)
  const secret = 'initial-access-token-of-the-team'
  const patch = { 'oauth.registration': 'token', 'oauth.registration_token': secret }
  const answer = await app.admin('PATCH', '/admin/config', patch)
  assert.equal(answer.json['oauth.registration_token'], '********')
  const read = await app.admin('GET', '/admin/config')
  assert.ok(!read.text.includes(secret))
  // What was read can be sent back whole.
  const again = await app.admin('PATCH', '/admin/config', read.json)
  assert.deepEqual([again.status, again.json], [200, read.json])
  const tooShort = await app.admin('PATCH', '/admin/config', { 'oauth.registration_token': 'short' })
  assert.equal(tooShort.status, 400)
  assert.ok(!app.log.join('').includes(secret))
})

test('AD11: only full access says who may read the first admin key', async (t) => {
  const app = await createTestApp(t)
  const made = await app.admin('POST', '/api-keys', { name: 'config', scopes: ['system:*'] })
  const patch = (json: object) =>
    app.send({
      method: 'PATCH',
      url: '/api/v1/admin/config',
      headers: { authorization: `Bearer ${String(made.json['key'])}` },
      json,
    })
  const refused = await patch({ firstboot_key_access: 'any', 'password.min_length': 12 })
  assert.deepEqual([refused.status, refused.json['code']], [403, 'insufficient_scope'])
  const read = await app.admin('GET', '/admin/config')
  assert.deepEqual([read.json['firstboot_key_access'], read.json['password.min_length']], ['loopback', 8])
  assert.equal((await patch({ ...read.json, 'password.min_length': 12 })).status, 200, 'what was read may be sent back')
})

test('registration by token needs a token first', async (t) => {
  const app = await createTestApp(t)
  const answer = await app.admin('PATCH', '/admin/config', { 'oauth.registration': 'token' })
  assert.deepEqual([answer.status, answer.json['code']], [400, 'registration_token_missing'])
})

test('AD1: settings and mode want a credential with the scope', async (t) => {
  const app = await createTestApp(t)
  const signup = await app.send({
    url: '/api/v1/auth/signup',
    json: { email: 'maya@example.com', password: 'plum-harbour-lantern' },
  })
  const cookie = String(signup.headers['set-cookie']).split(';')[0] ?? ''
  for (const [method, url] of [
    ['GET', '/api/v1/admin/config'],
    ['PATCH', '/api/v1/admin/config'],
    ['GET', '/api/v1/admin/system/mode'],
  ] as const) {
    const json = method === 'PATCH' ? { json: {} } : {}
    const nobody = await app.send({ method, url, ...json })
    assert.equal(nobody.status, 401)
    assert.equal(nobody.headers['www-authenticate'], 'Bearer realm="mandate"')
    const wrong = await app.send({ method, url, ...json, headers: { authorization: 'Bearer mandate_sk_wrong' } })
    assert.equal(wrong.status, 401)
    const person = await app.send({ method, url, ...json, headers: { cookie } })
    assert.equal(person.status, 403)
  }
})
