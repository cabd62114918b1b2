import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formsOf, noticeAfter, press } from '#test/support/account.ts'
import { createTestApp } from '#test/support/app.ts'
import { locationOf } from '#test/support/authorize.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { eventsNamed, FactorPerson } from '#test/support/factors.ts'
import { createWebApp, isActive, signIn, TestPerson } from '#test/support/oauth.ts'
import type { TestApp } from '#test/support/app.ts'

const SECURITY = '/account/security'
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

/** A person in this browser and on a phone. */
async function inTwoPlaces(app: TestApp): Promise<{ here: FactorPerson; phone: FactorPerson }> {
  const here = await FactorPerson.signUp(app)
  app.clock.advance(60_000)
  const phone = here.elsewhere('198.51.100.7')
  const json = { email: here.email, password: 'plum-harbour-lantern' }
  const signedIn = await phone.visitor.send({ url: '/api/v1/auth/login', json, headers: { 'user-agent': PHONE } })
  phone.csrf = String(signedIn.json['csrf_token'])
  return { here, phone }
}

describe('where one is signed in', () => {
  onEachApp('is told by device and place, this browser first, in both languages', async (_t, app) => {
    const { here } = await inTwoPlaces(app)
    const { text } = await here.visitor.open(SECURITY)
    const [first, second] = [text.indexOf('This browser'), text.indexOf('Safari on iPhone')]
    assert.ok(first > 0 && second > first, text)
    assert.match(text, /198\.51\.100\.7 · seen\s+<time datetime="[^"]+" title="[^"]+ UTC">now<\/time>/)
    const spanish = await here.visitor.send({ url: SECURITY, headers: { 'accept-language': 'es' } })
    assert.match(spanish.text, /Safari en iPhone/)
    assert.match(spanish.text, /Este navegador/)
  })

  onEachApp('one of them is ended', async (_t, app) => {
    const { here, phone } = await inTwoPlaces(app)
    const actions = formsOf(await here.visitor.open(SECURITY)).map(({ action }) => action)
    const [own = '', other = ''] = actions.filter((action) => /sessions\/sess_/.test(action))
    const ended = await press(here.visitor, SECURITY, other)
    assert.equal(await noticeAfter(here.visitor, ended), 'Signed out there.')
    assert.equal(await phone.isSignedIn(), false)
    assert.equal((await eventsNamed(app, 'session.revoked')).length, 1)
    const left = await press(here.visitor, SECURITY, own)
    assert.equal(locationOf(left), '/logout')
    assert.match((await here.visitor.open('/logout')).text, /You are signed out/)
    assert.equal(await here.isSignedIn(), false)
  })

  onEachApp('every other one is ended, with what applications got through them', async (_t, app) => {
    const { here, phone } = await inTwoPlaces(app)
    const ended = await press(here.visitor, SECURITY, '/account/sessions/end', { extent: 'others' })
    assert.equal(await noticeAfter(here.visitor, ended), 'Every other browser was signed out.')
    assert.deepEqual([await here.isSignedIn(), await phone.isSignedIn()], [true, false])
    const [told] = await eventsNamed(app, 'user.sessions_revoked')
    assert.equal((told?.data as { revoked_sessions: number }).revoked_sessions, 1)
  })

  test('all of them are ended, here too', async (t) => {
    const app = await createTestApp(t)
    const { here, phone } = await inTwoPlaces(app)
    const ended = await press(here.visitor, SECURITY, '/account/sessions/end', { extent: 'all' })
    assert.equal(locationOf(ended), '/logout')
    assert.deepEqual([await here.isSignedIn(), await phone.isSignedIn()], [false, false])
  })

  test('SE4: tokens that an application got through an ended session are dead', async (t) => {
    const app = await createTestApp(t)
    const [person, client] = [await TestPerson.signUp(app), await createWebApp(app)]
    const { access_token: token = '' } = await signIn(app, person, client)
    const elsewhere = new FactorPerson(app, person.email)
    await elsewhere.logIn()
    await press(elsewhere.visitor, SECURITY, '/account/sessions/end', { extent: 'others' })
    assert.equal(await isActive(app, client, token), false)
  })
})
