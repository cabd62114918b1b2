import assert from 'node:assert/strict'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { mailOf } from '#test/support/mailbox.ts'
import type { TestApp } from '#test/support/app.ts'

const CONSUME = '/api/v1/admin/bootstrap/consume'
const OWNER = { email: 'owner@example.com', password: 'plum-harbour-lantern' }
const HEADERS_OF_PROXIES = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/** A new setup token, as a restart gives it out. */
const setupToken = async (app: TestApp) => (await app.services.firstBoot.prepare('dev')) ?? ''
const consume = (app: TestApp, token: string, more: object = {}) =>
  app.send({ url: CONSUME, json: { token, ...OWNER, ...more } })
const readKey = (app: TestApp, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  app.send({ url: '/api/v1/admin/firstboot/key', headers, remoteAddress })
const isBootstrapped = async (app: TestApp) =>
  (await app.send({ url: '/api/v1/admin/bootstrap/status' })).json['bootstrapped']

test('the setup token becomes the first owner, who is signed in and may do everything', async (t) => {
  const app = await createTestApp(t)
  assert.equal(await isBootstrapped(app), false)
  const answer = await consume(app, await setupToken(app))
  assert.equal(answer.status, 201)
  assert.equal(answer.json['email'], OWNER.email)
  assert.equal(answer.json['system_role'], 'owner')
  assert.equal(await isBootstrapped(app), true)
  assert.equal((await mailOf(app, OWNER.email)).length, 1, 'and the link that confirms the address')
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  const mode = await app.send({ url: '/api/v1/admin/system/mode', headers: { cookie } })
  assert.deepEqual([mode.status, mode.json], [200, { mode: 'dev' }])
})

test('AD10: fifty who use the setup token at once make one owner', async (t) => {
  const app = await createTestApp(t)
  const token = await setupToken(app)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => consume(app, token, { email: `owner${i}@example.com` })),
  )
  const statuses = answers.map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 201).length, 1, statuses.join())
  assert.ok(
    statuses.every((status) => [201, 401, 429, 503].includes(status)),
    statuses.join(),
  )
  const owners = await app.database.db.all(sql`SELECT id FROM users WHERE system_role = 'owner'`)
  assert.equal(owners.length, 1)
})

test('AD10: two nodes with a token each make one owner', async (t) => {
  const app = await createTestApp(t)
  const node = await app.secondNode(t)
  const tokens = [await setupToken(app), await setupToken(node)]
  const answers = await Promise.all([
    consume(app, tokens[0] ?? ''),
    consume(node, tokens[1] ?? '', { email: 'second@example.com' }),
  ])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 401])
})

test('AD10: a token that is wrong, expired or used gets 401, and none works once there was an owner', async (t) => {
  const app = await createTestApp(t)
  const expired = await setupToken(app)
  app.clock.advance(31 * 60_000)
  const token = await setupToken(app)
  for (const bad of ['nonsense', `${token}x`, expired]) {
    const answer = await consume(app, bad)
    assert.deepEqual([answer.status, answer.json['code']], [401, 'setup_token_invalid'])
  }
  const other = await setupToken(app)
  assert.equal((await consume(app, token)).status, 201)
  await app.database.db.run(sql`DELETE FROM users`)
  await app.database.db.run(sql`DELETE FROM events`)
  assert.equal((await consume(app, token)).status, 401)
  assert.equal((await consume(app, other)).status, 401)
  assert.equal(await app.services.firstBoot.prepare('dev'), undefined)
  assert.equal(await isBootstrapped(app), true)
})

test('AD10: wrong tokens are throttled by address', async (t) => {
  const app = await createTestApp(t)
  const statuses: number[] = []
  for (let i = 0; i < 12; i++) statuses.push((await consume(app, `wrong-${i}`)).status)
  assert.deepEqual(statuses, [...Array<number>(10).fill(401), 429, 429])
  assert.equal((await consume(app, await setupToken(app))).status, 201)
})

