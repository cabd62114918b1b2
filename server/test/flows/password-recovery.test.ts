import assert from 'node:assert/strict'
import { test } from 'node:test'
import { raw, sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { outcome } from '#test/support/factors.ts'
import { linkTo, mailOf } from '#test/support/mailbox.ts'
import { createWebApp, isActive, refresh, signIn, TestPerson } from '#test/support/oauth.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import {
  as,
  askFor,
  logIn,
  NEW_PASSWORD,
  RESET,
  signUp,
  signUpVerified,
  tokenFor,
  tokenIn,
  VERIFY,
} from '#test/support/recovery.ts'
import { Visitor } from '#test/support/visitor.ts'
import type { TestApp } from '#test/support/app.ts'
import { assertSameTime } from '#test/support/timing.ts'

const MINUTE = 60_000
const MAYA = 'maya@example.com'
const forgot = '/api/v1/auth/password/forgot'
const reset = '/api/v1/auth/password/reset'
const me = '/api/v1/auth/me'

const tryReset = async (app: TestApp, token: string, password = NEW_PASSWORD): Promise<string> =>
  outcome(await app.send({ url: reset, json: { token, password } }))

test('somebody who forgot their password gets a link, chooses a new one and signs in with it', async (t) => {
  const app = await createTestApp(t)
  await signUpVerified(app, MAYA)
  const asked = await app.send({ url: forgot, json: { email: ' MAYA@Example.com ' } })
  assert.deepEqual(asked.json, { message: 'If a user has this address, a link is on its way to it.' })
  const link = await linkTo(app, MAYA, RESET)
  assert.match(link, /^http:\/\/localhost:8080\/reset\?token=mandate_ml_\w{49}$/)
  const done = await app.send({ url: reset, json: { token: tokenIn(link), password: NEW_PASSWORD } })
  assert.equal(done.status, 200, done.text)
  assert.deepEqual(done.json, { revoked_sessions: 1, revoked_tokens: 0 })
  assert.equal(done.headers['set-cookie'], undefined, 'nobody is signed in by a reset')
  assert.equal(outcome(await logIn(app, MAYA, GOOD_PASSWORD)), '401 invalid_credentials')
  assert.equal((await logIn(app, MAYA, NEW_PASSWORD)).status, 200)
  const subjects = (await mailOf(app, MAYA)).map(({ subject }) => subject)
  assert.ok(subjects.includes('Your password was changed'), subjects.join())
  const told = await app.admin('GET', '/audit-logs?action=password.reset')
  const [event] = told.json['data'] as { metadata: object; actor_type: string }[]
  assert.equal(event?.actor_type, 'user')
})

test('LG6: a link leads to the configured address, whatever the request says of hosts', async (t) => {
  const app = await createTestApp(t, { baseUrl: 'https://id.example.com' })
  await signUpVerified(app, MAYA)
  const lies: Record<string, string>[] = [
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http', 'x-forwarded-port': '8443' },
    { forwarded: 'host=evil.example;proto=http' },
    { 'x-original-host': 'evil.example', 'x-host': 'evil.example' },
    { host: 'evil.example' },
  ]
  for (const headers of lies) {
    app.clock.advance(20 * MINUTE)
    await app.send({ url: forgot, json: { email: MAYA }, headers })
    const mails = await mailOf(app, MAYA)
    assert.ok(!JSON.stringify(mails).includes('evil'), JSON.stringify(headers))
    assert.match(await linkTo(app, MAYA, RESET), /^https:\/\/id\.example\.com\/reset\?token=/)
  }
})

test('LG6: looking at a link uses nothing up; using it does, and so does a newer one, its age, and a new password', async (t) => {
  const app = await createTestApp(t)
  const person = await signUpVerified(app, MAYA)
  const first = await askFor(app, 'reset', MAYA)
  for (const method of ['GET', 'HEAD', 'GET'] as const) {
    const seen = await app.send({ method, url: `/reset?token=${first}` })
    assert.equal(seen.status, 200)
  }
  const second = await askFor(app, 'reset', MAYA)
  assert.equal(await tryReset(app, first), '400 link_invalid', 'a newer link makes the older one void')
  assert.equal(await tryReset(app, second), '200')
  assert.equal(await tryReset(app, second), '400 link_invalid', 'a link works once')

  const third = await askFor(app, 'reset', MAYA)
  app.clock.advance(30 * MINUTE)
  assert.equal(await tryReset(app, third), '400 link_invalid', 'a link works for half an hour')
  assert.equal((await app.send({ url: `/reset?token=${third}` })).status, 400)

  const fourth = await askFor(app, 'reset', MAYA)
  const back = await logIn(app, MAYA, NEW_PASSWORD, person.visitor)
  person.csrf = String(back.json['csrf_token'])
  const json = { current_password: NEW_PASSWORD, new_password: GOOD_PASSWORD }
  assert.equal((await as(person, 'POST', 'password/change', json)).status, 200)
  assert.equal(await tryReset(app, fourth), '400 link_invalid', 'a changed password ends links on their way')

  for (const token of ['', 'x', 'mandate_ml_', first.slice(0, -1), `${first}x`, first.toUpperCase()]) {
    assert.match(await tryReset(app, token), /^400 (link_invalid|invalid_request)$/, token)
  }
})

