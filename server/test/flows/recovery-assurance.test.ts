import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { FactorPerson, outcome } from '#test/support/factors.ts'
import { linkTo } from '#test/support/mailbox.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { askFor, MAGIC, NEW_PASSWORD, tokenFor, VERIFY } from '#test/support/recovery.ts'
import { Visitor } from '#test/support/visitor.ts'

const MINUTE = 60_000
const MAYA = 'maya@example.com'

test('LG6, MF3: a reset does not get around the second factor', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.withTotp(app)
  const json = { token: await askFor(app, 'reset', MAYA), password: NEW_PASSWORD }
  assert.equal((await app.send({ url: '/api/v1/auth/password/reset', json })).status, 200)
  const browser = maya.elsewhere()
  const answer = await browser.logIn(NEW_PASSWORD)
  assert.deepEqual(answer.json['methods'], ['totp', 'recovery_code'])
  assert.equal(outcome(await browser.call('GET', '/auth/me')), '401 mfa_required')
  assert.equal(outcome(await browser.challenge(maya.wrongCode())), '401 mfa_code_wrong')
  assert.equal(outcome(await browser.challenge(maya.code())), '200')
})

test('LG7, MF3: a sign-in link does not get around the second factor, by JSON or by page', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.withTotp(app)
  const browser = maya.elsewhere()
  const token = await askFor(app, 'magic', MAYA, browser.visitor)
  const answer = await browser.call('POST', '/auth/magic-link/verify', { token })
  assert.equal(answer.json['mfa_required'], true, answer.text)
  assert.equal(outcome(await browser.call('GET', '/auth/me')), '401 mfa_required')
  assert.equal(outcome(await browser.challenge(maya.code())), '200')
  assert.equal(await browser.isSignedIn(), true)

  app.clock.advance(MINUTE)
  const visitor = new Visitor(app)
  await visitor.submit('/magic', { email: MAYA })
  const link = await linkTo(app, MAYA, MAGIC)
  const path = link.slice(app.baseUrl.length)
  const clicked = await visitor.submit(path, { token: new URL(link).searchParams.get('token') ?? '' })
  assert.equal(clicked.status, 303)
  assert.equal(outcome(await visitor.open('/api/v1/auth/me')), '401 mfa_required')
})

test('LG7: with an address an operator wrote anew, passkeys go at its first proof, and the second factor is asked for', async (t) => {
  const app = await createTestApp(t)
  const squatter = await FactorPerson.withTotp(app)
  assert.equal((await squatter.addPasskey()).status, 201)
  assert.equal((await app.admin('PATCH', `/users/${squatter.id}`, { email_verified: false })).status, 200)
  const owner = new Visitor(app)
  const token = await askFor(app, 'magic', MAYA, owner)
  const answer = await owner.send({ url: '/api/v1/auth/magic-link/verify', json: { token } })
  assert.equal(answer.json['mfa_required'], true)
  assert.equal(outcome(await squatter.elsewhere().logIn()), '401 invalid_credentials')
  assert.equal(await squatter.isSignedIn(), false)
  assert.match(outcome(await squatter.passkeyLogIn()), /^401 /)
})

test('LG8: a person with a second factor shows it again before password or address change, or before leaving', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.withTotp(app)
  app.clock.advance(6 * MINUTE)
  const changes: ['POST' | 'DELETE', string, object][] = [
    ['POST', '/auth/email/change', { email: 'maya@new.example', password: GOOD_PASSWORD }],
    ['POST', '/auth/password/change', { current_password: GOOD_PASSWORD, new_password: NEW_PASSWORD }],
    ['DELETE', '/auth/me', { password: NEW_PASSWORD }],
  ]
  for (const [method, path, json] of changes) {
    assert.equal(outcome(await maya.call(method, path, json)), '403 reauthentication_required', path)
  }
  assert.equal((await maya.call('POST', '/auth/reauthenticate', { code: maya.code() })).status, 200)
  for (const [method, path, json] of changes) {
    const answer = await maya.call(method, path, json)
    assert.ok(answer.status < 300, `${path} ${answer.text}`)
  }
})

test('a changed password leaves the browser at hand signed in with all that was presented', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.withTotp(app)
  const json = { current_password: GOOD_PASSWORD, new_password: NEW_PASSWORD }
  assert.equal((await maya.call('POST', '/auth/password/change', json)).status, 200)
  assert.equal(await maya.isSignedIn(), true)
})

test('a session that waits for the second factor confirms no address and deletes nobody', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.withTotp(app)
  await app.admin('PATCH', `/users/${maya.id}`, { email_verified: false })
  const token = await tokenFor(app, MAYA, VERIFY)
  const waiting = maya.elsewhere()
  await waiting.logIn()
  assert.equal(outcome(await waiting.call('POST', '/auth/email/verify', { token })), '403 link_needs_sign_in')
  const calls: ['POST' | 'DELETE', string, object][] = [
    ['POST', '/auth/email/verify/send', {}],
    ['POST', '/auth/email/change', { email: 'maya@new.example', password: GOOD_PASSWORD }],
    ['POST', '/auth/password/change', { current_password: GOOD_PASSWORD, new_password: NEW_PASSWORD }],
    ['DELETE', '/auth/me', { password: GOOD_PASSWORD }],
  ]
  for (const [method, path, json] of calls) {
    assert.equal(outcome(await waiting.call(method, path, json)), '401 mfa_required', path)
  }
})

test('of fifty who change a password with the same old one at once, one does', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.signUp(app)
  const changes = Array.from({ length: 50 }, (_, i) =>
    maya.visitor.send({
      url: '/api/v1/auth/password/change',
      json: { current_password: GOOD_PASSWORD, new_password: `${NEW_PASSWORD}-${i}` },
      headers: { 'x-csrf-token': maya.csrf },
    }),
  )
  const outcomes = (await Promise.all(changes)).map(outcome)
  assert.equal(outcomes.filter((it) => it === '200').length, 1, outcomes.join())
  const refusals = outcomes.filter((it) => it !== '200')
  assert.ok(
    refusals.every((it) => /^(401|403|429|503) /.test(it)),
    outcomes.join(),
  )
  const winner = outcomes.indexOf('200')
  assert.equal(outcome(await maya.elsewhere().logIn(`${NEW_PASSWORD}-${winner}`)), '200')
})