test('a bad address or password, or a taken address, is told and does not use the token up', async (t) => {
  const app = await createTestApp(t)
  await app.send({ url: '/api/v1/auth/signup', json: { ...OWNER, email: 'taken@example.com' } })
  const token = await setupToken(app)
  const refusals: [object, number, string][] = [
    [{ email: 'not an address' }, 400, 'invalid_email'],
    [{ password: 'short' }, 400, 'password_too_short'],
    [{ email: 'taken@example.com' }, 409, 'email_taken'],
    [{ extra: 1 }, 400, 'invalid_request'],
  ]
  for (const [more, status, code] of refusals) {
    const answer = await consume(app, token, more)
    assert.deepEqual([answer.status, answer.json['code']], [status, code])
  }
  assert.equal((await consume(app, token)).status, 201)
})

test('a page of another origin can not set the server up', async (t) => {
  const app = await createTestApp(t)
  const token = await setupToken(app)
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const answer = await app.send({ url: CONSUME, headers, json: { token, ...OWNER } })
  assert.deepEqual([answer.status, answer.json['code']], [403, 'csrf_failed'])
})

test('AD11: the first key is in a file of our own, never in the log, and gone once somebody set the server up', async (t) => {
  const app = await createTestApp(t)
  const file = path.join(app.dataDir, 'admin.key.firstboot')
  assert.equal(statSync(file).mode & 0o777, 0o600)
  const answer = await readKey(app)
  assert.deepEqual([answer.status, answer.json], [200, { key: app.adminKey }])
  assert.match(String(answer.headers['cache-control']), /no-store/)
  await consume(app, await setupToken(app))
  assert.equal(existsSync(file), false)
  assert.equal((await readKey(app)).status, 404)
  assert.equal((await app.admin('GET', '/admin/system/mode')).status, 200)
  assert.ok(!app.log.join('').includes(app.adminKey))
  for (const url of [
    '/admin.key.firstboot',
    '/assets/admin.key.firstboot',
    '/assets/branding/..%2fadmin.key.firstboot',
  ]) {
    assert.equal((await app.send({ url })).status, 404, url)
  }
})

test('the first key is for this machine itself: no proxy, no other address, no foreign name', async (t) => {
  const app = await createTestApp(t)
  assert.equal((await readKey(app, {}, '192.0.2.1')).json['code'], 'firstboot_key_unavailable')
  for (const header of HEADERS_OF_PROXIES) assert.equal((await readKey(app, { [header]: '127.0.0.1' })).status, 404)
  for (const host of ['evil.example', 'localhost.evil.example', '192.0.2.1']) {
    assert.equal((await readKey(app, { host })).status, 404, host)
  }
  for (const host of ['127.0.0.1:8080', 'localhost', '[::1]:8080']) {
    assert.equal((await readKey(app, { host })).status, 200, host)
  }
})

test('the setting firstboot_key_access opens or closes the first key', async (t) => {
  const app = await createTestApp(t)
  await app.admin('PATCH', '/admin/config', { firstboot_key_access: 'off' })
  assert.equal((await readKey(app)).status, 404)
  await app.admin('PATCH', '/admin/config', { firstboot_key_access: 'any' })
  assert.equal((await readKey(app, { host: 'id.example.com' }, '192.0.2.1')).status, 200)
})

test('AD11: behind a public base URL the first key is for nobody, however local the request looks', async (t) => {
  const app = await createTestApp(t, { baseUrl: 'https://id.example.com' })
  for (const host of ['127.0.0.1:8080', 'localhost', 'id.example.com']) {
    assert.equal((await readKey(app, { host })).status, 404, host)
    assert.equal((await app.send({ url: '/metrics', headers: { host } })).status, 401, host)
  }
})

