import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { outcome } from '#test/support/factors.ts'
import { mailOf } from '#test/support/mailbox.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { as, askFor, logIn, NEW_PASSWORD, signUp, signUpVerified, tokenFor, VERIFY } from '#test/support/recovery.ts'
import { Visitor } from '#test/support/visitor.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'
import type { SignedUp } from '#test/support/recovery.ts'
import { requestContext } from '#test/support/request-context.ts'

const HOUR = 60 * 60_000
const MAYA = 'maya@example.com'
const NEW = 'maya@new.example'

const verify = (visitor: Visitor, token: string, more: object = {}): Promise<TestAnswer> =>
  visitor.send({ url: '/api/v1/auth/email/verify', json: { token, ...more } })

const me = async ({ visitor }: SignedUp): Promise<Record<string, unknown>> =>
  (await visitor.open('/api/v1/auth/me')).json

const subjectsOf = async (app: TestApp, email: string): Promise<string[]> =>
  (await mailOf(app, email)).map(({ subject }) => subject)

test('a sign-up sends the link that confirms the address, and using it says welcome', async (t) => {
  const app = await createTestApp(t)
  const person = await signUp(app, MAYA)
  assert.equal((await me(person))['email_verified'], false)
  const token = await tokenFor(app, MAYA, VERIFY)
  const done = await verify(person.visitor, token)
  assert.deepEqual([done.status, done.json], [200, { email: MAYA, email_verified: true }])
  assert.equal((await me(person))['email_verified'], true)
  assert.ok((await subjectsOf(app, MAYA)).includes('Welcome to Mandate'))
  assert.equal((await logIn(app, MAYA, GOOD_PASSWORD)).status, 200, 'the password stays')
  assert.equal(outcome(await verify(person.visitor, token)), '400 link_invalid', 'it works once')
})

test('a person asks for the link again, and not for what is confirmed', async (t) => {
  const app = await createTestApp(t)
  const person = await signUp(app, MAYA)
  const first = await tokenFor(app, MAYA, VERIFY)
  app.clock.advance(1000)
  const again = await as(person, 'POST', 'email/verify/send')
  assert.deepEqual([again.status, again.json], [200, { sent: true, email_verified: false }])
  const second = await tokenFor(app, MAYA, VERIFY)
  assert.equal(outcome(await verify(person.visitor, first)), '400 link_invalid')
  app.clock.advance(24 * HOUR - 1)
  assert.equal((await verify(person.visitor, second)).status, 200)
  const needless = await as(person, 'POST', 'email/verify/send')
  assert.deepEqual(needless.json, { sent: false, email_verified: true })
  assert.equal(
    outcome(await new Visitor(app).send({ url: '/api/v1/auth/email/verify/send', json: {} })),
    '401 not_signed_in',
  )
})

test('EM3: a mailbox gets five of these links an hour, then the person is told to wait', async (t) => {
  const app = await createTestApp(t)
  const person = await signUp(app, MAYA)
  for (let i = 0; i < 4; i++) assert.equal((await as(person, 'POST', 'email/verify/send')).status, 200)
  const refused = await as(person, 'POST', 'email/verify/send')
  assert.equal(outcome(refused), '429 rate_limited')
  assert.match(String(refused.headers['retry-after']), /^\d+$/)
})

test('LG7: reading the mail alone does not confirm an account that somebody else may have opened', async (t) => {
  const app = await createTestApp(t)
  await signUp(app, MAYA)
  const stranger = await signUp(app, 'noor@example.com')
  const token = await tokenFor(app, MAYA, VERIFY)
  assert.equal(outcome(await verify(new Visitor(app), token)), '403 link_needs_sign_in')
  assert.equal(outcome(await verify(stranger.visitor, token)), '403 link_needs_sign_in')
  assert.equal(outcome(await verify(new Visitor(app), token, { password: 'guess-guess' })), '401 invalid_credentials')
  assert.equal((await verify(new Visitor(app), token, { password: GOOD_PASSWORD })).status, 200)
})

test('LG7: an account without a password is confirmed by its mailbox, and what else opened it ends', async (t) => {
  const app = await createTestApp(t)
  const system = { type: 'system', id: 'test', requestId: null, ip: null } as const
  const user = await app.services.users.create({ email: MAYA }, system)
  const { cookie } = await app.services.signIn.complete(user, ['fed'], requestContext(), { trigger: 'login' })
  const sent = await app.admin('POST', `/users/${user.id}/verify/send`)
  assert.equal(sent.status, 200, sent.text)
  assert.equal((await verify(new Visitor(app), await tokenFor(app, MAYA, VERIFY))).status, 200)
  const headers = { cookie: cookie.split(';')[0] ?? '' }
  assert.equal((await app.send({ url: '/api/v1/auth/me', headers })).status, 401)
})

