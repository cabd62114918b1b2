import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { locationOf } from '#test/support/authorize.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { FactorPerson, outcome } from '#test/support/factors.ts'
import { createFlow, runsOf, step } from '#test/support/flows.ts'
import { newOrganization } from '#test/support/organizations.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { NEW_PASSWORD, tokenFor, VERIFY } from '#test/support/recovery.ts'
import { startEndpoint } from '#test/support/webhooks.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'
import type { FlowStep } from '#test/support/flows.ts'

const RESUME = '/auth/flow/resume'
const went = (answer: TestAnswer): string => `${answer.status} ${String(answer.headers['location'] ?? '')}`
const typed = ({ email }: FactorPerson) => ({ email, password: GOOD_PASSWORD })
const logInByPage = (person: FactorPerson): Promise<TestAnswer> =>
  person.visitor.submit('/login?next=/docs', typed(person))

/** Somebody in two browsers: one for the pages, one for a program; neither is signed in, and both meet the flow. */
async function meeting(app: TestApp, person: FactorPerson, ...steps: readonly FlowStep[]) {
  const flowId = await createFlow(app, 'login', ...steps)
  return { flowId, page: person.elsewhere(), program: person.elsewhere() }
}

/** What the program is told is next; nothing of the person may be among it. */
async function nextOf(program: FactorPerson): Promise<Record<string, unknown>> {
  const answer = await program.logIn()
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(Object.keys(answer.json).toSorted(), ['csrf_token', 'next'], answer.text)
  assert.equal(await program.isSignedIn(), false)
  const read = await program.call('GET', '/auth/flow')
  assert.deepEqual(read.json['next'], answer.json['next'], 'and reads it again')
  return answer.json['next'] as Record<string, unknown>
}

