import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { authorizeUrl } from '#test/support/authorize.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { decodeBase32, FactorPerson } from '#test/support/factors.ts'
import { configure, createWebApp } from '#test/support/oauth.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { withScopes } from '#test/support/roles.ts'
import { Visitor } from '#test/support/visitor.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'

const MINUTE = 60_000
const SETTING = 'operators.require_second_factor'
const outcome = ({ status, json }: TestAnswer): string => `${status} ${String(json['code'] ?? '')}`.trim()
const went = (answer: TestAnswer): string => `${answer.status} ${String(answer.headers['location'] ?? '')}`

/** Somebody with a system role and a password, in a browser where nobody is signed in. */
async function makeOperator(app: TestApp, system_role = 'owner', email = 'owner@example.com'): Promise<FactorPerson> {
  const made = await app.admin('POST', '/admin/users', { email, password: GOOD_PASSWORD, system_role })
  assert.equal(made.status, 201, made.text)
  const person = new FactorPerson(app, email)
  person.id = String(made.json['id'])
  return person
}

onEachApp('AD1: in production an owner without a second factor opens nothing but setting one up', async (_t, app) => {
  await configure(app, { [SETTING]: true })
  const owner = await makeOperator(app)
  const signedIn = await owner.logIn()
  assert.deepEqual(Object.keys(signedIn.json), ['mfa_enrollment_required', 'csrf_token'])
  const elsewhere: (readonly ['GET' | 'POST' | 'PATCH' | 'DELETE', string, unknown?])[] = [
    ['GET', '/auth/me'],
    ['GET', '/auth/sessions'],
    ['GET', '/users'],
    ['PATCH', '/admin/config', { [SETTING]: false }],
    ['POST', '/auth/passkeys/register/options'],
    ['POST', '/auth/reauthenticate', { password: GOOD_PASSWORD }],
    ['DELETE', '/auth/mfa'],
  ]
  for (const [method, path, body] of elsewhere) {
    assert.equal(outcome(await owner.call(method, path, body)), '401 mfa_enrollment_required', `${method} ${path}`)
  }
  assert.equal(outcome(await owner.challenge('123456')), '409 mfa_not_enabled')
  await owner.setUpTotp()
  assert.equal(outcome(await owner.call('GET', '/users')), '200')
  const again = owner.elsewhere()
  assert.equal((await again.logIn()).json['mfa_required'], true)
  assert.equal(outcome(await again.challenge(owner.code())), '200')
  assert.equal(outcome(await again.call('GET', '/users')), '200')
})

test('AD1: every system role needs one in production unless somebody turned that off, in dev when somebody turned it on', async (t) => {
  for (const mode of ['production', 'dev'] as const) {
    const app = await createTestApp(t, { mode })
    const outcomes: Record<string, unknown> = {}
    for (const role of ['owner', 'operator', 'support', 'auditor']) {
      const person = await makeOperator(app, role, `${role}@example.com`)
      const needs = async (required: boolean | null): Promise<unknown> => {
        await configure(app, { [SETTING]: required })
        return (await person.elsewhere().logIn()).json['mfa_enrollment_required'] === true
      }
      outcomes[role] = [await needs(null), await needs(true), await needs(false)]
    }
    const expected = [mode === 'production', true, false]
    assert.deepEqual(outcomes, { owner: expected, operator: expected, support: expected, auditor: expected })
    const plain = await FactorPerson.signUp(app)
    assert.equal((await plain.elsewhere().logIn()).json['id'], plain.id, 'nobody else is asked')
  }
})

