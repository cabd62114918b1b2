import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { outcome } from '#test/support/factors.ts'
import { mailOf } from '#test/support/mailbox.ts'
import { createWebApp, isActive, signIn, TestPerson } from '#test/support/oauth.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { askFor, logIn, signUp, signUpVerified, tokenFor, VERIFY } from '#test/support/recovery.ts'
import { Visitor } from '#test/support/visitor.ts'
import type { TestAnswer } from '#test/support/app.ts'
import { requestContext } from '#test/support/request-context.ts'

const MINUTE = 60_000
const MAYA = 'maya@example.com'
const me = '/api/v1/auth/me'

const redeem = (visitor: Visitor, token: string, more: object = {}): Promise<TestAnswer> =>
  visitor.send({ url: '/api/v1/auth/magic-link/verify', json: { token, ...more } })

test('somebody signs in with a link, in the browser that asked for it', async (t) => {
  const app = await createTestApp(t)
  const { id } = await signUpVerified(app, MAYA)
  const visitor = new Visitor(app)
  const token = await askFor(app, 'magic', MAYA, visitor)
  const answer = await redeem(visitor, token)
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual([answer.json['id'], answer.json['email_verified']], [id, true])
  assert.equal((await visitor.open(me)).json['id'], id)
  const { methods } =
    (await app.services.sessions.authenticate(requestContext({ cookies: visitor.cookies })))?.session ?? {}
  assert.deepEqual(methods, ['email'])
  assert.equal((await logIn(app, MAYA, GOOD_PASSWORD)).status, 200, 'the password of a proven address stays')
})

test('LG7: looking at a link signs nobody in and uses nothing up', async (t) => {
  const app = await createTestApp(t)
  await signUpVerified(app, MAYA)
  const visitor = new Visitor(app)
  const token = await askFor(app, 'magic', MAYA, visitor)
  for (const from of [visitor, new Visitor(app)]) {
    for (const method of ['HEAD', 'GET', 'GET'] as const) {
      const seen = await from.send({ method, url: `/magic?token=${token}` })
      assert.equal(seen.status, 200)
    }
    assert.equal((await from.open(me)).status, 401)
  }
  assert.equal((await app.send({ url: `/api/v1/auth/magic-link/verify?token=${token}` })).status, 405)
  assert.equal((await redeem(visitor, token)).status, 200)
})

test('LG7: in another browser a link does nothing until the person has said that they want it there', async (t) => {
  const app = await createTestApp(t)
  await signUpVerified(app, MAYA)
  const [asking, other, bare] = [new Visitor(app), new Visitor(app), new Visitor(app)]
  await other.open('/login')
  const token = await askFor(app, 'magic', MAYA, asking)
  for (const visitor of [other, bare]) {
    assert.equal(outcome(await redeem(visitor, token)), '403 link_from_other_browser')
    assert.equal(outcome(await redeem(visitor, token, { confirm: false })), '403 link_from_other_browser')
  }
  assert.equal((await redeem(other, token, { confirm: true })).status, 200)
  assert.equal(outcome(await redeem(asking, token)), '400 link_invalid', 'it works once, wherever')
})

test('LG7: of fifty requests with one link one signs in, on two nodes', async (t) => {
  const app = await createTestApp(t)
  const node = await app.secondNode(t)
  await signUpVerified(app, MAYA)
  const token = await askFor(app, 'magic', MAYA)
  const tries = Array.from({ length: 50 }, (_, i) => redeem(new Visitor(i % 2 ? app : node), token, { confirm: true }))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  assert.deepEqual(statuses.toSorted(), [200, ...Array<number>(49).fill(400)])
})

test('LG7: a link ends by its age, by a newer one, and when somebody guesses at it nothing happens', async (t) => {
  const app = await createTestApp(t)
  await signUpVerified(app, MAYA)
  const visitor = new Visitor(app)
  const first = await askFor(app, 'magic', MAYA, visitor)
  const second = await askFor(app, 'magic', MAYA, visitor)
  assert.equal(outcome(await redeem(visitor, first)), '400 link_invalid')
  assert.equal(
    outcome(await redeem(visitor, `${second.slice(0, -1)}${second.endsWith('x') ? 'y' : 'x'}`)),
    '400 link_invalid',
  )
  app.clock.advance(15 * MINUTE)
  assert.equal(outcome(await redeem(visitor, second)), '400 link_invalid')
  await app.app.jobs.runNow('email_tokens.cleanup')
  assert.equal(outcome(await redeem(visitor, second)), '400 link_invalid')
})