test('LG6: of fifty requests with one link one sets a password, on two nodes', async (t) => {
  const app = await createTestApp(t)
  const node = await app.secondNode(t)
  await signUpVerified(app, MAYA)
  const token = await askFor(app, 'reset', MAYA)
  const tries = Array.from({ length: 50 }, (_, i) => tryReset(i % 2 ? app : node, token, `${NEW_PASSWORD}-${i}`))
  const outcomes = await Promise.all(tries)
  assert.deepEqual(
    [outcomes.filter((it) => it === '200').length, outcomes.filter((it) => /^(400|503)/.test(it)).length],
    [1, 49],
    outcomes.join(),
  )
  const winner = outcomes.indexOf('200')
  assert.equal((await logIn(app, MAYA, `${NEW_PASSWORD}-${winner}`)).status, 200)
})

test('LG6: a link opens what it was sent for and nothing else', async (t) => {
  const app = await createTestApp(t)
  const visitor = new Visitor(app)
  const person = await signUp(app, MAYA)
  const verify = await tokenFor(app, MAYA, VERIFY)
  const magic = await askFor(app, 'magic', MAYA, visitor)
  const resetToken = await askFor(app, 'reset', MAYA)
  for (const token of [verify, magic]) assert.equal(await tryReset(app, token), '400 link_invalid')
  for (const token of [verify, resetToken]) {
    const answer = await visitor.send({ url: '/api/v1/auth/magic-link/verify', json: { token, confirm: true } })
    assert.equal(outcome(answer), '400 link_invalid')
  }
  for (const token of [magic, resetToken]) {
    const answer = await person.visitor.send({ url: '/api/v1/auth/email/verify', json: { token } })
    assert.equal(outcome(answer), '400 link_invalid')
  }
})

test('LG6: a reset ends every other link on its way, whatever it was sent for', async (t) => {
  const app = await createTestApp(t)
  const person = await signUpVerified(app, MAYA)
  const visitor = new Visitor(app)
  const magic = await askFor(app, 'magic', MAYA, visitor)
  app.clock.advance(1000)
  const wish = { email: 'maya@new.example', password: GOOD_PASSWORD }
  const asked = await as(person, 'POST', 'email/change', wish)
  assert.equal(asked.status, 200, asked.text)
  const change = await tokenFor(app, wish.email, VERIFY)
  assert.equal(await tryReset(app, await askFor(app, 'reset', MAYA)), '200')
  const links = {
    'magic-link/verify': { token: magic, confirm: true },
    'email/verify': { token: change, password: NEW_PASSWORD },
  }
  for (const [path, json] of Object.entries(links)) {
    const answer = await visitor.send({ url: `/api/v1/auth/${path}`, json })
    assert.equal(outcome(answer), '400 link_invalid', path)
  }
  assert.equal((await logIn(app, MAYA, NEW_PASSWORD)).status, 200, 'the address is the one it was')
})

test('LG6: no secret of a link is in the database or the log', async (t) => {
  const app = await createTestApp(t)
  await signUpVerified(app, MAYA)
  const token = await askFor(app, 'reset', MAYA)
  await app.send({ url: `/reset?token=${token}` })
  await tryReset(app, token)
  const secret = token.slice('mandate_ml_'.length)
  for (const table of ['email_tokens', 'email_outbox', 'dev_emails', 'events', 'limits']) {
    const rows = await app.database.db.all(sql`SELECT * FROM ${raw(table)}`)
    assert.ok(!JSON.stringify(rows).includes(secret), table)
  }
  assert.ok(!app.log.join('').includes(secret))
  assert.ok(!app.log.join('').includes(NEW_PASSWORD))
})

test('LG6: a password that is refused costs nothing, and the link still works', async (t) => {
  const app = await createTestApp(t)
  await signUpVerified(app, MAYA)
  const token = await askFor(app, 'reset', MAYA)
  assert.equal(await tryReset(app, token, 'short'), '400 password_too_short')
  assert.equal(await tryReset(app, token, 'password1'), '400 password_too_common')
  assert.equal(await tryReset(app, token, 'maya@example.com'), '400 password_too_common')
  assert.equal(await tryReset(app, token, 'x'.repeat(2000)), '400 password_too_long')
  assert.equal(await tryReset(app, token), '200')
})

