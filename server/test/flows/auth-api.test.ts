import assert from 'node:assert/strict'
import { test } from 'node:test'
import { raw, sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { configure } from '#test/support/oauth.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { Visitor } from '#test/support/visitor.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'
import { assertSameTime } from '#test/support/timing.ts'

const maya = { email: 'maya@example.com', password: GOOD_PASSWORD }
const signup = '/api/v1/auth/signup'
const login = '/api/v1/auth/login'
const logout = '/api/v1/auth/logout'
const me = '/api/v1/auth/me'

async function signedUp(app: TestApp, json: object = maya): Promise<{ visitor: Visitor; csrf: string; id: string }> {
  const visitor = new Visitor(app)
  const answer = await visitor.send({ url: signup, json })
  assert.equal(answer.status, 201, answer.text)
  return { visitor, csrf: String(answer.json['csrf_token']), id: String(answer.json['id']) }
}

const outcome = (answer: TestAnswer): string => `${answer.status} ${String(answer.json['code'])}`

test('a person signs up, reads themselves, changes their name, signs out and in again', async (t) => {
  const app = await createTestApp(t)
  const visitor = new Visitor(app)
  const made = await visitor.send({ url: signup, json: { ...maya, name: 'Maya' } })
  assert.equal(made.status, 201)
  assert.equal(made.headers['location'], me)
  const { id, csrf_token: csrf, ...rest } = made.json
  assert.match(String(id), /^usr_/)
  assert.deepEqual(rest, {
    email: maya.email,
    email_verified: false,
    name: 'Maya',
    mfa_enabled: false,
    system_role: null,
    tier: 'free',
    scopes: [],
    created_at: '2026-01-15T12:00:00.000Z',
    updated_at: '2026-01-15T12:00:00.000Z',
  })
  assert.deepEqual((await visitor.open(me)).json, made.json)

  const headers = { 'x-csrf-token': String(csrf) }
  const renamed = await visitor.send({ method: 'PATCH', url: me, json: { name: 'Maya Lind' }, headers })
  assert.equal(renamed.status, 200)
  assert.equal(renamed.json['name'], 'Maya Lind')
  const cleared = await visitor.send({ method: 'PATCH', url: me, json: { name: null }, headers })
  assert.equal(cleared.json['name'], '')
  const same = await visitor.send({ method: 'PATCH', url: me, json: {}, headers })
  assert.deepEqual(same.json, cleared.json)

  const old = { ...visitor.cookies }
  const gone = await visitor.send({ method: 'POST', url: logout, headers })
  assert.equal(gone.status, 204)
  assert.match(String(gone.headers['set-cookie']), /^mandate_session=; .*Max-Age=0/)
  visitor.cookies = old
  assert.equal(outcome(await visitor.open(me)), '401 not_signed_in')

  const back = await visitor.send({ url: login, json: maya })
  assert.equal(back.status, 200)
  assert.equal(back.json['id'], id)
  assert.equal((await visitor.open(me)).status, 200)
})

test('SE1: a session id that was planted before the sign-in opens nothing afterwards', async (t) => {
  const app = await createTestApp(t)
  const { visitor: attacker } = await signedUp(app)
  const planted = attacker.cookies['mandate_session'] ?? ''
  await signedUp(app, { ...maya, email: 'noor@example.com' })
  const victim = new Visitor(app)
  victim.cookies = { mandate_session: planted }
  const answer = await victim.send({ url: login, json: { ...maya, email: 'noor@example.com' } })
  assert.equal(answer.status, 200)
  assert.notEqual(victim.cookies['mandate_session'], planted)
  assert.equal((await victim.open(me)).json['email'], 'noor@example.com')
  assert.equal((await attacker.open(me)).status, 401, 'the session the browser had before has ended')
})

test('SE2: the cookie is a host cookie on https, and no secret of it is in the database', async (t) => {
  const app = await createTestApp(t, { baseUrl: 'https://id.example.com' })
  const visitor = new Visitor(app)
  const answer = await visitor.send({ url: signup, json: maya })
  const [cookie] = [answer.headers['set-cookie'] ?? []].flat()
  assert.match(
    cookie ?? '',
    /^__Host-mandate_session=mandate_ss_\w{49}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure$/,
  )
  const secret = (visitor.cookies['__Host-mandate_session'] ?? '').slice('mandate_ss_'.length)
  for (const table of ['sessions', 'events', 'users', 'limits']) {
    const rows = await app.database.db.all(sql`SELECT * FROM ${raw(table)}`)
    assert.ok(!JSON.stringify(rows).includes(secret), table)
  }
  assert.ok(!app.log.join('').includes(secret))
  assert.ok(!app.log.join('').includes(maya.password))
})

test('SE3: no route of the session can be driven from a foreign page, or with a body a form can send', async (t) => {
  const app = await createTestApp(t)
  const { visitor, csrf } = await signedUp(app)
  const foreign = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: app.baseUrl, 'sec-fetch-site': 'cross-site' },
  ]
  const token = { 'x-csrf-token': csrf }
  for (const headers of foreign) {
    const name = JSON.stringify(headers)
    const noor = { ...maya, email: 'noor@example.com' }
    assert.equal(outcome(await visitor.send({ url: signup, json: noor, headers })), '403 csrf_failed', name)
    assert.equal(outcome(await visitor.send({ url: login, json: maya, headers })), '403 csrf_failed', name)
    const signOut = await visitor.send({ method: 'POST', url: logout, headers: { ...token, ...headers } })
    assert.equal(outcome(signOut), '403 csrf_failed', name)
    const patch = { method: 'PATCH', url: me, json: { name: 'X' }, headers: { ...token, ...headers } } as const
    assert.equal(outcome(await visitor.send(patch)), '403 csrf_failed', name)
  }
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const headers = { 'content-type': type }
    const body = JSON.stringify(maya)
    assert.equal((await visitor.send({ method: 'POST', url: login, body, headers })).status, 415, type)
    assert.equal((await visitor.send({ method: 'POST', url: signup, body, headers })).status, 415, type)
    assert.equal(outcome(await visitor.send({ method: 'PATCH', url: me, body, headers })), '403 csrf_failed', type)
  }
  assert.equal(outcome(await visitor.send({ method: 'POST', url: logout })), '403 csrf_failed')
  const other = await signedUp(app, { ...maya, email: 'eve@example.com' })
  const borrowed = { 'x-csrf-token': other.csrf }
  assert.equal(outcome(await visitor.send({ method: 'POST', url: logout, headers: borrowed })), '403 csrf_failed')
  assert.equal((await visitor.open(me)).status, 200, 'nothing of it ended the session')
})

