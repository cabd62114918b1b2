import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { eventsNamed, FactorPerson, outcome } from '#test/support/factors.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import type { TestAnswer } from '#test/support/app.ts'

const MINUTE = 60_000
const url = '/auth/reauthenticate'

/** What changes how a person signs in, with something about right in it. */
const sensitive: readonly ['POST' | 'DELETE', string, object?][] = [
  ['POST', '/auth/mfa/totp/enroll'],
  ['POST', '/auth/mfa/totp/activate', { code: '123456' }],
  ['POST', '/auth/mfa/recovery-codes'],
  ['DELETE', '/auth/mfa'],
  ['POST', '/auth/passkeys/register/options'],
  ['DELETE', '/auth/passkeys/pky_x'],
]

test('changing how one signs in needs a proof of the last five minutes', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.proven(app)
  const options = await maya.call('POST', '/auth/passkeys/register/options')
  const credential = maya.authenticator.create(options.json as never)
  app.clock.advance(5 * MINUTE + 1)
  for (const [method, path, json] of [...sensitive, ['POST', '/auth/passkeys/register', { credential }] as const]) {
    const answer = await maya.call(method, path, json)
    assert.equal(outcome(answer), '403 reauthentication_required', path)
    assert.equal((answer.json['details'] as { max_age_seconds: number }).max_age_seconds, 300)
  }
  assert.equal(outcome(await maya.call('POST', url, { password: GOOD_PASSWORD })), '200')
  for (const [method, path, json] of sensitive) {
    assert.notEqual(outcome(await maya.call(method, path, json)), '403 reauthentication_required', path)
  }
})

test('an operator needs a fresh proof to take somebody’s second factor away, a key does not', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.withTotp(app)
  const owner = await FactorPerson.proven(app, 'owner@example.com')
  await app.database.db.run(sql`UPDATE users SET system_role = 'owner' WHERE id = ${owner.id}`)
  app.clock.advance(5 * MINUTE + 1)
  const path = `/users/${maya.id}/mfa`
  assert.equal(outcome(await owner.call('DELETE', path)), '403 reauthentication_required')
  assert.equal(outcome(await owner.call('POST', url, { password: GOOD_PASSWORD })), '200')
  assert.equal(outcome(await owner.call('DELETE', path)), '204')
  assert.equal((await app.admin('DELETE', path)).status, 204)
})

test('SE1: a fresh proof gives the session a new cookie, and the old one opens nothing', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.proven(app)
  const before = maya.visitor.cookies['mandate_session'] ?? ''
  const answer = await maya.call('POST', url, { password: GOOD_PASSWORD })
  assert.equal(answer.json['email'], 'maya@example.com')
  const after = maya.visitor.cookies['mandate_session'] ?? ''
  assert.notEqual(after, before)
  maya.visitor.cookies['mandate_session'] = before
  assert.equal(outcome(await maya.call('GET', '/auth/me')), '401 not_signed_in')
  maya.visitor.cookies['mandate_session'] = after
  assert.equal(await maya.isSignedIn(), true)
  assert.equal((await eventsNamed(app, 'session.confirmed')).length, 1)
  const rows = await app.database.db.all(sql`SELECT id FROM sessions`)
  assert.equal(rows.length, 1, 'it is the same session, so what came from it stays tied to it')
})

test('each way to prove it again works, for the person it belongs to', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.withTotp(app)
  assert.equal((await maya.addPasskey()).status, 201)
  assert.equal(outcome(await maya.call('POST', url, { code: maya.code() })), '200')
  assert.equal(outcome(await maya.call('POST', url, { code: maya.recoveryCodes[0] })), '200')
  assert.equal(outcome(await maya.call('POST', url, { passkey: await assertion(maya, maya) })), '200')
  const noor = await FactorPerson.proven(app, 'noor@example.com')
  await noor.addPasskey()
  assert.equal(outcome(await maya.call('POST', url, { passkey: await assertion(maya, noor) })), '401 passkey_refused')
  assert.equal(outcome(await noor.call('POST', url, { code: maya.code() })), '409 mfa_not_enabled')
  assert.equal(outcome(await noor.call('POST', url, { password: GOOD_PASSWORD })), '200')
})

async function assertion(asking: FactorPerson, answering: FactorPerson): Promise<object> {
  const options = await asking.call('POST', `${url}/options`)
  assert.equal(options.status, 200)
  assert.equal((options.json['allowCredentials'] as unknown[]).length, 1)
  return answering.authenticator.get(options.json as never)
}

test('a passkey may leave out whose it is when one was asked for by its id', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.proven(app)
  await maya.addPasskey()
  const options = await maya.call('POST', `${url}/options`)
  const passkey = maya.authenticator.get(options.json as never, { userHandle: null })
  assert.equal(outcome(await maya.call('POST', url, { passkey })), '200')
})

test('where there is a second factor, the password proves nothing by itself', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.withTotp(app)
  app.clock.advance(6 * MINUTE)
  assert.equal(outcome(await maya.call('POST', url, { password: GOOD_PASSWORD })), '403 mfa_proof_required')
  assert.equal(outcome(await maya.call('DELETE', '/auth/mfa')), '403 reauthentication_required')
})

test('a wrong proof changes nothing, and guessing meets the limits of signing in', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.proven(app)
  const wrong: TestAnswer[] = []
  for (const body of [{}, { password: '' }, { code: '' }, { password: 'a', code: 'b' }, { more: 1 }, { passkey: {} }]) {
    assert.equal(outcome(await maya.call('POST', url, body)), '400 invalid_request', JSON.stringify(body))
  }
  for (let i = 0; i < 11; i++) wrong.push(await maya.call('POST', url, { password: 'guess' }))
  assert.deepEqual(wrong.slice(0, 10).map(outcome), Array(10).fill('401 invalid_credentials'))
  assert.equal(outcome(wrong[10] as TestAnswer), '429 rate_limited')
  assert.equal(await maya.isSignedIn(), true)
  assert.equal(outcome(await new FactorPerson(app).call('POST', url, { password: GOOD_PASSWORD })), '401 not_signed_in')
})

test('SE7: a session that waits for the second factor can not be made fresh instead', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.withTotp(app)
  const browser = maya.elsewhere()
  await browser.logIn()
  for (const body of [{ code: maya.code() }, { password: GOOD_PASSWORD }]) {
    assert.equal(outcome(await browser.call('POST', url, body)), '401 mfa_required')
  }
  assert.equal(outcome(await browser.call('POST', `${url}/options`)), '401 mfa_required')
})