onEachApp('MF3: a role or the setting that came later binds the sessions from before', async (_t, app) => {
  await configure(app, { [SETTING]: true })
  const maya = await FactorPerson.proven(app)
  assert.equal(outcome(await maya.call('GET', '/auth/me')), '200')
  const role = (system_role: string | null) => app.admin('PATCH', `/users/${maya.id}`, { system_role })
  await role('support')
  assert.equal(outcome(await maya.call('GET', '/auth/me')), '401 mfa_enrollment_required')
  await configure(app, { [SETTING]: false })
  assert.equal(outcome(await maya.call('GET', '/auth/me')), '200')
  await configure(app, { [SETTING]: true })
  assert.equal(outcome(await maya.call('GET', '/users')), '401 mfa_enrollment_required')
  await maya.setUpTotp()
  assert.equal(outcome(await maya.call('GET', '/users')), '200')
})

onEachApp(
  'AD1: whoever has a passkey signs in with it, and the password alone sets up nothing beside it',
  async (_t, app) => {
    const maya = await FactorPerson.proven(app)
    await maya.addPasskey()
    await app.admin('PATCH', `/users/${maya.id}`, { system_role: 'owner' })
    await configure(app, { [SETTING]: true })
    const thief = maya.elsewhere()
    const answer = await thief.logIn()
    assert.deepEqual([answer.json['mfa_required'], answer.json['methods']], [true, ['passkey']])
    assert.equal(outcome(await thief.call('POST', '/auth/mfa/totp/enroll')), '401 mfa_required')
    assert.equal(outcome(await thief.call('POST', '/auth/mfa/totp/activate', { code: '123456' })), '401 mfa_required')
    const own = maya.elsewhere()
    const options = await own.call('POST', '/auth/passkeys/login/options')
    const credential = maya.authenticator.get(options.json as never)
    assert.equal(outcome(await own.call('POST', '/auth/passkeys/login', { credential })), '200')
    assert.equal(outcome(await own.call('GET', '/users')), '200')
  },
)

onEachApp('AD1: a sign-in that has to set a factor up does so within five minutes', async (_t, app) => {
  await configure(app, { [SETTING]: true })
  const owner = await makeOperator(app)
  await owner.logIn()
  app.clock.advance(5 * MINUTE + 1)
  assert.equal(outcome(await owner.call('POST', '/auth/mfa/totp/enroll')), '401 not_signed_in')
  await owner.logIn()
  assert.equal(outcome(await owner.call('POST', '/auth/mfa/totp/enroll')), '200')
})

onEachApp('AD1: turning it off takes full access, and the health report says so in production', async (_t, app) => {
  const wide = await withScopes(app, 'system:*')
  assert.equal(outcome(await wide('PATCH', '/admin/config', { [SETTING]: false })), '403 insufficient_scope')
  assert.equal(outcome(await wide('PATCH', '/admin/config', { [SETTING]: true })), '200')
  await configure(app, { [SETTING]: false })
  const warnings = async () =>
    ((await app.admin('GET', '/admin/health')).json['warnings'] as { code: string }[])
      .map(({ code }) => code)
      .filter((code) => code.startsWith('operators'))
  assert.deepEqual(await warnings(), [])
  await app.admin('POST', '/admin/system/swap-mode', { mode: 'production' })
  assert.deepEqual(await warnings(), ['operators_without_second_factor'])
  await configure(app, { [SETTING]: null })
  assert.deepEqual(await warnings(), [])
})

