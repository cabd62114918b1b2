import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { authorizeUrl, locationOf } from '#test/support/authorize.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { FactorPerson, outcome } from '#test/support/factors.ts'
import { createFlow, runsOf, step } from '#test/support/flows.ts'
import { linkTo } from '#test/support/mailbox.ts'
import { createWebApp } from '#test/support/oauth.ts'
import { invitationFor, newOrganization, orgAdmin } from '#test/support/organizations.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { setUpProvider, signInThrough, TestProvider } from '#test/support/provider.ts'
import { askFor, NEW_PASSWORD, RESET, signUpVerified, tokenFor, VERIFY } from '#test/support/recovery.ts'
import { INES, SsoStory } from '#test/support/sso.ts'
import { Visitor } from '#test/support/visitor.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'

const MAYA = 'maya@example.com'
const ME = '/api/v1/auth/me'
const went = (answer: TestAnswer): string => `${answer.status} ${String(answer.headers['location'] ?? '')}`
const redirect = (app: TestApp) => step('redirect', { url: `${app.baseUrl}/terms` })

/** Does what a flow that redirects asks for: goes where the page leads, and comes back. */
async function comeBack(visitor: Visitor, at: string): Promise<TestAnswer> {
  const { headers } = await visitor.open(at)
  const target = new URL(String(headers['refresh']).replace('0;url=', ''))
  const back = new URL(target.searchParams.get('return_to') ?? '')
  return visitor.open(back.pathname + back.search)
}

const isIn = async (visitor: Visitor): Promise<boolean> => (await visitor.open(ME)).status === 200