test('SE3: a server on one’s own machine takes its own pages under each of its names', async (t) => {
  const app = await createTestApp(t)
  const visitor = new Visitor(app)
  const headers = { origin: 'http://127.0.0.1:8080', 'sec-fetch-site': 'same-origin' }
  assert.equal((await visitor.send({ url: signup, json: maya, headers })).status, 201)
})

test('SE5: the limits of a session hold on read', async (t) => {
  const app = await createTestApp(t)
  const { visitor } = await signedUp(app)
  const day = 24 * 60 * 60 * 1000
  app.clock.advance(7 * day - 1)
  assert.equal((await visitor.open(me)).status, 200)
  app.clock.advance(7 * day)
  assert.equal((await visitor.open(me)).status, 401)
  await visitor.send({ url: login, json: maya })
  for (let i = 0; i < 6; i++) {
    app.clock.advance(5 * day - 1)
    assert.equal((await visitor.open(me)).status, 200, `after ${i + 1} times five days`)
  }
  app.clock.advance(6)
  assert.equal((await visitor.open(me)).status, 401)
})

test('SE6: broken, huge and doubled cookies are nobody', async (t) => {
  const app = await createTestApp(t)
  const { visitor } = await signedUp(app)
  const good = visitor.cookies['mandate_session'] ?? ''
  const ask = async (cookie: string) => (await app.send({ url: me, headers: { cookie } })).status
  assert.equal(await ask(`mandate_session=${good}`), 200)
  assert.equal(await ask(`theme=dark; mandate_session=${good}; lang=en`), 200)
  for (const cookie of [
    'mandate_session',
    'mandate_session=',
    '=',
    ';;;',
    `mandate_session=${good.slice(0, -1)}`,
    `mandate_session=${good}a`,
    `mandate_session=${good}%00`,
    `mandate_session=${good},${good}`,
    `mandate_session= ${good} x`,
    `MANDATE_SESSION=${good}`,
    `__Host-mandate_session=${good}`,
    `mandate_session[]=${good}`,
    `mandate_session=${encodeURIComponent(`${good}\n`)}`,
    `mandate_session={"id":"${good}"}`,
    'mandate_session=__proto__',
    '__proto__=x; constructor=y',
    `mandate_session=${'x'.repeat(7000)}`,
    `a=${'x'.repeat(9000)}; mandate_session=${good}`,
    `mandate_session=wrong; mandate_session=${good}`,
    `mandate_session=${good}; mandate_session=wrong`,
    `mandate_session=' OR 1=1 --`,
    `mandate_session=${good.toLowerCase()}`,
  ]) {
    assert.equal(await ask(cookie), 401, cookie.slice(0, 80))
  }
})

