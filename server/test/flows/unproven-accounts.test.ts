import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { assertErrorPage } from '#test/support/authorize.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { eventsNamed, FactorPerson, outcome } from '#test/support/factors.ts'
import { createWebApp, signIn, TestPerson } from '#test/support/oauth.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { askFor, NEW_PASSWORD, signUp, tokenFor, VERIFY } from '#test/support/recovery.ts'
import { Visitor } from '#test/support/visitor.ts'
import type { TestApp } from '#test/support/app.ts'

const MAYA = 'maya@example.com'
const DAY = 86_400_000
const REFUSED = '403 factor_needs_verified_email'

const cleanUp = (app: TestApp): Promise<boolean> => app.app.jobs.runNow('users.unproven')
const statusOf = async (app: TestApp, id: string): Promise<number> => (await app.admin('GET', `/users/${id}`)).status

describe('an account whose address nobody has proven', () => {
  onEachApp('LG7: takes no authenticator app and no passkey before the address is proven', async (_t, app) => {
    const maya = await FactorPerson.signUp(app)
    assert.equal(outcome(await maya.call('POST', '/auth/mfa/totp/enroll')), REFUSED)
    assert.equal(outcome(await maya.call('POST', '/auth/mfa/totp/activate', { code: '000000' })), REFUSED)
    assert.equal(outcome(await maya.call('POST', '/auth/passkeys/register/options')), REFUSED)
    const token = await tokenFor(app, MAYA, VERIFY)
    assert.equal(outcome(await maya.call('POST', '/auth/email/verify', { token })), '200')
    assert.equal(outcome(await maya.call('POST', '/auth/mfa/totp/enroll')), '200')
    assert.equal(outcome(await maya.call('POST', '/auth/passkeys/register/options')), '200')
  })

  test('LG7: a passkey made for a challenge from before is not kept either', async (t) => {
    const app = await createTestApp(t)
    const maya = await FactorPerson.proven(app)
    const { json } = await maya.call('POST', '/auth/passkeys/register/options')
    const credential = maya.authenticator.create(json as never)
    const stranger = await FactorPerson.signUp(app, 'noor@example.com')
    assert.equal(outcome(await stranger.call('POST', '/auth/passkeys/register', { credential })), REFUSED)
  })

  test('its pages say to confirm the address first, and send the link', async (t) => {
    const app = await createTestApp(t)
    const { visitor, csrf } = await FactorPerson.signUp(app)
    for (const page of ['/account/second-step', '/account/passkeys/new']) {
      const { status, text } = await visitor.open(page)
      assert.equal(status, 200)
      assert.match(text, /Confirm your e-mail address first/)
      assert.match(text, /action="\/account\/verification"/)
      assert.doesNotMatch(text, /data-passkey|Set up an authenticator app/)
    }
    assertErrorPage(await visitor.post('/account/second-step', { csrf_token: csrf }), 403)
  })

  onEachApp('LG7: a stranger who signed up first keeps nobody out of their own address', async (_t, app) => {
    const stranger = await FactorPerson.signUp(app)
    assert.equal(outcome(await stranger.call('POST', '/auth/mfa/totp/enroll')), REFUSED)
    const owner = new Visitor(app)
    const json = { email: MAYA, password: NEW_PASSWORD }
    assert.equal(outcome(await owner.send({ url: '/api/v1/auth/signup', json })), '409 email_taken')
    const token = await askFor(app, 'reset', MAYA)
    const reset = await app.send({ url: '/api/v1/auth/password/reset', json: { token, password: NEW_PASSWORD } })
    assert.equal(reset.status, 200, reset.text)
    assert.equal(await stranger.isSignedIn(), false)
    assert.equal(outcome(await stranger.elsewhere().logIn(GOOD_PASSWORD)), '401 invalid_credentials')
    const maya = stranger.elsewhere()
    assert.deepEqual((await maya.logIn(NEW_PASSWORD)).json['mfa_required'], undefined)
    assert.equal(outcome(await maya.call('POST', '/auth/mfa/totp/enroll')), '200')
  })

  test('LG7: what a stranger allowed an application ends with the first proof', async (t) => {
    const app = await createTestApp(t)
    const client = await createWebApp(app)
    const stranger = await TestPerson.signUp(app)
    await signIn(app, stranger, client)
    const before = await app.admin('GET', `/users/${stranger.id}/agents`)
    assert.equal((before.json['data'] as unknown[]).length, 1, before.text)
    const owner = new Visitor(app)
    const token = await askFor(app, 'magic', stranger.email, owner)
    assert.equal((await owner.send({ url: '/api/v1/auth/magic-link/verify', json: { token } })).status, 200)
    const left = (await app.admin('GET', `/users/${stranger.id}/agents`)).json['data'] as { revoked_at: unknown }[]
    assert.deepEqual(
      left.filter(({ revoked_at: at }) => at === null),
      [],
    )
  })
})