test('of fifty requests with one link one confirms, on two nodes', async (t) => {
  const app = await createTestApp(t)
  const node = await app.secondNode(t)
  await signUp(app, MAYA)
  const token = await tokenFor(app, MAYA, VERIFY)
  const tries = Array.from({ length: 50 }, (_, i) =>
    verify(new Visitor(i % 2 ? app : node, `203.0.113.${i}`), token, { password: GOOD_PASSWORD }),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 200).length, 1, statuses.join())
  assert.equal((await subjectsOf(app, MAYA)).filter((subject) => subject === 'Welcome to Mandate').length, 1)
})

test('an operator sends the link; with another scope or for nobody they do not', async (t) => {
  const app = await createTestApp(t)
  const { id, visitor } = await signUp(app, MAYA)
  const url = `/users/${id}/verify/send`
  app.clock.advance(1000)
  const sent = await app.admin('POST', url)
  assert.deepEqual([sent.status, sent.json], [200, { sent: true, email_verified: false }])
  const token = await tokenFor(app, MAYA, VERIFY)
  assert.equal((await verify(visitor, token)).status, 200)
  assert.deepEqual((await app.admin('POST', url)).json, { sent: false, email_verified: true })
  assert.equal(outcome(await app.admin('POST', `/users/${id.slice(0, -4)}0000/verify/send`)), '404 user_not_found')
  assert.equal(outcome(await app.admin('POST', '/users/maya/verify/send')), '404 user_not_found')
  const withKey = async (...scopes: string[]): Promise<string> => {
    const system = { type: 'system', id: 'test', requestId: null, ip: null } as const
    const { secret } = await app.database.db.tx((tx) => app.services.apiKeys.create(tx, { name: 'k', scopes }, system))
    return outcome(
      await app.send({ method: 'POST', url: `/api/v1${url}`, headers: { authorization: `Bearer ${secret}` } }),
    )
  }
  assert.equal(await withKey('users:read'), '403 insufficient_scope')
  assert.equal(await withKey('users:write'), '200')
  assert.equal(outcome(await app.send({ method: 'POST', url: `/api/v1${url}` })), '401 unauthorized')
})

test('LG8: people change neither their standing nor their address by writing fields of theirs', async (t) => {
  const app = await createTestApp(t)
  const person = await signUp(app, MAYA)
  const before = await me(person)
  const fields: Record<string, unknown> = {
    email: NEW,
    email_verified: true,
    emailVerified: true,
    tier: 'enterprise',
    system_role: 'owner',
    systemRole: 'owner',
    role: 'owner',
    roles: ['owner'],
    mfa_enabled: true,
    metadata: { admin: true },
    password_hash: 'x',
    disabled_at: null,
    id: 'usr_0',
  }
  for (const [field, value] of Object.entries(fields)) {
    const answer = await as(person, 'PATCH', 'me', { name: 'Maya', [field]: value })
    assert.equal(outcome(answer), '400 invalid_request', field)
    const json = { email: 'eve@example.com', password: GOOD_PASSWORD, [field]: value }
    if (!['email'].includes(field)) {
      assert.equal(outcome(await app.send({ url: '/api/v1/auth/signup', json })), '400 invalid_request', field)
    }
  }
  assert.deepEqual(await me(person), before)
})

test('LG8: an address changes with the password and the proof of the new one, and the old one is told', async (t) => {
  const app = await createTestApp(t)
  const person = await signUpVerified(app, MAYA)
  assert.equal(outcome(await as(person, 'POST', 'email/change', { email: NEW })), '400 password_needed')
  const guess = { email: NEW, password: 'guess-guess' }
  assert.equal(outcome(await as(person, 'POST', 'email/change', guess)), '401 invalid_credentials')
  assert.deepEqual(await mailOf(app, NEW), [])

  const asked = await as(person, 'POST', 'email/change', { email: 'Maya@New.Example', password: GOOD_PASSWORD })
  assert.deepEqual([asked.status, asked.json], [200, { sent: true, email_verified: false }])
  assert.equal((await me(person))['email'], MAYA, 'nothing changes before the proof')
  const token = await tokenFor(app, 'Maya@new.example', VERIFY)
  assert.equal(outcome(await verify(new Visitor(app), token)), '403 link_needs_sign_in')
  const oldLink = await askFor(app, 'reset', MAYA)
  const done = await verify(person.visitor, token)
  assert.deepEqual([done.status, done.json], [200, { email: 'Maya@new.example', email_verified: true }])
  assert.equal((await me(person))['email'], 'Maya@new.example')

  const notice = (await mailOf(app, MAYA)).find(({ subject }) => subject === 'Your e-mail address was changed')
  assert.match(notice?.text ?? '', /Maya@new\.example/)
  const late = await app.send({ url: '/api/v1/auth/password/reset', json: { token: oldLink, password: NEW_PASSWORD } })
  assert.equal(outcome(late), '400 link_invalid', 'links to the old mailbox are dead')
  assert.equal(outcome(await verify(person.visitor, token)), '400 link_invalid')
  assert.equal(outcome(await logIn(app, MAYA, GOOD_PASSWORD)), '401 invalid_credentials')
  assert.equal((await logIn(app, NEW, GOOD_PASSWORD)).status, 200)
})