test('LG1: signing in wrongly is answered the same for a user, for nobody, and for what is no address', async (t) => {
  const app = await createTestApp(t)
  await signedUp(app)
  const answers: string[] = []
  for (const email of [maya.email, 'nobody@example.com', 'MAYA@example.com ', 'no address', 'a@b@c']) {
    const visitor = new Visitor(app, '203.0.113.9')
    const { status, headers, json } = await visitor.send({ url: login, json: { email, password: 'wrong-password' } })
    assert.equal(status, 401)
    const { request_id: id, ...details } = json['details'] as Record<string, unknown>
    assert.equal(id, headers['x-request-id'])
    const { 'x-request-id': _id, date: _date, ...others } = headers
    answers.push(JSON.stringify([others, { ...json, details }]))
  }
  assert.equal(new Set(answers).size, 1, answers.join('\n'))
})

test('LG1: signing in wrongly takes the same time for a user and for nobody', async (t) => {
  const app = await createTestApp(t)
  await signedUp(app)
  const times: Record<string, number[]> = { [maya.email]: [], 'nobody@example.com': [] }
  for (let i = 0; i < 45; i++) {
    for (const [email, samples] of Object.entries(times)) {
      const start = performance.now()
      const json = { email, password: 'wrong-password' }
      const { status } = await app.send({ url: login, json, remoteAddress: `203.0.113.${i + 1}` })
      samples.push(performance.now() - start)
      assert.equal(status, 401)
    }
  }
  const [known = [], unknown = []] = Object.values(times)
  assertSameTime(known, unknown, 5)
})

test('LG2: naming other addresses in headers, or another node, does not buy more guesses', async (t) => {
  const app = await createTestApp(t)
  const node = await app.secondNode(t)
  await signedUp(app)
  const outcomes: string[] = []
  for (let i = 0; i < 101; i++) {
    const spoofed = `198.51.100.${i}`
    const answer = await (i % 2 ? app : node).send({
      url: login,
      json: { email: maya.email, password: `guess-${i}` },
      headers: { 'x-forwarded-for': spoofed, 'x-real-ip': spoofed, forwarded: `for=${spoofed}` },
      remoteAddress: '203.0.113.9',
    })
    outcomes.push(outcome(answer))
    if (answer.status === 429) assert.match(String(answer.headers['retry-after']), /^\d+$/)
  }
  assert.equal(outcomes.filter((it) => it === '401 invalid_credentials').length, 10)
  assert.equal(outcomes.filter((it) => it === '429 rate_limited').length, 91)
  assert.equal((await app.send({ url: login, json: maya })).status, 200, 'the person at home gets in')
})

test('LG3: a spray over many users from one address stops', async (t) => {
  const app = await createTestApp(t)
  const statuses: number[] = []
  for (let i = 0; i < 80; i++) {
    const json = { email: `user${i}@example.com`, password: 'autumn-2026' }
    statuses.push((await app.send({ url: login, json, remoteAddress: '203.0.113.9' })).status)
  }
  assert.deepEqual([statuses.filter((it) => it === 401).length, statuses.filter((it) => it === 429).length], [50, 30])
})