test('SE4, RF8: a reset ends sessions, codes and refresh tokens of the user on all nodes, and nobody else’s', async (t) => {
  const app = await createTestApp(t)
  const node = await app.secondNode(t)
  const client = await createWebApp(app)
  const [maya, noor] = [await TestPerson.signUp(app), await TestPerson.signUp(app)]
  const tokens = await signIn(app, maya, client)
  const others = await signIn(app, noor, client)
  const token = await askFor(app, 'reset', maya.email)
  assert.equal(await tryReset(app, token), '200')
  for (const one of [app, node]) {
    const cookie = [...maya.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    assert.equal((await one.send({ url: me, headers: { cookie } })).status, 401)
    assert.equal(await isActive(one, client, tokens['access_token'] ?? ''), false)
    const refused = await refresh(one, client, tokens['refresh_token'] ?? '')
    assert.deepEqual([refused.status, refused.json['error']], [400, 'invalid_grant'])
  }
  assert.equal((await noor.send(me)).status, 200)
  assert.equal((await refresh(app, client, others['refresh_token'] ?? '')).status, 200)
})

test('SE4: a changed password ends every other session and every refresh token, on all nodes', async (t) => {
  const app = await createTestApp(t)
  const node = await app.secondNode(t)
  const client = await createWebApp(app)
  const maya = await TestPerson.signUp(app)
  const tokens = await signIn(app, maya, client)
  const here = new Visitor(app)
  const back = await logIn(app, maya.email, GOOD_PASSWORD, here)
  const before = { ...here.cookies }
  const change = (json: object, csrf = String(back.json['csrf_token'])) =>
    here.send({ url: '/api/v1/auth/password/change', json, headers: { 'x-csrf-token': csrf } })
  assert.equal(outcome(await change({ new_password: NEW_PASSWORD })), '400 password_needed')
  const wrong = { current_password: 'not-that-one', new_password: NEW_PASSWORD }
  assert.equal(outcome(await change(wrong)), '401 invalid_credentials')
  const weak = { current_password: GOOD_PASSWORD, new_password: 'password1' }
  assert.equal(outcome(await change(weak)), '400 password_too_common')
  const right = { current_password: GOOD_PASSWORD, new_password: NEW_PASSWORD }
  assert.equal(outcome(await change(right, 'forged')), '403 csrf_failed')
  const done = await change(right)
  assert.equal(done.status, 200, done.text)
  assert.equal(done.json['email'], maya.email)

  assert.notDeepEqual(here.cookies, before, 'the session that stays has a new id')
  assert.equal((await here.open(me)).status, 200)
  assert.notEqual(done.json['csrf_token'], back.json['csrf_token'])
  for (const one of [app, node]) {
    const old = Object.entries(before).map(([name, value]) => `${name}=${value}`)
    assert.equal((await one.send({ url: me, headers: { cookie: old.join('; ') } })).status, 401)
    assert.equal(await isActive(one, client, tokens['access_token'] ?? ''), false)
    const refused = await refresh(one, client, tokens['refresh_token'] ?? '')
    assert.deepEqual([refused.status, refused.json['error']], [400, 'invalid_grant'])
  }
  assert.equal((await maya.send(me)).status, 401, 'the other browser is signed out')
  assert.equal((await logIn(app, maya.email, NEW_PASSWORD)).status, 200)
  const subjects = (await mailOf(app, maya.email)).map(({ subject }) => subject)
  assert.ok(subjects.includes('Your password was changed'))
})

test('nobody who is not signed in changes a password', async (t) => {
  const app = await createTestApp(t)
  const json = { current_password: GOOD_PASSWORD, new_password: NEW_PASSWORD }
  assert.equal(outcome(await app.send({ url: '/api/v1/auth/password/change', json })), '401 not_signed_in')
})

test('a disabled user gets no link, and one that was on its way is dead', async (t) => {
  const app = await createTestApp(t)
  const { id } = await signUpVerified(app, MAYA)
  const token = await askFor(app, 'reset', MAYA)
  const before = (await mailOf(app, MAYA)).length
  await app.services.users.disable(id, 'test', { type: 'system', id: 'test', requestId: null, ip: null })
  assert.equal((await app.send({ url: forgot, json: { email: MAYA } })).status, 200)
  assert.equal((await mailOf(app, MAYA)).length, before)
  assert.equal(await tryReset(app, token), '400 link_invalid')
})

test('LG1: asking for a link is answered alike for a user and for nobody, in the same time', async (t) => {
  const app = await createTestApp(t)
  await signUpVerified(app, MAYA)
  for (const url of [forgot, '/api/v1/auth/magic-link/send']) {
    const times: Record<string, number[]> = { [MAYA]: [], 'nono@example.com': [] }
    const seen = new Set<string>()
    for (let i = 0; i < 45; i++) {
      for (const [email, samples] of Object.entries(times)) {
        const start = performance.now()
        const answer = await app.send({ url, json: { email }, remoteAddress: `198.51.100.${i + 1}` })
        samples.push(performance.now() - start)
        await app.services.linkRequests.settled()
        const { 'x-request-id': _id, date: _date, 'set-cookie': cookie, ...headers } = answer.headers
        const shape = String(cookie).replace(/mandate_br_\w+/, '')
        seen.add(JSON.stringify([answer.status, answer.text, headers, shape]))
      }
    }
    assert.equal(seen.size, 1, [...seen].join('\n'))
    const [known = [], unknown = []] = Object.values(times)
    assertSameTime(known, unknown, 5)
  }
})

test('EM3: fifty resets of one address send a few mails, and the last one sent stays good', async (t) => {
  const app = await createTestApp(t)
  await signUpVerified(app, MAYA)
  const statuses: number[] = []
  for (let i = 0; i < 50; i++) {
    const answer = await app.send({ url: forgot, json: { email: MAYA }, remoteAddress: `198.51.100.${i + 1}` })
    statuses.push(answer.status)
    await app.services.linkRequests.settled()
  }
  assert.deepEqual([...new Set(statuses)], [200])
  const sent = (await mailOf(app, MAYA)).filter(({ subject }) => RESET.test(subject))
  assert.equal(sent.length, 5)
  const outcomes: string[] = []
  for (const { links } of sent) outcomes.push(await tryReset(app, tokenIn(links[0] ?? '')))
  assert.deepEqual(outcomes.toSorted(), ['200', ...Array<string>(4).fill('400 link_invalid')])
})

test('LG2: one address asks for thirty links an hour, for whomever', async (t) => {
  const app = await createTestApp(t)
  const ask = async (i: number, url = forgot): Promise<string> =>
    outcome(await app.send({ url, json: { email: `user${i}@example.com` }, remoteAddress: '203.0.113.9' }))
  for (let i = 0; i < 30; i++) assert.equal(await ask(i), '200')
  assert.equal(await ask(30), '429 rate_limited')
  assert.equal(await ask(30, '/api/v1/auth/magic-link/send'), '429 rate_limited')
  app.clock.advance(3 * MINUTE)
  assert.equal(await ask(31), '200')
})

test('LG5: what is no address is refused, and every spelling of one reaches the mailbox that is stored', async (t) => {
  const app = await createTestApp(t)
  await signUpVerified(app, MAYA)
  const bad = [
    'maya@example.com,eve@evil.example',
    'maya@example.com;eve@evil.example',
    'maya@example.com eve@evil.example',
    'maya@example.com\r\nBcc: eve@evil.example',
    'maya@example.com\nBcc: eve@evil.example',
    '"maya@evil.example x"@example.com',
    '"maya"@example.com',
    'Maya <maya@example.com>',
    '<maya@example.com>',
    'maya@example.com>',
    'maya@@example.com',
    '@example.com',
    'maya@',
    'maya',
    'maya@example',
    'maya@example.com.',
    'maya@.example.com',
    'maya@exa mple.com',
    'maya..m@example.com',
    '.maya@example.com',
    'maya(comment)@example.com',
    'maya@[127.0.0.1]',
    'maya@127.0.0.1',
    'mаya@example.com',
    'maya@exam\u200bple.com',
    'maya\u202e@example.com',
    `${'a'.repeat(65)}@example.com`,
    `maya@${'a'.repeat(250)}.com`,
  ]
  for (const url of [forgot, '/api/v1/auth/magic-link/send']) {
    for (const email of bad) {
      assert.equal(outcome(await app.send({ url, json: { email } })), '400 invalid_email', JSON.stringify(email))
    }
  }
  const twins = ['MAYA@EXAMPLE.COM', 'ｍａｙａ@example.com', 'maya@ｅｘａｍｐｌｅ.com', ' maya@example.com\t']
  for (const email of twins) assert.equal((await app.send({ url: forgot, json: { email } })).status, 200, email)
  await app.services.linkRequests.settled()
  const rows = await app.database.db.all(sql`SELECT DISTINCT recipient FROM email_outbox`)
  assert.deepEqual(
    rows.map(({ recipient }) => recipient),
    [MAYA],
  )
})