describe('the removal of accounts that nobody proved', () => {
  onEachApp('removes them after a week as a deletion does, and frees the address', async (_t, app) => {
    const [stranger, maya] = [await FactorPerson.signUp(app), await FactorPerson.proven(app, 'noor@example.com')]
    app.clock.advance(7 * DAY)
    await cleanUp(app)
    assert.equal(await statusOf(app, stranger.id), 200, 'not before the week is over')
    app.clock.advance(1)
    await cleanUp(app)
    assert.deepEqual([await statusOf(app, stranger.id), await statusOf(app, maya.id)], [404, 200])
    assert.equal(await stranger.isSignedIn(), false)
    const [event, ...more] = await eventsNamed(app, 'user.deleted')
    assert.deepEqual([(event?.data as { id: string }).id, more], [stranger.id, []])
    const { json } = await app.admin('GET', '/audit-logs?action=user.deleted')
    const [entry] = json['data'] as { actor_type: string; actor_id: string }[]
    assert.deepEqual([entry?.actor_type, entry?.actor_id], ['system', 'unproven-user-cleanup'])
    const again = await FactorPerson.signUp(app)
    assert.notEqual(again.id, stranger.id)
  })

  onEachApp('keeps people with a system role, disabled ones, and those an operator made', async (_t, app) => {
    const [operator, disabled] = [await FactorPerson.signUp(app), await FactorPerson.signUp(app, 'noor@example.com')]
    await app.admin('PATCH', `/users/${operator.id}`, { system_role: 'auditor' })
    await app.admin('PATCH', `/users/${disabled.id}`, { disabled: true })
    const made = await app.admin('POST', '/admin/users', { email: 'omar@example.com', password: GOOD_PASSWORD })
    app.clock.advance(30 * DAY)
    await cleanUp(app)
    for (const id of [operator.id, disabled.id, String(made.json['id'])]) assert.equal(await statusOf(app, id), 200)
  })

  test('an address that an operator or a link vouched for stays', async (t) => {
    const app = await createTestApp(t)
    const [byOperator, byLink] = [await FactorPerson.signUp(app), await FactorPerson.signUp(app, 'noor@example.com')]
    await byOperator.proveAddress()
    const token = await tokenFor(app, 'noor@example.com', VERIFY)
    await byLink.call('POST', '/auth/email/verify', { token })
    app.clock.advance(8 * DAY)
    await cleanUp(app)
    for (const { id } of [byOperator, byLink]) assert.equal(await statusOf(app, id), 200)
  })

  test('goes on batch by batch until none is left', async (t) => {
    const app = await createTestApp(t)
    for (let i = 0; i < 51; i++) await signUp(app, `person-${i}@example.com`, `203.0.113.${i}`)
    app.clock.advance(8 * DAY)
    await cleanUp(app)
    const { json } = await app.admin('GET', '/users?include_total=true')
    assert.deepEqual(json['data'], [])
  })
})