test('LG4: lengths and common passwords are judged at sign-up, oversize before anything is hashed', async (t) => {
  const app = await createTestApp(t)
  const trySignup = async (password: string, i: number) =>
    outcome(await app.send({ url: signup, json: { email: `user${i}@example.com`, password } }))
  assert.equal(await trySignup('seven77', 1), '400 password_too_short')
  assert.equal(await trySignup('Password1', 2), '400 password_too_common')
  assert.equal(await trySignup('x'.repeat(1025), 3), '400 password_too_long')
  assert.equal(await trySignup('x'.repeat(5000), 4), '400 password_too_long')
  assert.equal(await trySignup(`${'long words in a row '.repeat(51)}done`, 5), '201 undefined')
  assert.equal(
    outcome(await app.send({ url: login, json: { ...maya, password: 'x'.repeat(5000) } })),
    '400 password_too_long',
  )
  await configure(app, { 'password.min_length': 15 })
  assert.equal(await trySignup('plum-harbour', 6), '400 password_too_short')
})

test('LG5: one address is one user, in every spelling', async (t) => {
  const app = await createTestApp(t)
  await signedUp(app)
  for (const email of ['MAYA@EXAMPLE.COM', ' maya@example.com', 'ｍaya@example.com', 'maya@ｅxample.com']) {
    assert.equal(outcome(await app.send({ url: signup, json: { ...maya, email } })), '409 email_taken', email)
    assert.equal((await app.send({ url: login, json: { ...maya, email } })).status, 200, email)
  }
  for (const email of [
    'a@x.com,b@y.com',
    '"a@evil.com x"@corp.com',
    'a@x.com\r\nBcc: b@y.com',
    'a\0@x.com',
    'а@x.com',
  ]) {
    const answer = await app.send({ url: signup, json: { ...maya, email } })
    assert.equal(answer.status, 400, email)
  }
})

test('LG8: nobody gives themselves a role, a tier, a verified address or another id', async (t) => {
  const app = await createTestApp(t)
  const { visitor, csrf, id } = await signedUp(app)
  const before = (await visitor.open(me)).json
  const fields = {
    id: 'usr_other',
    email: 'root@example.com',
    email_verified: true,
    email_canonical: 'root@example.com',
    password_hash: 'x',
    mfa_enabled: true,
    system_role: 'owner',
    tier: 'pro',
    metadata: { a: 1 },
    disabled_at: null,
    created_at: '2020-01-01T00:00:00.000Z',
    user_id: id,
  }
  for (const [field, value] of Object.entries(fields)) {
    const headers = { 'x-csrf-token': csrf }
    const json = { name: 'X', [field]: value }
    assert.equal(outcome(await visitor.send({ method: 'PATCH', url: me, json, headers })), '400 invalid_request', field)
    if (field === 'email') continue
    const made = await app.send({ url: signup, json: { ...maya, email: 'new@example.com', [field]: value } })
    assert.equal(outcome(made), '400 invalid_request', field)
  }
  assert.deepEqual((await visitor.open(me)).json, before)
})

test('what is missing or of another kind is named', async (t) => {
  const app = await createTestApp(t)
  for (const url of [signup, login]) {
    for (const json of [{}, { email: maya.email }, { ...maya, email: 7 }, { ...maya, password: null }, [], 'x', null]) {
      assert.equal(outcome(await app.send({ url, json })), '400 invalid_request', `${url} ${JSON.stringify(json)}`)
    }
  }
  const { visitor, csrf } = await signedUp(app)
  const json = { name: 'a\u202eb' }
  const patch = await visitor.send({ method: 'PATCH', url: me, json, headers: { 'x-csrf-token': csrf } })
  assert.equal(outcome(patch), '400 invalid_name')
})

test('anonymous sign-ups from one address are limited', async (t) => {
  const app = await createTestApp(t)
  const statuses: number[] = []
  for (let i = 0; i < 32; i++) {
    statuses.push((await app.send({ url: signup, json: { ...maya, email: `user${i}@example.com` } })).status)
  }
  assert.deepEqual(statuses.slice(-3), [201, 429, 429])
})

test('a disabled user is signed out everywhere and told so only with the right password', async (t) => {
  const app = await createTestApp(t)
  const { visitor, id } = await signedUp(app)
  const operator = { type: 'admin', id: 'key_test', requestId: null, ip: null } as const
  await app.services.users.disable(id, 'left', operator)
  assert.equal((await visitor.open(me)).status, 401)
  assert.equal(outcome(await app.send({ url: login, json: maya })), '403 user_disabled')
  assert.equal(outcome(await app.send({ url: login, json: { ...maya, password: 'wrong' } })), '401 invalid_credentials')
})
