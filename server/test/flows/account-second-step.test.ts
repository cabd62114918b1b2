import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { errorsIn, MINUTE, noticeAfter, press } from '#test/support/account.ts'
import { createTestApp } from '#test/support/app.ts'
import { assertErrorPage, locationOf } from '#test/support/authorize.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { decodeBase32, FactorPerson, outcome } from '#test/support/factors.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import type { TestAnswer } from '#test/support/app.ts'

const STEP = '/account/second-step'
const ACTIVATE = '/account/second-step/activate'

const keyIn = ({ text }: TestAnswer): string => (/class="key">([^<]*)</.exec(text)?.[1] ?? '').replaceAll(' ', '')
const codesIn = ({ text }: TestAnswer): string[] =>
  [...text.matchAll(/<li><code>([^<]*)<\/code><\/li>/g)].map(([, code]) => String(code))

/** Begins to set up an app and takes its key over. */
async function scan(person: FactorPerson): Promise<string> {
  const begun = await press(person.visitor, STEP, STEP)
  assert.equal(locationOf(begun), STEP)
  const key = keyIn(await person.visitor.open(STEP))
  person.secret = decodeBase32(key)
  return key
}

describe('the second step', () => {
  onEachApp('is set up from the page: key, first code, recovery codes shown once', async (_t, app) => {
    const person = await FactorPerson.proven(app)
    const elsewhere = person.elsewhere()
    await elsewhere.logIn()
    const key = await scan(person)
    assert.match(key, /^[A-Z2-7]{32}$/)
    const shown = await person.visitor.open(STEP)
    assert.equal(keyIn(shown), key, 'a reload shows the same key')
    assert.match(shown.text, /<img\s+class="qr"\s+src="data:image\/svg\+xml,%3Csvg[^"]*"\s+alt="QR code[^"]*"/)
    assert.match(shown.text, new RegExp(`href="otpauth://totp/[^"]*secret=${key}`))
    const done = await press(person.visitor, STEP, ACTIVATE, { code: person.code() })
    assert.equal(done.status, 200)
    assert.equal(done.headers['cache-control'], 'no-store')
    const codes = codesIn(done)
    assert.equal(codes.length, 10)
    assert.match(done.text, /href="data:text\/plain;charset=utf-8,[^"]*"\s+download="recovery-codes\.txt"/)
    for (const code of codes) assert.ok(done.text.split(code).length > 2, 'in the list and in the file')
    const after = await person.visitor.open(STEP)
    assert.equal(keyIn(after), '')
    assert.match(after.text, /10 codes are left\./)
    assert.equal(outcome(await elsewhere.call('GET', '/auth/me')), '401 mfa_required', 'and binds other sessions')
    app.clock.advance(30_000)
    assert.equal(outcome(await elsewhere.challenge(codes[0] ?? '')), '200')
    assert.match((await person.visitor.open(STEP)).text, /9 codes are left\./)
  })

  test('a wrong code keeps the key, a right one for a key too old begins anew', async (t) => {
    const app = await createTestApp(t)
    const person = await FactorPerson.proven(app)
    const key = await scan(person)
    const empty = await press(person.visitor, STEP, ACTIVATE)
    assert.deepEqual([empty.status, errorsIn(empty)], [400, ['Enter the code.']])
    const wrong = await press(person.visitor, STEP, ACTIVATE, { code: person.wrongCode() })
    assert.equal(wrong.status, 400)
    assert.match(errorsIn(wrong)[0] ?? '', /The code does not fit/)
    assert.equal(keyIn(wrong), key)
    app.clock.advance(15 * MINUTE)
    const csrf = { csrf_token: person.csrf, code: person.code() }
    await person.visitor.submit(`/confirm?next=${STEP}`, { password: GOOD_PASSWORD })
    const late = await person.visitor.post(ACTIVATE, csrf)
    assert.deepEqual([late.status, errorsIn(late)], [409, ['The key was too old. Begin again with a new one.']])
    assert.equal(keyIn(await person.visitor.open(STEP)), '', 'and is shown no longer')
  })

  test('the key is shown to who is fresh only', async (t) => {
    const app = await createTestApp(t)
    const person = await FactorPerson.proven(app)
    await scan(person)
    app.clock.advance(5 * MINUTE + 1)
    const shown = await person.visitor.open(STEP)
    assert.deepEqual([shown.status, keyIn(shown)], [200, ''])
  })

  test('new recovery codes end those from before', async (t) => {
    const app = await createTestApp(t)
    const person = await FactorPerson.withTotp(app)
    const made = await press(person.visitor, STEP, '/account/second-step/codes')
    assert.equal(made.status, 200)
    assert.equal(codesIn(made).length, 10)
    const elsewhere = person.elsewhere()
    await elsewhere.logIn()
    assert.equal(outcome(await elsewhere.challenge(person.recoveryCodes[0] ?? '')), '401 mfa_code_wrong')
    assert.equal(outcome(await elsewhere.challenge(codesIn(made)[0] ?? '')), '200')
  })

  onEachApp('is turned off, and a password alone signs in again', async (_t, app) => {
    const person = await FactorPerson.withTotp(app)
    const off = await press(person.visitor, STEP, '/account/second-step/remove')
    assert.match((await noticeAfter(person.visitor, off)) ?? '', /The second step is off/)
    assert.equal(outcome(await person.elsewhere().logIn()), '200')
    const csrf = { csrf_token: person.csrf }
    assertErrorPage(await person.visitor.post('/account/second-step/remove', csrf), 409)
    assertErrorPage(await person.visitor.post('/account/second-step/codes', csrf), 409)
  })

  test('the script that copies and prints codes is kept for good under its hash', async (t) => {
    const app = await createTestApp(t)
    const person = await FactorPerson.withTotp(app)
    const made = await press(person.visitor, STEP, '/account/second-step/codes')
    const url = /<script type="module" src="(\/assets\/keeping\.js\?v=[\w-]{16})"><\/script>/.exec(made.text)?.[1] ?? ''
    const script = await app.send({ url })
    assert.equal(script.status, 200)
    assert.equal(script.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal((await app.send({ url: '/assets/keeping.js' })).headers['cache-control'], 'no-cache')
    assert.match(made.text, /data-copy="codes" data-done="Copied" hidden/, 'hidden where no script runs')
  })

  test('is not begun twice', async (t) => {
    const app = await createTestApp(t)
    const person = await FactorPerson.withTotp(app)
    const csrf = { csrf_token: person.csrf }
    assertErrorPage(await person.visitor.post(STEP, csrf), 409)
    assertErrorPage(await person.visitor.post(ACTIVATE, { ...csrf, code: person.code() }), 409)
  })

  test('speaks Spanish to who reads it', async (t) => {
    const app = await createTestApp(t)
    const person = await FactorPerson.proven(app)
    await scan(person)
    const es = { 'accept-language': 'es' }
    const wrong = await press(person.visitor, STEP, ACTIVATE, { code: person.wrongCode() }, es)
    assert.match(errorsIn(wrong)[0] ?? '', /^El código no encaja/)
    const done = await press(person.visitor, STEP, ACTIVATE, { code: person.code() }, es)
    assert.match(done.text, /<h1>Tus códigos de recuperación<\/h1>/)
  })
})