describe('a step of a flow that waits, by password on the pages and for a program:', () => {
  onEachApp('require_email_verification shows where the link is, and goes on', async (_t, app) => {
    const person = await FactorPerson.signUp(app)
    const { page, program } = await meeting(app, person, step('require_email_verification'))
    assert.deepEqual(await nextOf(program), { type: 'email_verification' })
    assert.equal((await program.call('POST', RESUME, {})).json['id'], undefined, 'not before it is proven')
    assert.equal(went(await logInByPage(page)), '303 /continue?next=%2Fdocs')
    const shown = await page.visitor.open('/continue?next=/docs')
    assert.match(shown.text, /<h1>Confirm your address<\/h1>[^]*maya@example\.com/)
    const early = await page.visitor.submit('/continue?next=/docs', {})
    assert.match(`${early.status} ${early.text}`, /^400 [^]*not confirmed yet/)
    app.clock.advance(1000)
    const mailed = await page.visitor.submit('/continue?next=/docs', { decision: 'mail' })
    assert.match(`${mailed.status} ${mailed.text}`, /^200 [^]*A link is on its way/)
    const token = await tokenFor(app, person.email, VERIFY)
    const done = await page.visitor.submit(`/verify?token=${token}`, { token })
    const action = /action="(\/continue[^"]*)"/.exec(done.text)?.[1]
    assert.equal(action, '/continue?next=%2Fdocs', 'the link leads on to where the person was')
    const csrf_token = /name="csrf_token"\s+value="([^"]*)"/.exec(done.text)?.[1] ?? ''
    assert.equal(went(await page.visitor.post(action, { csrf_token })), '303 /docs')
    assert.equal(await page.isSignedIn(), true)
    assert.deepEqual((await program.call('GET', '/auth/flow')).json['next'], { type: 'continue' })
    assert.equal((await program.call('POST', RESUME, {})).json['email'], person.email)
    assert.equal(await program.isSignedIn(), true)
  })

  onEachApp('require_mfa_enrollment has a factor set up, and goes on from its recovery codes', async (_t, app) => {
    const person = await FactorPerson.proven(app)
    const { page, program } = await meeting(app, person, step('require_mfa_enrollment'))
    assert.equal(went(await logInByPage(page)), '303 /account/second-step?next=%2Fdocs')
    assert.equal(locationOf(await page.visitor.open('/continue?next=/docs')), '/account/second-step?next=%2Fdocs')
    assert.match((await page.visitor.open('/account/second-step?next=/docs')).text, /action="\/account\/second-step/)
    assert.deepEqual(await nextOf(program), { type: 'mfa_enrollment' })
    await program.enrollTotp()
    const activated = await program.call('POST', '/auth/mfa/totp/activate', { code: program.code() })
    assert.equal(activated.status, 200, activated.text)
    assert.equal(await program.isSignedIn(), false, 'the flow has yet to hear of it')
    assert.deepEqual((await program.call('GET', '/auth/flow')).json['next'], { type: 'continue' })
    assert.equal((await program.call('POST', RESUME, {})).json['mfa_enabled'], true)
    assert.equal(await program.isSignedIn(), true)
    assert.equal(
      locationOf(await page.visitor.open('/continue?next=/docs')),
      '/mfa?next=%2Fdocs',
      'it is asked for now',
    )
    app.clock.advance(30_000)
    assert.equal(went(await page.visitor.submit('/mfa?next=/docs', { code: program.code() })), '303 /docs')
  })

  onEachApp('require_mfa_challenge asks where the session would not', async (_t, app) => {
    const person = await FactorPerson.proven(app)
    await person.addPasskey()
    const { page, program } = await meeting(app, person, step('require_mfa_challenge'))
    assert.equal(went(await logInByPage(page)), '303 /mfa?next=%2Fdocs')
    const shown = await page.visitor.open('/mfa?next=/docs')
    assert.match(shown.text, /data-passkey="sign-in"[^]*data-waits="\/continue\?next=%2Fdocs"/)
    assert.doesNotMatch(shown.text, /name="code"/, 'who has no app is asked for no code')
    assert.deepEqual(await nextOf(program), { type: 'mfa_challenge', methods: ['passkey'] })
    const other = Object.assign(program, { authenticator: person.authenticator })
    const { json } = await other.passkeyLogIn()
    assert.equal(json['email'], person.email, 'the passkey goes on with the same sign-in')
    assert.equal(await program.isSignedIn(), true)
  })

  onEachApp('require_password_strength has a weak password replaced, and a good one is let on', async (_t, app) => {
    const person = await FactorPerson.proven(app)
    const { page, program } = await meeting(app, person, step('require_password_strength', { min_length: 40 }))
    const next = await nextOf(program)
    assert.deepEqual([next['type'], next['min_length']], ['password_change', 40])
    assert.equal(went(await logInByPage(page)), '303 /continue?next=%2Fdocs')
    const empty = await page.visitor.submit('/continue?next=/docs', {})
    assert.match(`${empty.status} ${empty.text}`, /^400 [^]*Choose a password/)
    const weak = await page.visitor.submit('/continue?next=/docs', { password: NEW_PASSWORD })
    assert.match(`${weak.status} ${weak.text}`, /^400 [^]*at least 40 characters/)
    assert.deepEqual((await program.call('POST', RESUME, { password: 'short' })).json['next'], {
      type: 'password_change',
      min_length: 40,
      reason: 'The password needs at least 40 characters.',
    })
    const strong = `${NEW_PASSWORD}-and-a-long-walk-home`
    assert.equal(went(await page.visitor.submit('/continue?next=/docs', { password: strong })), '303 /docs')
    assert.equal(await page.isSignedIn(), true)
    assert.equal(outcome(await program.call('GET', '/auth/flow')), '401 not_signed_in', 'other sign-ins end')
    assert.equal(outcome(await person.call('GET', '/auth/me')), '401 not_signed_in', 'and so do sessions')
    const later = person.elsewhere()
    assert.equal(outcome(await later.logIn()), '401 invalid_credentials')
    assert.equal((await later.logIn(strong)).json['email'], person.email)
  })

  onEachApp('redirect leads away, and back to where the person was', async (_t, app) => {
    const person = await FactorPerson.proven(app)
    const { page, program } = await meeting(app, person, step('redirect', { url: `${app.baseUrl}/terms?v=2` }))
    assert.equal(went(await logInByPage(page)), '303 /continue?next=%2Fdocs')
    const leaving = await page.visitor.open('/continue?next=/docs')
    const target = new URL(String(leaving.headers['refresh']).replace('0;url=', ''))
    assert.deepEqual([target.pathname, target.searchParams.get('v')], ['/terms', '2'])
    const back = new URL(String(target.searchParams.get('return_to')))
    assert.deepEqual([back.origin, back.pathname], [app.baseUrl, '/continue/back'])
    assert.equal(went(await page.visitor.open(back.pathname + back.search)), '303 /docs')
    assert.equal(await page.isSignedIn(), true)
    const { type, url } = await nextOf(program)
    assert.equal(type, 'redirect')
    const state = new URL(new URL(String(url)).searchParams.get('return_to') ?? '').searchParams.get('state')
    assert.equal((await program.call('POST', RESUME, { state: 'x' })).json['id'], undefined)
    assert.equal((await program.call('POST', RESUME, { state })).json['email'], person.email)
  })
})

