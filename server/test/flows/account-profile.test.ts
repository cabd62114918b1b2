import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertAsksForProof, errorsIn, MINUTE, noticeAfter, noticeIn, press } from '#test/support/account.ts'
import { createTestApp } from '#test/support/app.ts'
import { locationOf } from '#test/support/authorize.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { eventsNamed, FactorPerson } from '#test/support/factors.ts'
import { mailOf } from '#test/support/mailbox.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { tokenFor, VERIFY } from '#test/support/recovery.ts'
import type { TestApp } from '#test/support/app.ts'

const PROFILE = '/account/profile'
const EMAIL = '/account/email'
const NEW = 'maya@new.example'

const nameOf = async (app: TestApp, { id }: FactorPerson): Promise<string> => (await app.services.users.get(id)).name

describe('the profile', () => {
  onEachApp('takes another name, says so once, and records it once', async (_t, app) => {
    const person = await FactorPerson.signUp(app)
    const saved = await press(person.visitor, PROFILE, PROFILE, { name: '  Maya Okafor ' })
    assert.equal(locationOf(saved), PROFILE, 'no account data in the address')
    assert.equal(await noticeAfter(person.visitor, saved), 'Your name is saved.')
    assert.equal(noticeIn(await person.visitor.open(PROFILE)), undefined, 'said once')
    assert.equal(await nameOf(app, person), 'Maya Okafor')
    assert.match((await person.visitor.open('/account')).text, /<h1>Maya Okafor<\/h1>/)
    assert.equal((await eventsNamed(app, 'user.updated')).length, 1)
    await press(person.visitor, PROFILE, PROFILE, { name: '' })
    assert.equal(await nameOf(app, person), '', 'it may stay empty')
  })

  test('refuses a name nobody could read, and keeps what was typed', async (t) => {
    const app = await createTestApp(t)
    const { visitor } = await FactorPerson.signUp(app)
    const refused = await press(visitor, PROFILE, PROFILE, { name: '\u202eayaM' })
    assert.equal(refused.status, 400)
    assert.deepEqual(errorsIn(refused), ['Enter a name of at most 200 visible characters.'])
    assert.match(refused.text, /<title>Error: Profile[^]*value="\u202eayaM"[^]*aria-invalid="true"/)
  })

  test('speaks Spanish to who reads it', async (t) => {
    const app = await createTestApp(t)
    const { visitor } = await FactorPerson.signUp(app)
    const es = { 'accept-language': 'es' }
    const saved = await press(visitor, PROFILE, PROFILE, { name: 'Maya' }, es)
    assert.equal(await noticeAfter(visitor, saved, es), 'Tu nombre está guardado.')
    const refused = await press(visitor, PROFILE, PROFILE, { name: '\u0007' }, es)
    assert.deepEqual(errorsIn(refused), ['Escribe un nombre de 200 caracteres visibles como máximo.'])
  })

  onEachApp('sends the link that confirms the address again, until there is nothing to confirm', async (_t, app) => {
    const { visitor, email } = await FactorPerson.signUp(app)
    assert.match((await visitor.open(PROFILE)).text, /not confirmed/)
    app.clock.advance(1000)
    const sent = await press(visitor, PROFILE, '/account/verification')
    assert.match((await noticeAfter(visitor, sent)) ?? '', /We have sent you a link/)
    const again = { csrf_token: (await visitor.open('/api/v1/auth/me')).json['csrf_token'] as string }
    await press(visitor, `/verify?token=${await tokenFor(app, email, VERIFY)}`, '/verify')
    const shown = (await visitor.open(PROFILE)).text
    assert.match(shown, />confirmed</)
    assert.doesNotMatch(shown, /action="\/account\/verification"/)
    const needless = await visitor.post('/account/verification', again)
    assert.equal(await noticeAfter(visitor, needless), 'Your address is confirmed already.')
  })

  test('EM3: tells to wait when a mailbox had too many links', async (t) => {
    const app = await createTestApp(t)
    const { visitor } = await FactorPerson.signUp(app)
    for (let i = 0; i < 4; i++) assert.equal((await press(visitor, PROFILE, '/account/verification')).status, 303)
    const refused = await press(visitor, PROFILE, '/account/verification')
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers['retry-after']) > 0)
    assert.match(errorsIn(refused)[0] ?? '', /tried too often/)
  })
})