test('LG8: a taken address is not told apart, and one taken meanwhile stays with who took it', async (t) => {
  const app = await createTestApp(t)
  const person = await signUpVerified(app, MAYA)
  await signUp(app, 'noor@example.com')
  const before = (await mailOf(app, 'noor@example.com')).length
  const taken = await as(person, 'POST', 'email/change', { email: 'noor@example.com', password: GOOD_PASSWORD })
  assert.deepEqual([taken.status, taken.json], [200, { sent: true, email_verified: false }])
  assert.equal((await mailOf(app, 'noor@example.com')).length, before)

  assert.equal((await as(person, 'POST', 'email/change', { email: NEW, password: GOOD_PASSWORD })).status, 200)
  const token = await tokenFor(app, NEW, VERIFY)
  await app.send({ url: '/api/v1/auth/signup', json: { email: NEW, password: GOOD_PASSWORD } })
  assert.equal(outcome(await verify(person.visitor, token)), '409 email_taken')
  assert.equal((await me(person))['email'], MAYA)

  const same = await as(person, 'POST', 'email/change', { email: 'MAYA@example.com', password: GOOD_PASSWORD })
  assert.equal(outcome(same), '409 email_unchanged')
  const bad = await as(person, 'POST', 'email/change', { email: 'maya@', password: GOOD_PASSWORD })
  assert.equal(outcome(bad), '400 invalid_email')
})

test('LG8: of fifty who prove one new address at once one gets it', async (t) => {
  const app = await createTestApp(t)
  const people: SignedUp[] = []
  const tokens: string[] = []
  for (let i = 0; i < 5; i++) {
    const person = await signUp(app, `user${i}@example.com`)
    app.clock.advance(HOUR)
    await as(person, 'POST', 'email/change', { email: NEW, password: GOOD_PASSWORD })
    tokens.push(await tokenFor(app, NEW, VERIFY))
    people.push(person)
  }
  const tries = Array.from({ length: 50 }, (_, i) => verify((people[i % 5] as SignedUp).visitor, tokens[i % 5] ?? ''))
  const outcomes = (await Promise.all(tries)).map(outcome)
  assert.equal(outcomes.filter((it) => it === '200').length, 1, outcomes.join())
  assert.ok(
    outcomes.every((it) => ['200', '400 link_invalid', '409 email_taken'].includes(it)),
    outcomes.join(),
  )
})

test('somebody writes to ten addresses an hour, not to everybody', async (t) => {
  const app = await createTestApp(t)
  const person = await signUpVerified(app, MAYA)
  const ask = async (i: number): Promise<string> =>
    outcome(await as(person, 'POST', 'email/change', { email: `user${i}@example.com`, password: GOOD_PASSWORD }))
  for (let i = 0; i < 10; i++) assert.equal(await ask(i), '200')
  assert.equal(await ask(10), '429 rate_limited')
})

test('LG1: asking again and again does not tell whether somebody has an address', async (t) => {
  const app = await createTestApp(t)
  const person = await signUpVerified(app, MAYA)
  const other = await signUpVerified(app, 'noor@example.com')
  const ask = async (by: SignedUp, email: string): Promise<string[]> => {
    const answers: string[] = []
    for (let i = 0; i < 7; i++)
      answers.push(outcome(await as(by, 'POST', 'email/change', { email, password: GOOD_PASSWORD })))
    return answers
  }
  const taken = await ask(person, 'noor@example.com')
  assert.deepEqual(taken, await ask(other, 'nobody@example.com'))
  assert.equal(taken.at(-1), '429 rate_limited')
})

test('EM1: a stranger’s mailbox hears nothing that whoever signs up with its address wants to say', async (t) => {
  const app = await createTestApp(t)
  const name = 'You won: https://evil.example'
  const json = { email: NEW, password: GOOD_PASSWORD, name }
  assert.equal((await app.send({ url: '/api/v1/auth/signup', json })).status, 201)
  const spammer = await signUpVerified(app, MAYA)
  assert.equal((await as(spammer, 'PATCH', 'me', { name })).status, 200)
  await as(spammer, 'POST', 'email/change', { email: 'other@example.com', password: GOOD_PASSWORD })
  for (const address of [NEW, 'other@example.com']) {
    const [mail, ...more] = await mailOf(app, address)
    assert.ok(mail && more.length === 0, address)
    assert.doesNotMatch(mail.subject + mail.html + mail.text, /evil|You won/)
  }
})