test('LG7: whoever proves the mailbox first gets the account without the password and sessions of whoever opened it', async (t) => {
  const app = await createTestApp(t)
  const client = await createWebApp(app)
  const squatter = await TestPerson.signUp(app)
  const tokens = await signIn(app, squatter, client)
  const owner = new Visitor(app)
  const token = await askFor(app, 'magic', squatter.email, owner)
  assert.match((await owner.open(`/magic?token=${token}`)).text, /A password chosen before ends with it/)
  const answer = await redeem(owner, token)
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual([answer.json['id'], answer.json['email_verified']], [squatter.id, true])
  assert.equal((await squatter.send(me)).status, 401)
  assert.equal(outcome(await logIn(app, squatter.email, GOOD_PASSWORD)), '401 invalid_credentials')
  assert.equal(await isActive(app, client, tokens['access_token'] ?? ''), false)
  const told = await app.admin('GET', '/audit-logs?action=email.verified')
  const [event] = told.json['data'] as { metadata: { removed_sign_ins: boolean } }[]
  assert.equal(event?.metadata.removed_sign_ins, true)
  const subjects = (await mailOf(app, squatter.email)).map(({ subject }) => subject)
  assert.ok(subjects.includes('Welcome to Mandate'), subjects.join())
})

test('LG7: links that went to the squatter’s wish die with the first proof', async (t) => {
  const app = await createTestApp(t)
  const { visitor: squatter, csrf } = await signUp(app, MAYA)
  const headers = { 'x-csrf-token': csrf }
  const json = { email: 'squatter@evil.example', password: GOOD_PASSWORD }
  assert.equal((await squatter.send({ url: '/api/v1/auth/email/change', json, headers })).status, 200)
  const change = await tokenFor(app, 'squatter@evil.example', VERIFY)
  const verify = await tokenFor(app, MAYA, VERIFY)
  const owner = new Visitor(app)
  assert.equal((await redeem(owner, await askFor(app, 'magic', MAYA, owner))).status, 200)
  for (const token of [change, verify]) {
    const body = { token, password: GOOD_PASSWORD }
    const answer = await owner.send({ url: '/api/v1/auth/email/verify', json: body })
    assert.equal(outcome(answer), '400 link_invalid')
  }
})

test('LG7: who is signed in to the account keeps the password they chose', async (t) => {
  const app = await createTestApp(t)
  const { visitor } = await signUp(app, MAYA)
  const token = await askFor(app, 'magic', MAYA, visitor)
  assert.equal((await redeem(visitor, token)).status, 200)
  assert.equal((await logIn(app, MAYA, GOOD_PASSWORD)).status, 200)
})

test('a disabled user is not signed in by a link, and deleting makes it nobody’s', async (t) => {
  const app = await createTestApp(t)
  const system = { type: 'system', id: 'test', requestId: null, ip: null } as const
  const visitor = new Visitor(app)
  const { id } = await signUpVerified(app, MAYA)
  const token = await askFor(app, 'magic', MAYA, visitor)
  await app.services.users.disable(id, 'test', system)
  assert.equal(outcome(await redeem(visitor, token)), '400 link_invalid')
  await app.services.users.enable(id, system)
  const again = await askFor(app, 'magic', MAYA, visitor)
  await app.services.users.delete(id, system)
  assert.equal(outcome(await redeem(visitor, again)), '400 link_invalid')
})

test('SE3: a foreign page can neither ask for links nor use them', async (t) => {
  const app = await createTestApp(t)
  await signUpVerified(app, MAYA)
  const visitor = new Visitor(app)
  const token = await askFor(app, 'magic', MAYA, visitor)
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const calls: [string, object][] = [
    ['magic-link/send', { email: MAYA }],
    ['magic-link/verify', { token, confirm: true }],
    ['password/forgot', { email: MAYA }],
    ['password/reset', { token, password: 'copper-meadow-violin' }],
    ['email/verify', { token }],
  ]
  for (const [path, json] of calls) {
    const answer = await visitor.send({ url: `/api/v1/auth/${path}`, json, headers: foreign })
    assert.equal(outcome(answer), '403 csrf_failed', path)
  }
})