describe('another address', () => {
  onEachApp('is asked for with the password, and becomes one’s own by the link in its mailbox', async (_t, app) => {
    const { visitor, id } = await FactorPerson.signUp(app)
    const sent = await press(visitor, EMAIL, EMAIL, { email: NEW, password: GOOD_PASSWORD })
    assert.equal(locationOf(sent), PROFILE)
    assert.match((await noticeAfter(visitor, sent)) ?? '', /We have sent a link to the new address/)
    assert.equal((await app.services.users.get(id)).email, 'maya@example.com', 'not before the link is used')
    const [mail] = await mailOf(app, NEW)
    const link = new URL(mail?.links[0] ?? '')
    assert.equal((await press(visitor, link.pathname + link.search, '/verify')).status, 200)
    assert.equal((await app.services.users.get(id)).email, NEW)
  })

  test('is not taken without the right password, and what was typed stays', async (t) => {
    const app = await createTestApp(t)
    const { visitor } = await FactorPerson.signUp(app)
    const lacking = await press(visitor, EMAIL, EMAIL)
    assert.deepEqual([lacking.status, errorsIn(lacking)], [400, ['Enter your e-mail address.', 'Enter your password.']])
    const wrong = await press(visitor, EMAIL, EMAIL, { email: NEW, password: 'wrong-password' })
    assert.deepEqual([wrong.status, errorsIn(wrong)], [400, ['The password is wrong.']])
    assert.match(wrong.text, /value="maya@new\.example"/)
    assert.doesNotMatch(wrong.text, /wrong-password/)
    const none = await press(visitor, EMAIL, EMAIL, { email: 'nowhere', password: GOOD_PASSWORD })
    assert.deepEqual(errorsIn(none), ['Enter an e-mail address such as maya@example.com.'])
    const same = await press(visitor, EMAIL, EMAIL, { email: 'Maya@Example.com', password: GOOD_PASSWORD })
    assert.deepEqual([same.status, errorsIn(same)], [409, ['This is your address already.']])
    for (let i = 0; i < 10; i++) await press(visitor, EMAIL, EMAIL, { email: NEW, password: 'wrong-password' })
    const locked = await press(visitor, EMAIL, EMAIL, { email: NEW, password: 'wrong-password' })
    assert.equal(locked.status, 429)
    assert.equal((await mailOf(app, NEW)).length, 0)
  })

  test('that somebody else has gets the same answer', async (t) => {
    const app = await createTestApp(t)
    await FactorPerson.signUp(app, 'noor@example.com')
    const { visitor } = await FactorPerson.signUp(app)
    const sent = await press(visitor, EMAIL, EMAIL, { email: 'noor@example.com', password: GOOD_PASSWORD })
    assert.match((await noticeAfter(visitor, sent)) ?? '', /We have sent a link to the new address/)
  })

  test('needs a fresh proof of whoever has a second step, before anything is typed', async (t) => {
    const app = await createTestApp(t)
    const person = await FactorPerson.withTotp(app)
    app.clock.advance(5 * MINUTE + 1)
    assertAsksForProof(await person.visitor.open(EMAIL), EMAIL)
    const form = { csrf_token: person.csrf, email: NEW, password: GOOD_PASSWORD }
    assertAsksForProof(await person.visitor.post(EMAIL, form), EMAIL)
    const proven = await person.visitor.submit(`/confirm?next=${encodeURIComponent(EMAIL)}`, { code: person.code() })
    assert.equal(locationOf(proven), EMAIL)
    assert.match((await person.visitor.open(EMAIL)).text, /value="maya@new\.example"/, 'what was typed is still there')
    assert.equal((await press(person.visitor, EMAIL, EMAIL, { email: NEW, password: GOOD_PASSWORD })).status, 303)
    assert.doesNotMatch((await person.visitor.open(EMAIL)).text, /maya@new/)
  })
})