test('AD11: the first key is served for as long as a setup link is open', async (t) => {
  const app = await createTestApp(t)
  app.clock.advance(30 * 60_000 - 1)
  assert.equal((await readKey(app)).status, 200)
  app.clock.advance(1)
  assert.equal((await readKey(app)).status, 404)
  await app.admin('PATCH', '/admin/config', { firstboot_key_access: 'any' })
  assert.equal((await readKey(app)).status, 404)
  await setupToken(app)
  assert.equal((await readKey(app)).status, 200, 'a restart opens another window')
})

test('metrics take a key of their own scope, and system:read is another', async (t) => {
  const app = await createTestApp(t, { baseUrl: 'https://id.example.com' })
  const keyFor = async (scope: string) =>
    String((await app.admin('POST', '/api-keys', { name: scope, scopes: [scope] })).json['key'])
  const ask = async (scope: string) =>
    (await app.send({ url: '/metrics', headers: { authorization: `Bearer ${await keyFor(scope)}` } })).status
  assert.equal(await ask('metrics:read'), 200)
  assert.equal(await ask('system:read'), 403)
})

test('the setup link leads to a form that makes the owner and signs them in', async (t) => {
  const app = await createTestApp(t)
  const token = await setupToken(app)
  const page = await app.send({ url: `/setup?token=${token}` })
  assert.equal(page.status, 200)
  assert.match(page.text, /You become the <strong>owner<\/strong>/)
  assert.match(String(page.headers['content-security-policy']), /frame-ancestors 'none'/)
  const cookie = String(page.headers['set-cookie']).split(';')[0] ?? ''
  const csrf = /name="csrf_token" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  const submit = (fields: Record<string, string>) =>
    app.send({ url: '/setup', headers: { cookie }, form: { csrf_token: csrf, token, ...OWNER, ...fields } })

  const forged = await submit({ csrf_token: 'wrong' })
  assert.equal(forged.status, 403)
  const weak = await submit({ password: 'short' })
  assert.equal(weak.status, 400)
  assert.match(weak.text, /needs at least 8 characters/)
  assert.match(weak.text, /value="owner@example.com"/)
  assert.ok(!weak.text.includes('value="short"'))
  const wrong = await submit({ token: 'wrong' })
  assert.equal(wrong.status, 401)
  const done = await submit({})
  assert.deepEqual([done.status, done.headers['location']], [303, '/setup/key'])
  assert.match(String(done.headers['set-cookie']), /mandate_session=/)
  assert.equal(await isBootstrapped(app), true)
  const late = await app.send({ url: `/setup?token=${token}` })
  assert.equal(late.status, 401)
  assert.match(late.text, /This setup link is not valid/)
})

test('opening the setup link, as a preview does, does not use it up', async (t) => {
  const app = await createTestApp(t)
  const token = await setupToken(app)
  for (let i = 0; i < 3; i++) assert.equal((await app.send({ url: `/setup?token=${token}` })).status, 200)
  assert.equal((await consume(app, token)).status, 201)
})

test('the first key sets the server up as well, once, and lives on; one that may do less does not', async (t) => {
  const app = await createTestApp(t)
  const narrow = await app.admin('POST', '/api-keys', { name: 'narrow', scopes: ['users:*', 'system:*'] })
  assert.equal((await consume(app, String(narrow.json['key']))).status, 401)
  const made = await consume(app, app.adminKey)
  assert.equal(made.status, 201, made.text)
  assert.equal(await isBootstrapped(app), true)
  assert.equal((await consume(app, app.adminKey, { email: 'second@example.com' })).status, 401)
  assert.equal((await app.admin('GET', '/users')).status, 200)
  assert.equal((await readKey(app)).status, 404)
})

test('AD10: fifty who set the server up by its first key at once make one owner', async (t) => {
  const app = await createTestApp(t)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => consume(app, app.adminKey, { email: `owner${i}@example.com` })),
  )
  assert.equal(answers.filter(({ status }) => status === 201).length, 1)
  const owners = await app.database.db.all(sql`SELECT id FROM users WHERE system_role = 'owner'`)
  assert.equal(owners.length, 1)
})
