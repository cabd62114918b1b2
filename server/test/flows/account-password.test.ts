import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { assertAsksForProof, errorsIn, MINUTE, noticeAfter, press } from '#test/support/account.ts'
import { createTestApp } from '#test/support/app.ts'
import { locationOf } from '#test/support/authorize.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { eventsNamed, FactorPerson } from '#test/support/factors.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { logIn, NEW_PASSWORD } from '#test/support/recovery.ts'

const PASSWORD = '/account/password'
const right = { current_password: GOOD_PASSWORD, password: NEW_PASSWORD }

describe('the password page', () => {
  onEachApp('changes it, keeps this browser signed in and ends every other session', async (_t, app) => {
    const person = await FactorPerson.signUp(app)
    const elsewhere = person.elsewhere()
    await elsewhere.logIn()
    const before = person.visitor.cookies['mandate_session']
    const changed = await press(person.visitor, PASSWORD, PASSWORD, right)
    assert.equal(locationOf(changed), '/account/security')
    assert.equal(await noticeAfter(person.visitor, changed), 'Password changed. Every other browser was signed out.')
    assert.notEqual(person.visitor.cookies['mandate_session'], before, 'SE1: under a new id')
    assert.equal(await elsewhere.isSignedIn(), false)
    assert.equal((await logIn(app, person.email, GOOD_PASSWORD)).status, 401)
    assert.equal((await logIn(app, person.email, NEW_PASSWORD)).status, 200)
    assert.equal((await eventsNamed(app, 'password.changed')).length, 1)
  })

  test('says at each field what is wrong, and sends no password back', async (t) => {
    const app = await createTestApp(t)
    const { visitor } = await FactorPerson.signUp(app)
    const lacking = await press(visitor, PASSWORD, PASSWORD)
    assert.deepEqual([lacking.status, errorsIn(lacking)], [400, ['Enter your password.', 'Choose a password.']])
    const wrong = await press(visitor, PASSWORD, PASSWORD, { ...right, current_password: 'wrong-password' })
    assert.deepEqual([wrong.status, errorsIn(wrong)], [400, ['This is not your current password.']])
    assert.match(wrong.text, /id="current_password-error"/)
    assert.doesNotMatch(wrong.text, /wrong-password|copper-meadow/)
    const tooLong = await press(visitor, PASSWORD, PASSWORD, { ...right, current_password: 'x'.repeat(1025) })
    assert.deepEqual(errorsIn(tooLong), ['This is not your current password.'])
    const short = await press(visitor, PASSWORD, PASSWORD, { ...right, password: 'short' })
    assert.deepEqual([short.status, errorsIn(short)], [400, ['The password needs at least 8 characters.']])
    const common = await press(visitor, PASSWORD, PASSWORD, { ...right, password: 'password123' })
    assert.match(errorsIn(common)[0] ?? '', /easy to guess/)
    const long = await press(visitor, PASSWORD, PASSWORD, { ...right, password: 'x'.repeat(1025) })
    assert.match(errorsIn(long)[0] ?? '', /at most 1024/)
  })

  test('LG2: guessing the current one is slowed down', async (t) => {
    const app = await createTestApp(t)
    const { visitor } = await FactorPerson.signUp(app)
    const guess = () => press(visitor, PASSWORD, PASSWORD, { ...right, current_password: 'wrong-password' })
    const statuses = new Set<number>()
    for (let i = 0; i < 12; i++) statuses.add((await guess()).status)
    assert.deepEqual([...statuses], [400, 429])
    assert.equal((await press(visitor, PASSWORD, PASSWORD, right)).status, 429)
  })

  test('with a second step asks for a fresh proof before the form', async (t) => {
    const app = await createTestApp(t)
    const person = await FactorPerson.withTotp(app)
    app.clock.advance(5 * MINUTE + 1)
    assertAsksForProof(await person.visitor.open(PASSWORD), PASSWORD)
    assertAsksForProof(await person.visitor.post(PASSWORD, { csrf_token: person.csrf, ...right }), PASSWORD)
    await person.visitor.submit(`/confirm?next=${encodeURIComponent(PASSWORD)}`, { code: person.code() })
    const changed = await press(person.visitor, PASSWORD, PASSWORD, right)
    assert.match((await noticeAfter(person.visitor, changed)) ?? '', /Password changed/)
    assert.equal((await person.visitor.open('/account')).status, 200, 'the new session has presented the factor too')
  })

  test('lets who has none choose one, after a fresh proof', async (t) => {
    const app = await createTestApp(t)
    const person = await FactorPerson.signUp(app)
    await app.database.db.run(sql`UPDATE users SET password_hash = NULL WHERE id = ${person.id}`)
    const shown = await person.visitor.open(PASSWORD)
    assert.match(shown.text, /<h1>Choose a password<\/h1>/)
    assert.doesNotMatch(shown.text, /current_password/)
    const chosen = await press(person.visitor, PASSWORD, PASSWORD, { password: NEW_PASSWORD })
    assert.equal(chosen.status, 303, chosen.text)
    assert.equal((await logIn(app, person.email, NEW_PASSWORD)).status, 200)
    await app.database.db.run(sql`UPDATE users SET password_hash = NULL WHERE id = ${person.id}`)
    app.clock.advance(5 * MINUTE + 1)
    assertAsksForProof(await person.visitor.open(PASSWORD), PASSWORD)
  })

  test('speaks Spanish to who reads it', async (t) => {
    const app = await createTestApp(t)
    const { visitor } = await FactorPerson.signUp(app)
    const es = { 'accept-language': 'es' }
    const wrong = await press(visitor, PASSWORD, PASSWORD, { ...right, current_password: 'wrong-password' }, es)
    assert.deepEqual(errorsIn(wrong), ['Esta no es tu contraseña actual.'])
    const changed = await press(visitor, PASSWORD, PASSWORD, right, es)
    assert.match((await noticeAfter(visitor, changed, es)) ?? '', /^Contraseña cambiada/)
  })
})