test('custom_check and webhook stop a sign-in with a page that names the run, and with an error', async (t) => {
  const app = await createTestApp(t)
  const person = await FactorPerson.proven(app)
  const url = await startEndpoint(t, (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ action: 'deny', message: 'Not <b>today</b>.' }))
  })
  const denials: [FlowStep, string][] = [
    [step('custom_check', { condition: { email_domain: 'acme.example' }, message: 'Acme only.' }), 'Acme only.'],
    [step('webhook', { url }), 'Not <b>today</b>.'],
  ]
  for (const [denying, message] of denials) {
    const { flowId, page, program } = await meeting(app, person, denying)
    const answer = await program.logIn()
    assert.equal(outcome(answer), '403 sign_in_stopped')
    const [run] = await runsOf(app, flowId)
    const { message: said, run_id: runId } = answer.json['details'] as Record<string, unknown>
    assert.deepEqual([said, runId], [message, run?.['id']])
    assert.equal(await program.isSignedIn(), false)
    app.clock.advance(1000)
    const shown = await logInByPage(page)
    assert.equal(shown.status, 403)
    assert.match(shown.text, /<h1>Your sign-in was stopped<\/h1>/)
    assert.ok(shown.text.includes(message.replaceAll('<', '&lt;').replaceAll('>', '&gt;')), shown.text)
    assert.ok(shown.text.includes(String((await runsOf(app, flowId))[0]?.['id'])))
    assert.equal(await page.isSignedIn(), false)
    assert.equal((await app.admin('DELETE', `/admin/flows/${flowId}`)).status, 204)
  }
})

test('set_metadata, assign_role, add_to_org, delay, conditional and an allowing webhook act, and let on', async (t) => {
  const app = await createTestApp(t)
  const person = await FactorPerson.proven(app)
  const { id: organization_id } = await newOrganization(app)
  const role = await app.admin('POST', '/roles', { name: 'greeter' })
  const url = await startEndpoint(t, (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ action: 'allow', metadata: { plan: 'pro' } }))
  })
  const { flowId, page, program } = await meeting(
    app,
    person,
    step('set_metadata', { key: 'seen', value: true }),
    step('assign_role', { role_id: role.json['id'] }),
    step('add_to_org', { organization_id }),
    step('delay', { seconds: 0.05 }),
    step('webhook', { url }),
    step('conditional', {
      condition: { email_domain: 'example.com' },
      then: [step('set_metadata', { key: 'way', value: 'then' })],
    }),
  )
  assert.equal((await program.logIn()).json['email'], person.email)
  assert.equal(await program.isSignedIn(), true)
  assert.equal(went(await logInByPage(page)), '303 /docs')
  const user = await app.admin('GET', `/users/${person.id}`)
  assert.deepEqual(user.json['metadata'], { flows: { seen: true, plan: 'pro', way: 'then' } })
  const roles = await app.admin('GET', `/users/${person.id}/roles`)
  assert.match(roles.text, /greeter/)
  assert.match((await app.admin('GET', `/admin/organizations/${organization_id}/members`)).text, /maya@example\.com/)
  assert.deepEqual(
    (await runsOf(app, flowId)).map((run) => run['state']),
    ['passed', 'passed'],
  )
})

test('a step that breaks ends the sign-in, and leaves no session', async (t) => {
  const app = await createTestApp(t)
  const person = await FactorPerson.proven(app)
  const url = await startEndpoint(t, (_request, response) => response.writeHead(500).end())
  const { page, program } = await meeting(app, person, step('webhook', { url }))
  assert.equal(outcome(await program.logIn()), '403 sign_in_stopped')
  const shown = await logInByPage(page)
  assert.match(`${shown.status} ${shown.text}`, /^403 [^]*<code>run_/)
  for (const one of [page, program]) assert.equal(await one.isSignedIn(), false)
})