onEachApp('the pages lead an owner through setting it up, and on to where they were', async (_t, app) => {
  await configure(app, { [SETTING]: true })
  const owner = await makeOperator(app)
  const { visitor } = owner
  const there = '/account/second-step?next=%2Fdocs'
  const credentials = { email: owner.email, password: GOOD_PASSWORD }
  assert.equal(went(await visitor.submit('/login?next=/docs', credentials)), `303 ${there}`)
  assert.equal(
    went(await visitor.open('/account/security')),
    '303 /account/second-step?next=%2Faccount%2Fsecurity',
    'no other page opens',
  )
  assert.equal(went(await visitor.open('/mfa?next=/docs')), `303 ${there}`)
  const page = await visitor.open(there)
  assert.match(`${page.status} ${page.text}`, /^200 [^]*People who run this server sign in with a second step/)
  assert.doesNotMatch(page.text, /href="\/account\/profile"/, 'and nothing of the account stands around it')
  assert.equal(went(await visitor.submit(there, {})), `303 ${there}`)
  const key = await visitor.open(there)
  owner.secret = decodeBase32((/<code class="key">([^<]+)</.exec(key.text)?.[1] ?? '').replaceAll(' ', ''))
  const activate = '/account/second-step/activate?next=%2Fdocs'
  const csrf_token = /name="csrf_token"\s+value="([^"]*)"/.exec(key.text)?.[1] ?? ''
  const wrong = await visitor.post(activate, { csrf_token, code: owner.wrongCode() })
  assert.match(`${wrong.status} ${wrong.text}`, /^400 [^]*The code does not fit/)
  const codes = await visitor.post(activate, { csrf_token, code: owner.code() })
  assert.match(`${codes.status} ${codes.text}`, /^200 [^]*Your recovery codes[^]*href="\/docs"/)
  assert.equal((await visitor.open('/account/security')).status, 200)
})

onEachApp(
  'the page for it asks whoever waited too long to sign in again, and has the passkey of whoever has one',
  async (_t, app) => {
    await configure(app, { [SETTING]: true })
    const owner = await makeOperator(app)
    const credentials = { email: owner.email, password: GOOD_PASSWORD }
    await owner.visitor.submit('/login', credentials)
    app.clock.advance(5 * MINUTE + 1)
    const begun = await owner.visitor.submit('/account/second-step?next=/docs', {})
    assert.equal(went(begun), '303 /login?next=%2Faccount%2Fsecond-step%3Fnext%3D%252Fdocs')
    assert.equal(
      went(await owner.visitor.submit(String(begun.headers['location']), credentials)),
      '303 /account/second-step?next=%2Fdocs',
    )

    const maya = await FactorPerson.proven(app)
    await maya.addPasskey()
    await app.admin('PATCH', `/users/${maya.id}`, { system_role: 'owner' })
    const visitor = new Visitor(app)
    await visitor.submit('/login', { email: maya.email, password: GOOD_PASSWORD })
    const page = await visitor.open('/account/second-step?next=/docs')
    assert.match(page.text, /You have a passkey[^]*data-passkey="sign-in"[^]*data-next="\/docs"/)
    assert.doesNotMatch(page.text, /Set up an authenticator app/)
  },
)

onEachApp('SE7: an application gets nothing from a session that has to set one up', async (_t, app) => {
  await configure(app, { [SETTING]: true })
  const client = await createWebApp(app)
  const owner = await makeOperator(app)
  await owner.visitor.submit('/login', { email: owner.email, password: GOOD_PASSWORD })
  const begun = await owner.visitor.open(authorizeUrl(client))
  assert.match(went(begun), /^303 .*\/login\?request=/)
  const request = new URL(String(begun.headers['location']), app.baseUrl).searchParams.get('request') ?? ''
  const signedIn = await owner.visitor.submit(`/login?request=${request}`, {
    email: owner.email,
    password: GOOD_PASSWORD,
  })
  const next = `/oauth/authorize?request=${request}`
  assert.equal(went(signedIn), `303 /account/second-step?${new URLSearchParams({ next })}`)
})

onEachApp('AD10: the set-up link leads its owner there, by page and by JSON', async (_t, app) => {
  await configure(app, { [SETTING]: true })
  const token = (await app.services.firstBoot.prepare('production')) ?? ''
  const json = { token, email: 'first@example.com', password: GOOD_PASSWORD }
  const visitor = new Visitor(app)
  const done = await visitor.submit(`/setup?token=${token}`, json)
  assert.equal(went(done), '303 /account/second-step?next=%2Fsetup%2Fkey', 'and on to the last page of the set-up')
  assert.equal((await visitor.open('/account/second-step')).status, 200)
  assert.equal(outcome(await visitor.open('/api/v1/users')), '401 mfa_enrollment_required')
})
