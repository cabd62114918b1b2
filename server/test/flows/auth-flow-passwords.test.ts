import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { authorizeUrl } from '#test/support/authorize.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { createFlow, runsOf, step } from '#test/support/flows.ts'
import { createWebApp } from '#test/support/oauth.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { NEW_PASSWORD, RESET, signUpVerified, tokenFor, askFor } from '#test/support/recovery.ts'
import { Visitor } from '#test/support/visitor.ts'
import type { TestApp } from '#test/support/app.ts'

const MAYA = 'maya@example.com'
const BETTER = 'copper meadow violin lantern 7'
const LONG = step('require_password_strength', { min_length: 24 })

const usersCalled = (app: TestApp, email: string) =>
  app.database.db.all(sql`SELECT id FROM users WHERE email = ${email}`)
const hashOf = async (app: TestApp) =>
  (await app.database.db.get(sql`SELECT password_hash FROM users WHERE email = ${MAYA}`))?.['password_hash']

/** Where a sign-in that an application waits for leads, in a browser of its own. */
async function beginFor(app: TestApp): Promise<{ visitor: Visitor; next: string; clientId: string }> {
  const client = await createWebApp(app, { client_name: 'Planner' })
  const visitor = new Visitor(app)
  const login = String((await visitor.open(authorizeUrl(client))).headers['location'])
  return { visitor, next: `/oauth/authorize${new URL(login, app.baseUrl).search}`, clientId: client.clientId }
}

describe('a flow that asks for a stronger password', () => {
  onEachApp('refuses a sign-up before anybody is made, on the page and for a program', async (_t, app) => {
    const flow = await createFlow(app, 'signup', LONG)
    const page = await new Visitor(app).submit('/signup', { email: MAYA, password: GOOD_PASSWORD })
    assert.equal(page.status, 400)
    assert.match(page.text, /at least 24 characters/)
    const sent = (password: string) =>
      new Visitor(app).send({ url: '/api/v1/auth/signup', json: { email: MAYA, password } })
    const refused = await sent(GOOD_PASSWORD)
    assert.deepEqual([refused.status, refused.json['code']], [400, 'password_too_short'], refused.text)
    assert.equal((refused.json['details'] as Record<string, unknown>)['min_length'], 24)
    assert.deepEqual(await usersCalled(app, MAYA), [])
    assert.deepEqual(await runsOf(app, flow), [], 'nothing ran')
    assert.equal((await sent(BETTER)).json['email'], MAYA)
  })

  onEachApp('refuses a reset before the link is used, on the page and for a program', async (_t, app) => {
    await signUpVerified(app, MAYA)
    await createFlow(app, 'password_reset', LONG)
    const before = await hashOf(app)
    const visitor = new Visitor(app)
    await visitor.submit('/forgot', { email: MAYA })
    const token = await tokenFor(app, MAYA, RESET)
    const page = await visitor.submit(`/reset?token=${token}`, { token, password: NEW_PASSWORD })
    assert.equal(page.status, 400)
    assert.match(page.text, /at least 24 characters/)
    const sent = (password: string) =>
      new Visitor(app).send({ url: '/api/v1/auth/password/reset', json: { token, password } })
    assert.equal((await sent(NEW_PASSWORD)).json['code'], 'password_too_short')
    assert.equal(await hashOf(app), before, 'the old one is there')
    assert.equal((await sent(BETTER)).status, 200, 'and the link still works')
  })

  onEachApp('refuses only whom it takes, by the way that they would go', async (_t, app) => {
    const inside = { email_domain: 'example.com' }
    await createFlow(app, 'signup', step('conditional', { condition: inside, then: [LONG], else: [] }))
    const signUp = (email: string) =>
      new Visitor(app).send({ url: '/api/v1/auth/signup', json: { email, password: GOOD_PASSWORD } })
    assert.equal((await signUp(MAYA)).status, 400)
    assert.equal((await signUp('noor@other.example')).status, 201)
  })
})

describe('a sign-in by JSON says where it leads, and a flow for that application takes it:', () => {
  onEachApp('a sign-up', async (_t, app) => {
    const { visitor, next, clientId } = await beginFor(app)
    const flow = await createFlow(app, 'signup', LONG)
    await app.admin('PATCH', `/admin/flows/${flow}`, { conditions: { client_id: clientId } })
    const json = { email: MAYA, password: GOOD_PASSWORD }
    const url = '/api/v1/auth/signup'
    assert.equal((await visitor.send({ url, json: { ...json, next } })).status, 400)
    assert.equal((await new Visitor(app).send({ url, json: { ...json, next } })).status, 201, 'in this browser alone')
  })

  onEachApp('a password and a mailed link', async (_t, app) => {
    await signUpVerified(app, MAYA)
    const { visitor, next, clientId } = await beginFor(app)
    const refusing = step('custom_check', { condition: { client_id: 'another' }, message: 'Not there.' })
    for (const trigger of ['login', 'magic_link'] as const) {
      const flow = await createFlow(app, trigger, refusing)
      await app.admin('PATCH', `/admin/flows/${flow}`, { conditions: { client_id: clientId } })
    }
    const url = '/api/v1/auth/login'
    const typed = { email: MAYA, password: GOOD_PASSWORD }
    assert.equal((await visitor.send({ url, json: { ...typed, next } })).json['code'], 'sign_in_stopped')
    assert.equal((await visitor.send({ url, json: typed })).status, 200, 'it is for that application alone')
    app.clock.advance(1000)
    const program = await beginFor(app)
    const flowOfSecond = await createFlow(app, 'magic_link', refusing)
    await app.admin('PATCH', `/admin/flows/${flowOfSecond}`, { conditions: { client_id: program.clientId } })
    const token = await askFor(app, 'magic', MAYA, program.visitor)
    const verified = await program.visitor.send({
      url: '/api/v1/auth/magic-link/verify',
      json: { token, next: program.next },
    })
    assert.equal(verified.json['code'], 'sign_in_stopped', verified.text)
  })
})