describe('a flow waits, and goes on to where the person was, after', () => {
  onEachApp('a sign-in for an application', async (_t, app) => {
    await signUpVerified(app, MAYA)
    const client = await createWebApp(app, { client_name: 'Planner' })
    const flowId = await createFlow(app, 'login', redirect(app))
    await app.admin('PATCH', `/admin/flows/${flowId}`, { conditions: { client_id: client.clientId } })
    const visitor = new Visitor(app)
    const login = String((await visitor.open(authorizeUrl(client))).headers['location'])
    const query = new URL(login, app.baseUrl).search
    const typed = { email: MAYA, password: GOOD_PASSWORD }
    assert.equal(went(await visitor.submit(login, typed)), `303 /continue${query}`)
    assert.match(
      locationOf(await visitor.open(`/oauth/authorize${query}`)) ?? '',
      /^\/login/,
      'nobody is signed in yet',
    )
    assert.equal(went(await comeBack(visitor, `/continue${query}`)), `303 /oauth/authorize${query}`)
    assert.match(locationOf(await visitor.open(`/oauth/authorize${query}`)) ?? '', /^\/consent/)
    assert.equal(went(await new Visitor(app).submit('/login', typed)), '303 /', 'it is for that application alone')
  })

  onEachApp('a sign-in for an application that takes as long as it may', async (_t, app) => {
    await signUpVerified(app, MAYA)
    const client = await createWebApp(app, { client_name: 'Planner' })
    await createFlow(app, 'login', redirect(app))
    const visitor = new Visitor(app)
    const login = String((await visitor.open(authorizeUrl(client))).headers['location'])
    const query = new URL(login, app.baseUrl).search
    app.clock.advance(9 * 60_000)
    await visitor.submit(login, { email: MAYA, password: GOOD_PASSWORD })
    app.clock.advance(14 * 60_000)
    assert.equal(went(await comeBack(visitor, `/continue${query}`)), `303 /oauth/authorize${query}`)
    app.clock.advance(9 * 60_000)
    assert.match(locationOf(await visitor.open(`/oauth/authorize${query}`)) ?? '', /^\/consent/, 'with time to decide')
  })

  onEachApp('a sign-up, on the page and for a program', async (_t, app) => {
    await createFlow(app, 'signup', step('require_email_verification'))
    const visitor = new Visitor(app)
    const form = { email: MAYA, password: GOOD_PASSWORD, name: 'Maya' }
    assert.equal(went(await visitor.submit('/signup?next=/docs', form)), '303 /continue?next=%2Fdocs')
    const token = await tokenFor(app, MAYA, VERIFY)
    const done = await visitor.submit(`/verify?token=${token}`, { token })
    assert.match(done.text, /action="\/continue\?next=%2Fdocs"/, 'the first link knows where the sign-up was going')
    assert.equal(await isIn(visitor), false)
    assert.equal(went(await visitor.submit('/continue?next=/docs', {})), '303 /docs')
    assert.equal(await isIn(visitor), true)
    const program = new Visitor(app)
    const json = { email: 'noor@example.com', password: GOOD_PASSWORD }
    const answer = await program.send({ url: '/api/v1/auth/signup', json })
    assert.deepEqual([answer.status, answer.json['next']], [201, { type: 'email_verification' }])
    assert.equal(await isIn(program), false)
  })

  onEachApp('a sign-in link, on the page and for a program', async (_t, app) => {
    await signUpVerified(app, MAYA)
    await createFlow(app, 'magic_link', redirect(app))
    const visitor = new Visitor(app)
    app.clock.advance(1000)
    await visitor.submit('/magic?next=/docs', { email: MAYA })
    const token = new URL(await linkTo(app, MAYA, /Your sign-in link/)).searchParams.get('token') ?? ''
    assert.equal(went(await visitor.submit(`/magic?token=${token}`, { token })), '303 /continue?next=%2Fdocs')
    assert.equal(await isIn(visitor), false)
    assert.equal(went(await comeBack(visitor, '/continue?next=/docs')), '303 /docs')
    assert.equal(await isIn(visitor), true)
    const program = new Visitor(app)
    const json = { token: await askFor(app, 'magic', MAYA, program) }
    const answer = await program.send({ url: '/api/v1/auth/magic-link/verify', json })
    assert.match(answer.text, /^\{"next":\{"type":"redirect"/)
    assert.equal(await isIn(program), false)
  })

  onEachApp('a passkey, whose page hears of the flow', async (_t, app) => {
    const person = await FactorPerson.proven(app)
    await person.addPasskey()
    await createFlow(app, 'login', redirect(app))
    const other = Object.assign(person.elsewhere(), { authenticator: person.authenticator })
    const answer = await other.passkeyLogIn()
    assert.equal((answer.json['next'] as { type: string }).type, 'redirect', answer.text)
    assert.equal(await other.isSignedIn(), false)
    assert.match((await other.visitor.open('/login?next=/docs')).text, /data-waits="\/continue\?next=%2Fdocs"/)
    assert.equal(went(await comeBack(other.visitor, '/continue?next=/docs')), '303 /docs')
    assert.equal(await other.isSignedIn(), true)
  })

  onEachApp('a sign-in at a provider', async (t, app) => {
    const provider = await TestProvider.start(t)
    await setUpProvider(app, provider)
    const flowId = await createFlow(app, 'oauth_callback', redirect(app))
    const visitor = new Visitor(app)
    assert.equal(went(await signInThrough(visitor, provider)), '303 /continue')
    assert.equal(await isIn(visitor), false)
    assert.equal(went(await comeBack(visitor, '/continue')), '303 /')
    assert.equal(await isIn(visitor), true)
    assert.equal((await runsOf(app, flowId))[0]?.['state'], 'passed')
  })

  onEachApp('an invitation, whose way leads through a sign-up', async (_t, app) => {
    const { id } = await newOrganization(app)
    await orgAdmin(app, 'POST', `/${id}/invitations`, { email: MAYA, role: 'member' })
    await createFlow(app, 'signup', step('require_email_verification'))
    const invitation = `/invitations?token=${await invitationFor(app, MAYA)}`
    const next = `next=${encodeURIComponent(invitation)}`
    const visitor = new Visitor(app)
    const waits = `303 /continue?${next}`
    assert.equal(went(await visitor.submit(`/signup?${next}`, { email: MAYA, password: GOOD_PASSWORD })), waits)
    assert.match((await visitor.open(invitation)).text, /href="\/login/, 'to the invitation nobody is signed in')
    const token = await tokenFor(app, MAYA, VERIFY)
    await visitor.submit(`/verify?token=${token}`, { token })
    assert.equal(went(await visitor.submit(`/continue?${next}`, {})), `303 ${invitation}`)
    assert.match((await visitor.open(invitation)).text, /Accept the invitation/)
  })
})

test('a flow waits, and goes on to where the person was, after single sign-on', async (t) => {
  const story = await SsoStory.begin(t)
  const { app } = story
  const flowId = await createFlow(app, 'oauth_callback', redirect(app))
  assert.equal((await app.admin('PATCH', `/admin/flows/${flowId}`, { conditions: { auth_method: 'sso' } })).status, 200)
  const visitor = new Visitor(app)
  const landed = await story.signIn(visitor, INES, '?next=/docs')
  assert.equal(went(landed), '303 /continue?next=%2Fdocs')
  assert.equal(await isIn(visitor), false)
  assert.equal(went(await comeBack(visitor, '/continue?next=/docs')), '303 /docs')
  assert.equal(await isIn(visitor), true)
})

test('MF3: the second factor comes before the flow, on the pages and for a program', async (t) => {
  const app = await createTestApp(t)
  const person = await FactorPerson.withTotp(app)
  const flowId = await createFlow(app, 'login', redirect(app))
  const [page, program] = [person.elsewhere(), person.elsewhere()]
  const typed = { email: MAYA, password: GOOD_PASSWORD }
  assert.equal(went(await page.visitor.submit('/login?next=/docs', typed)), '303 /mfa?next=%2Fdocs')
  assert.equal(locationOf(await page.visitor.open('/continue?next=/docs')), '/mfa?next=%2Fdocs')
  assert.equal((await program.logIn()).json['mfa_required'], true)
  assert.deepEqual((await program.call('POST', '/auth/flow/resume', {})).json['mfa_required'], true)
  assert.equal(
    (await runsOf(app, flowId)).every((run) => run['state'] === 'ready'),
    true,
    'no step has run',
  )
  assert.equal(
    went(await page.visitor.submit('/mfa?next=/docs', { code: person.code() })),
    '303 /continue?next=%2Fdocs',
  )
  assert.equal(went(await comeBack(page.visitor, '/continue?next=/docs')), '303 /docs')
  app.clock.advance(30_000)
  const challenged = await program.challenge(person.code())
  assert.equal((challenged.json['next'] as { type: string }).type, 'redirect', challenged.text)
  assert.equal(await program.isSignedIn(), false)
})

describe('a password reset passes its flow, and signs nobody in', () => {
  onEachApp('on the page', async (_t, app) => {
    await signUpVerified(app, MAYA)
    await createFlow(app, 'password_reset', redirect(app))
    const visitor = new Visitor(app)
    app.clock.advance(1000)
    await visitor.submit('/forgot?next=/docs', { email: MAYA })
    const token = new URL(await linkTo(app, MAYA, RESET)).searchParams.get('token') ?? ''
    const sent = await visitor.submit(`/reset?token=${token}`, { token, password: NEW_PASSWORD })
    assert.equal(went(sent), '303 /continue?next=%2Fdocs')
    assert.equal(went(await comeBack(visitor, '/continue?next=/docs')), '303 /login?next=%2Fdocs')
    assert.equal(await isIn(visitor), false)
    assert.equal(went(await visitor.submit('/login?next=/docs', { email: MAYA, password: NEW_PASSWORD })), '303 /docs')
  })

  onEachApp('for a program', async (_t, app) => {
    const person = await FactorPerson.proven(app)
    const strong = step('require_password_strength', { min_length: 30 })
    // What decides is written on the way, so that nobody can ask for it before.
    const marked = { metadata_eq: { 'flows.marked': true } }
    const branch = step('conditional', { condition: marked, then: [strong] })
    await createFlow(app, 'password_reset', step('set_metadata', { key: 'marked', value: true }), branch)
    const json = { token: await askFor(app, 'reset', MAYA, person.visitor), password: NEW_PASSWORD }
    const answer = await person.visitor.send({ url: '/api/v1/auth/password/reset', json })
    assert.equal(answer.json['flow_waits'], true, answer.text)
    const waiting = await person.call('GET', '/auth/flow')
    assert.equal((waiting.json['next'] as { type: string }).type, 'password_change')
    const better = `${NEW_PASSWORD}-and-a-long-walk`
    assert.equal((await person.call('POST', '/auth/flow/resume', { password: better })).status, 204)
    assert.equal(await person.isSignedIn(), false)
    assert.equal(outcome(await person.elsewhere().logIn(NEW_PASSWORD)), '401 invalid_credentials')
    assert.equal((await person.elsewhere().logIn(better)).status, 200)
  })

  test('one that its flow denies names the run', async (t) => {
    const app = await createTestApp(t)
    await signUpVerified(app, MAYA)
    await createFlow(
      app,
      'password_reset',
      step('custom_check', { condition: { email_domain: 'acme.example' }, message: 'No.' }),
    )
    const visitor = new Visitor(app)
    const token = await askFor(app, 'reset', MAYA, visitor)
    const shown = await visitor.submit(`/reset?token=${token}`, { token, password: NEW_PASSWORD })
    assert.match(`${shown.status} ${shown.text}`, /^403 [^]*No\.[^]*<code>run_/)
    const left = await app.database.db.all(sql`SELECT id FROM sessions WHERE revoked_at IS NULL`)
    assert.deepEqual(left, [])
  })
})

test('an owner on the way to the dashboard gets in with ?recovery, and nobody else does', async (t) => {
  const app = await createTestApp(t)
  const [owner, other] = [await signUpVerified(app, MAYA), await signUpVerified(app, 'noor@example.com')]
  await app.database.db.run(sql`UPDATE users SET system_role = 'owner' WHERE id = ${owner.id}`)
  await createFlow(app, 'login', step('custom_check', { condition: { email_domain: 'acme.example' }, message: 'No.' }))
  const tries = { '/admin': 403, '/admin?recovery': 303, '/docs?recovery': 403, '/?recovery': 403 }
  for (const [next, status] of Object.entries(tries)) {
    const at = `/login?${new URLSearchParams({ next })}`
    const answer = await new Visitor(app).submit(at, { email: owner.email, password: GOOD_PASSWORD })
    assert.equal(answer.status, status, next)
    const others = await new Visitor(app).submit(at, { email: other.email, password: GOOD_PASSWORD })
    assert.equal(others.status, 403, next)
  }
})

test('a passkey says where the sign-in leads: to an application with a flow of its own, or to the dashboard', async (t) => {
  const app = await createTestApp(t)
  const person = await FactorPerson.proven(app)
  await person.addPasskey()
  await app.database.db.run(sql`UPDATE users SET system_role = 'owner' WHERE id = ${person.id}`)
  const client = await createWebApp(app)
  const denying = step('custom_check', { condition: { email_domain: 'acme.example' }, message: 'No.' })
  const flowId = await createFlow(app, 'login', denying)
  const signInTo = async (browser: FactorPerson, next: string): Promise<string> => {
    const options = await browser.call('POST', '/auth/passkeys/login/options')
    const credential = person.authenticator.get(options.json as never)
    return outcome(await browser.call('POST', '/auth/passkeys/login', { credential, next }))
  }
  assert.equal(await signInTo(person.elsewhere(), '/admin'), '403 sign_in_stopped')
  assert.equal(await signInTo(person.elsewhere(), '/admin?recovery'), '200')
  await app.admin('PATCH', `/admin/flows/${flowId}`, { conditions: { client_id: client.clientId } })
  const browser = person.elsewhere()
  const { search } = new URL(String(locationOf(await browser.visitor.open(authorizeUrl(client)))), app.baseUrl)
  assert.equal(await signInTo(browser, `/oauth/authorize${search}`), '403 sign_in_stopped')
  assert.equal(await signInTo(person.elsewhere(), `/oauth/authorize${search}`), '200', 'the request of another browser')
  assert.equal(await signInTo(browser, '/docs'), '200')
})
