import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { FactorPerson } from '#test/support/factors.ts'
import { lastRun, makeFlow } from '#test/support/flows.ts'
import { listen } from '#test/support/listen.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { made } from '#test/contract/worked-calls/call.ts'

const nextOf = ({ json }: TestAnswer): unknown => json['next']

const metadataOf = async (app: TestApp, id: string): Promise<unknown> =>
  (await app.admin('GET', `/users/${id}`)).json['metadata']

/** A server of an operator, which responds as it is told. */
async function oracle(t: Parameters<typeof listen>[0], respond: () => { status?: number; body: unknown }) {
  const asked: { headers: Record<string, string>; body: string }[] = []
  const server = await listen(t, async (request, response) => {
    asked.push({ headers: request.headers as Record<string, string>, body: await text(request) })
    const { status = 200, body } = respond()
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  return { url: `${server.url}/ask`, asked }
}

describe('a step of an auth flow acts on a sign-in by password:', () => {
  onEachApp('require_email_verification waits for the proof and goes on where the person was', async (_t, app) => {
    const person = await FactorPerson.signUp(app)
    const flow = await makeFlow(app, [
      { type: 'require_email_verification' },
      { type: 'set_metadata', config: { key: 'reached', value: true } },
    ])
    assert.deepEqual(nextOf(await person.logIn()), { type: 'email_verification' })
    assert.equal(await person.isSignedIn(), false)
    assert.deepEqual(nextOf(await person.call('POST', '/auth/flow/resume', {})), { type: 'email_verification' })
    assert.deepEqual(await metadataOf(app, person.id), {}, 'no step behind it ran')
    await person.proveAddress()
    const resumed = await person.call('POST', '/auth/flow/resume', {})
    assert.equal(resumed.json['email'], person.email, resumed.text)
    assert.equal(await person.isSignedIn(), true)
    assert.deepEqual(await metadataOf(app, person.id), { flows: { reached: true } })
    const run = await lastRun(app, flow)
    assert.deepEqual(
      (run['timeline'] as { step: string; outcome: string }[]).map(({ step, outcome }) => [step, outcome]),
      [
        ['/steps/0', 'waiting'],
        ['/steps/0', 'passed'],
        ['/steps/1', 'passed'],
      ],
    )
    assert.deepEqual([run['state'], run['flow_version'], run['user_id']], ['passed', 1, person.id])
  })

  onEachApp('require_mfa_enrollment lets on who set a factor up, in the session that waits', async (_t, app) => {
    const person = await FactorPerson.proven(app)
    await makeFlow(app, [{ type: 'require_mfa_enrollment' }])
    assert.deepEqual(nextOf(await person.logIn()), { type: 'mfa_enrollment' })
    assert.equal(await person.isSignedIn(), false)
    await person.setUpTotp()
    await person.call('POST', '/auth/flow/resume', {})
    assert.equal(await person.isSignedIn(), true)
    const again = person.elsewhere()
    await again.logIn()
    await again.challenge(again.code())
    assert.equal(await again.isSignedIn(), true, 'whoever has one is not asked to set up another')
  })

  onEachApp('FL4: require_mfa_challenge with always asks where a passkey was enough', async (_t, app) => {
    const person = await FactorPerson.withTotp(app)
    await person.addPasskey()
    await makeFlow(app, [{ type: 'require_mfa_challenge', config: { always: true } }])
    const begun = await person.passkeyLogIn()
    assert.equal((nextOf(begun) as { type: string }).type, 'mfa_challenge', begun.text)
    assert.equal(await person.isSignedIn(), false)
    await person.call('POST', '/auth/flow/resume', {})
    assert.equal(await person.isSignedIn(), false, 'the passkey of before is no answer')
    const challenged = await person.challenge(person.code())
    assert.equal(challenged.status, 200, challenged.text)
    assert.equal(await person.isSignedIn(), true)
  })

  test('require_mfa_challenge has whoever has no factor set one up', async (t) => {
    const app = await createTestApp(t)
    const person = await FactorPerson.proven(app)
    await makeFlow(app, [{ type: 'require_mfa_challenge' }])
    assert.deepEqual(nextOf(await person.logIn()), { type: 'mfa_enrollment' })
    await person.setUpTotp()
    await person.call('POST', '/auth/flow/resume', {})
    assert.equal(await person.isSignedIn(), true)
  })

  onEachApp('require_password_strength waits for a better one, judged as every new one is', async (_t, app) => {
    const person = await FactorPerson.signUp(app)
    const flow = await makeFlow(app, [{ type: 'require_password_strength', config: { min_length: 24 } }])
    const begun = await person.logIn()
    const { reason, ...next } = nextOf(begun) as Record<string, unknown>
    assert.deepEqual(next, { type: 'password_change', min_length: 24 })
    assert.match(String(reason), /24 characters/)
    for (const password of ['still too short', 'passwordpasswordpassword']) {
      const refused = await person.call('POST', '/auth/flow/resume', { password })
      assert.equal((nextOf(refused) as { type: string }).type, 'password_change', refused.text)
    }
    const better = 'copper meadow violin lantern 7'
    const accepted = await person.call('POST', '/auth/flow/resume', { password: better })
    assert.equal(accepted.status, 200, accepted.text)
    assert.equal(await person.isSignedIn(), true)
    assert.equal((await person.elsewhere().logIn()).status, 401, 'the old one is gone')
    const other = person.elsewhere()
    assert.equal((await other.logIn(better)).json['email'], person.email)
    const stored = await app.database.db.all(sql`SELECT * FROM flow_runs`)
    assert.ok(!JSON.stringify(stored).includes(better) && !JSON.stringify(stored).includes(GOOD_PASSWORD))
    assert.equal((await lastRun(app, flow))['state'], 'passed')
  })

  onEachApp('FL4: redirect leads to an allowed origin, and its way back goes on once', async (_t, app) => {
    await app.admin('PATCH', '/admin/config', { 'flows.redirect_origins': ['https://terms.example.com'] })
    const person = await FactorPerson.signUp(app)
    await makeFlow(app, [
      { type: 'redirect', config: { url: 'https://terms.example.com/accept?lang=en' } },
      { type: 'redirect', config: { url: 'https://terms.example.com/again' } },
    ])
    const leading = (answer: TestAnswer): { url: URL; state: string } => {
      const { url } = nextOf(answer) as { url: string }
      const back = new URL(String(new URL(url).searchParams.get('return_to')))
      assert.equal(back.origin, app.baseUrl)
      return { url: new URL(url), state: String(back.searchParams.get('state')) }
    }
    const first = leading(await person.logIn())
    assert.equal(first.url.origin + first.url.pathname, 'https://terms.example.com/accept')
    assert.equal(first.url.searchParams.get('lang'), 'en')
    const resume = (state?: string) => person.call('POST', '/auth/flow/resume', state === undefined ? {} : { state })
    assert.equal(leading(await resume()).state, first.state, 'without the way back it waits on')
    assert.equal(leading(await resume(`${first.state}x`)).state, first.state)
    const second = leading(await resume(first.state))
    assert.equal(second.url.pathname, '/again')
    assert.equal(leading(await resume(first.state)).url.pathname, '/again', 'a way back goes on once')
    const thief = await FactorPerson.signUp(app, 'thief@example.com')
    await thief.logIn()
    const stolen = await thief.call('POST', '/auth/flow/resume', { state: second.state })
    assert.equal(leading(stolen).url.pathname, '/accept', 'and for the browser that began it alone')
    assert.equal((await resume(second.state)).json['email'], person.email)
  })

  onEachApp('webhook asks signed, and what is responded allows, denies or sets metadata', async (t, app) => {
    let verdict: unknown = { action: 'allow', metadata: { plan: 'team' } }
    const server = await oracle(t, () => ({ body: verdict }))
    const person = await FactorPerson.signUp(app)
    const created = await app.admin('POST', '/admin/flows', {
      name: 'Ask',
      trigger: 'login',
      steps: [{ type: 'webhook', config: { url: server.url } }],
    })
    assert.equal((await person.logIn()).json['email'], person.email)
    assert.deepEqual(await metadataOf(app, person.id), { flows: { plan: 'team' } })
    const [call] = server.asked
    assert.ok(call)
    const { data, test: isTest } = JSON.parse(call.body) as { data: Record<string, unknown>; test: boolean }
    assert.equal(isTest, false)
    assert.equal((data['user'] as Record<string, unknown>)['email'], person.email)
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = call.headers
    const key = Buffer.from(String(created.json['secret']).slice('whsec_'.length), 'base64')
    const expected = createHmac('sha256', key).update(`${id}.${at}.${call.body}`).digest('base64')
    assert.equal(signature, `v1,${expected}`)
    verdict = { action: 'deny', message: 'Your contract has ended.' }
    const refused = await person.elsewhere().logIn()
    assert.equal(refused.status, 403)
    const details = refused.json['details'] as Record<string, string>
    assert.equal(details['message'], 'Your contract has ended.')
    const { json } = await app.admin('GET', `/admin/flows/runs/${String(details['run_id'])}`)
    assert.deepEqual([json['state'], json['blocked_at_step']], ['denied', '/steps/0'])
  })

  onEachApp('FL3: assign_role and add_to_org give once the address is proven, and to nobody else', async (_t, app) => {
    const role = await made(app, '/roles', { name: 'Reader' })
    const owner = await made(app, '/admin/users', { email: 'owner@example.com' })
    const harbour = { name: 'Harbour', slug: 'harbour', owner_id: owner }
    const organization = await made(app, '/admin/organizations', harbour)
    await makeFlow(
      app,
      [
        { type: 'assign_role', config: { role_id: role } },
        { type: 'add_to_org', config: { organization_id: organization } },
      ],
      { conditions: { email_domain: 'example.com' } },
    )
    const person = await FactorPerson.signUp(app)
    assert.equal((await person.logIn()).status, 403, 'an address that nobody proved may be anybody’s')
    const list = async (path: string) => (await app.admin('GET', path)).json['data'] as Record<string, unknown>[]
    assert.deepEqual(await list(`/users/${person.id}/roles`), [])
    await person.proveAddress()
    for (const browser of [person, person.elsewhere()]) assert.equal((await browser.logIn()).status, 200)
    assert.deepEqual(
      (await list(`/users/${person.id}/roles`)).map(({ id }) => id),
      [role],
    )
    const members = await list(`/admin/organizations/${organization}/members`)
    assert.deepEqual(members.find((it) => it['user_id'] === person.id)?.['role'], 'member')
  })

  onEachApp('conditional goes one way or the other, and custom_check tells why not', async (_t, app) => {
    const flow = await makeFlow(app, [
      {
        type: 'conditional',
        config: {
          condition: { email_domain: 'example.com' },
          then: [{ type: 'set_metadata', config: { key: 'way', value: 'then' } }],
          else: [{ type: 'set_metadata', config: { key: 'way', value: 'else' } }],
        },
      },
      // What was just written is what the next condition sees.
      { type: 'custom_check', config: { condition: { metadata_eq: { 'flows.way': 'then' } }, message: 'Not you.' } },
    ])
    const inside = await FactorPerson.signUp(app)
    const outside = await FactorPerson.signUp(app, 'noor@other.example')
    assert.equal((await inside.logIn()).status, 200)
    app.clock.advance(1)
    const other = outside.elsewhere()
    const refused = await other.logIn()
    assert.deepEqual(
      [refused.status, (refused.json['details'] as Record<string, unknown>)['message']],
      [403, 'Not you.'],
    )
    assert.equal(await other.isSignedIn(), false)
    assert.deepEqual(await metadataOf(app, outside.id), { flows: { way: 'else' } })
    assert.equal((await lastRun(app, flow))['reason'], 'the condition does not hold')
  })

  test('delay waits for as long as it says', async (t) => {
    const app = await createTestApp(t)
    const person = await FactorPerson.signUp(app)
    await makeFlow(app, [{ type: 'delay', config: { seconds: 0.2 } }])
    const begun = performance.now()
    assert.equal((await person.logIn()).status, 200)
    assert.ok(performance.now() - begun >= 200)
  })
})
