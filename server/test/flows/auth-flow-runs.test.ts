import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { FactorPerson } from '#test/support/factors.ts'
import { lastRun, makeFlow, runsOf } from '#test/support/flows.ts'
import { listen } from '#test/support/listen.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'

const note = (key: string) => ({ type: 'set_metadata', config: { key, value: true } })
const PROOF = { type: 'require_email_verification' }
const refuse = (message: string) => ({ type: 'custom_check', config: { condition: { not: {} }, message } })

const typeOf = ({ json }: TestAnswer): unknown => (json['next'] as Record<string, unknown> | undefined)?.['type']
const messageOf = ({ json }: TestAnswer): unknown => (json['details'] as Record<string, unknown>)['message']

const actionsOf = async (app: TestApp, action: string): Promise<Record<string, unknown>[]> =>
  (await app.admin('GET', `/audit-logs?action=${action}`)).json['data'] as Record<string, unknown>[]

const resume = (person: FactorPerson): Promise<TestAnswer> => person.call('POST', '/auth/flow/resume', {})

describe('of several flows', () => {
  onEachApp('the first by priority whose conditions hold takes the sign-in, and no other', async (_t, app) => {
    await makeFlow(app, [refuse('low')], { priority: 1 })
    await makeFlow(app, [refuse('older of two')], { priority: 5 })
    app.clock.advance(1000)
    await makeFlow(app, [refuse('newer of two')], { priority: 5 })
    await makeFlow(app, [refuse('elsewhere')], { priority: 9, conditions: { email_domain: 'other.example' } })
    await makeFlow(app, [refuse('off')], { priority: 9, enabled: false })
    await makeFlow(app, [refuse('signup')], { priority: 9, trigger: 'magic_link' })
    const person = await FactorPerson.signUp(app)
    assert.equal(messageOf(await person.logIn()), 'older of two')
  })

  onEachApp('none is asked whose trigger is another, and a change counts with the next sign-in', async (_t, app) => {
    const person = await FactorPerson.signUp(app)
    const flow = await makeFlow(app, [refuse('closed')])
    assert.equal((await person.logIn()).status, 403)
    await app.admin('PATCH', `/admin/flows/${flow}`, { enabled: false })
    assert.equal((await person.logIn()).status, 200)
  })
})

describe('a flow fails closed:', () => {
  const verdicts: readonly [string, number, string][] = [
    ['an error of the server', 500, '{"action":"allow"}'],
    ['a redirect', 302, '{"action":"allow"}'],
    ['no content', 204, ''],
    ['something else than JSON', 200, '<html>ok</html>'],
    ['no verdict', 200, '{}'],
    ['a verdict with a slip', 200, '{"action":"allow","extra":true}'],
    ['a key that is reserved', 200, '{"action":"allow","metadata":{"__proto__":1}}'],
    ['too much', 200, JSON.stringify({ action: 'allow', message: 'x'.repeat(20_000) })],
  ]
  onEachApp('FL2: whatever a webhook responds that is no verdict ends the sign-in', async (t, app) => {
    let respond: readonly [number, string] = [200, '']
    const server = await listen(t, (_request, response) => {
      response.writeHead(respond[0], { location: 'http://127.0.0.1:1/' }).end(respond[1])
    })
    const person = await FactorPerson.signUp(app)
    const flow = await makeFlow(app, [{ type: 'webhook', config: { url: server.url } }, note('reached')])
    for (const [name, status, body] of verdicts) {
      respond = [status, body]
      app.clock.advance(1)
      const refused = await person.elsewhere().logIn()
      assert.equal(refused.status, 403, name)
      assert.ok(!String(messageOf(refused)).includes('status'), 'what broke is for operators')
      const run = await lastRun(app, flow)
      assert.deepEqual([run['state'], run['blocked_at_step']], ['failed', '/steps/0'], name)
      assert.equal((refused.json['details'] as Record<string, unknown>)['run_id'], run['id'])
    }
    const { json } = await app.admin('GET', `/users/${person.id}`)
    assert.deepEqual(json['metadata'], {}, 'no step behind it ran')
    assert.equal((await actionsOf(app, 'flow_run.failed')).length, verdicts.length)
  })

  onEachApp('FL2: a server that is too slow or gone ends the sign-in', async (t, app) => {
    const server = await listen(t, () => undefined)
    const person = await FactorPerson.signUp(app)
    const flow = await makeFlow(app, [{ type: 'webhook', config: { url: server.url, timeout_ms: 100 } }])
    assert.equal((await person.logIn()).status, 403)
    assert.match(String((await lastRun(app, flow))['reason']), /timeout/)
    await app.admin('PATCH', `/admin/flows/${flow}`, {
      steps: [{ type: 'webhook', config: { url: 'http://127.0.0.1:1/', timeout_ms: 1000 } }],
    })
    app.clock.advance(1)
    assert.equal((await person.logIn()).status, 403)
    assert.equal((await lastRun(app, flow))['flow_version'], 2)
  })

  onEachApp('a step that may break is passed over, and the audit log shows it each time', async (_t, app) => {
    const person = await FactorPerson.signUp(app)
    const broken = { type: 'webhook', config: { url: 'http://127.0.0.1:1/' }, on_error: 'continue' }
    const flow = await makeFlow(app, [broken, note('reached')])
    assert.equal((await person.logIn()).status, 200)
    assert.equal((await person.elsewhere().logIn()).status, 200)
    const shown = await actionsOf(app, 'flow_run.error_ignored')
    assert.equal(shown.length, 2)
    const [first] = (await lastRun(app, flow))['timeline'] as Record<string, unknown>[]
    assert.deepEqual([first?.['outcome'], first?.['step']], ['continued', '/steps/0'])
    await app.admin('PATCH', `/admin/flows/${flow}`, { steps: [{ ...refuse('No.'), on_error: 'continue' }] })
    assert.equal((await person.elsewhere().logIn()).status, 403, 'a refusal is no error')
  })

  onEachApp('FL2: what is named and gone meanwhile gives nothing and lets nobody on', async (_t, app) => {
    const person = await FactorPerson.proven(app)
    const { json } = await app.admin('POST', '/roles', { name: 'Reader' })
    const flow = await makeFlow(app, [{ type: 'assign_role', config: { role_id: json['id'] } }])
    await app.admin('DELETE', `/roles/${String(json['id'])}`)
    assert.equal((await person.logIn()).status, 403)
    assert.equal((await lastRun(app, flow))['state'], 'failed')
    assert.equal((await app.admin('PATCH', `/admin/flows/${flow}`, { priority: 2 })).status, 400)
    const off = await app.admin('PATCH', `/admin/flows/${flow}`, { enabled: false })
    assert.equal(off.status, 200, 'and it is turned off at any time')
    assert.equal((await person.logIn()).status, 200)
  })
})

describe('a flow whose conditions can not be asked', () => {
  onEachApp('FL2: takes the sign-in and ends it, with a run that says so', async (_t, app) => {
    const person = await FactorPerson.signUp(app)
    const { json } = await app.admin('POST', '/roles', { name: 'Reader' })
    const flow = await makeFlow(app, [note('reached')], { conditions: { not: { user_has_role: json['id'] } } })
    const { db } = app.database
    await db.run(sql`ALTER TABLE user_roles RENAME TO user_roles_gone`)
    const other = person.elsewhere()
    const refused = await other.logIn()
    app.clock.advance(1)
    const page = await person.elsewhere().visitor.submit('/login', { email: person.email, password: GOOD_PASSWORD })
    await db.run(sql`ALTER TABLE user_roles_gone RENAME TO user_roles`)
    assert.equal(refused.status, 403, refused.text)
    assert.equal((refused.json['details'] as Record<string, unknown>)['run_id'], (await runsOf(app, flow))[1]?.['id'])
    const run = await lastRun(app, flow)
    assert.equal(page.status, 403)
    assert.match(page.text, new RegExp(`<code>${String(run['id'])}</code>`))
    assert.deepEqual(
      [run['state'], run['blocked_at_step'], run['reason'], run['timeline']],
      ['failed', '/conditions', 'internal error', []],
    )
    assert.equal(await other.isSignedIn(), false)
    assert.equal(await person.isSignedIn(), true, 'the browser of the sign-up')
    const left = await db.all(sql`SELECT id FROM sessions WHERE user_id = ${person.id} AND revoked_at IS NULL`)
    assert.equal(left.length, 1, 'but that of the sign-up')
    assert.equal((await actionsOf(app, 'flow_run.failed')).length, 2)
    assert.equal((await person.logIn()).json['email'], person.email, 'and once they can be asked, all goes on')
  })
})

describe('a run is a row:', () => {
  onEachApp('FL4: it goes on at another node, and passes once', async (t, app) => {
    const person = await FactorPerson.signUp(app)
    const flow = await makeFlow(app, [PROOF, note('reached')])
    assert.equal(typeOf(await person.logIn()), 'email_verification')
    await person.proveAddress()
    const node = await app.secondNode(t)
    const [cookie, token] = [`mandate_session=${person.visitor.cookies['mandate_session']}`, person.csrf]
    const headers = { cookie, 'x-csrf-token': token }
    const ask = (at: TestApp) => at.send({ url: '/api/v1/auth/flow/resume', json: {}, headers })
    const answers = await Promise.all([ask(app), ask(node), ask(app), ask(node)])
    const passed = answers.filter(({ status, json }) => status === 200 && json['email'] === person.email)
    assert.equal(passed.length, 1, answers.map((it) => it.text).join('\n'))
    assert.ok(answers.every(({ status }) => status < 500))
    const notes = await actionsOf(app, 'flow_run.passed')
    assert.equal(notes.length, 1)
    assert.equal((await lastRun(app, flow))['state'], 'passed')
  })

  onEachApp('FL4: it ends after a quarter of an hour, and its session with it', async (_t, app) => {
    const person = await FactorPerson.signUp(app)
    const flow = await makeFlow(app, [PROOF])
    await person.logIn()
    await person.proveAddress()
    app.clock.advance(15 * 60_000)
    assert.ok((await resume(person)).status >= 400)
    assert.equal(await person.isSignedIn(), false)
    assert.equal((await lastRun(app, flow))['state'], 'expired')
    const list = async (state: string) =>
      (await app.admin('GET', `/admin/flows/${flow}/runs?state=${state}`)).json['data']
    const told: unknown[] = []
    for (const written of [false, true]) {
      assert.equal(((await list('expired')) as unknown[]).length, 1, String(written))
      assert.deepEqual(await list('waiting'), [])
      await app.app.jobs.runNow('flow_runs.expire')
      told.push((await actionsOf(app, 'flow_run.expired')).length)
    }
    assert.deepEqual(told, [1, 1], 'once')
    const run = await lastRun(app, flow)
    assert.deepEqual([run['state'], Date.parse(String(run['finished_at']))], ['expired', app.clock.now()])
    const [event] = await actionsOf(app, 'flow_run.expired')
    assert.match(JSON.stringify(event), /"waited_for":"email_verification"/)
  })

  onEachApp('it goes through the version that it began with', async (_t, app) => {
    const person = await FactorPerson.signUp(app)
    const flow = await makeFlow(app, [PROOF, note('old')])
    await person.logIn()
    await app.admin('PATCH', `/admin/flows/${flow}`, { steps: [note('new')] })
    await person.proveAddress()
    assert.equal((await resume(person)).status, 200)
    const { json } = await app.admin('GET', `/users/${person.id}`)
    assert.deepEqual(json['metadata'], { flows: { old: true } })
  })

  onEachApp('it ends with its flow, and with its user nothing is left of it', async (_t, app) => {
    const person = await FactorPerson.signUp(app)
    const flow = await makeFlow(app, [PROOF])
    await person.logIn()
    const run = await lastRun(app, flow)
    const dry = await app.admin('DELETE', `/admin/flows/${flow}?dry_run=true`)
    assert.deepEqual((dry.json['counts'] as Record<string, number>)['flow_runs'], 1)
    await app.admin('DELETE', `/admin/flows/${flow}`)
    const read = async () => app.admin('GET', `/admin/flows/runs/${String(run['id'])}`)
    assert.equal((await read()).json['state'], 'ended')
    await person.proveAddress()
    assert.equal((await resume(person)).status, 403)
    assert.equal(await person.isSignedIn(), true, 'as it was before')
    await app.admin('DELETE', `/users/${person.id}`)
    assert.equal((await read()).status, 404)
  })

  onEachApp('FL4: a call that was out when a node died is not made again', async (t, app) => {
    let calls = 0
    const server = await listen(t, async (request, response) => {
      await text(request)
      calls++
      response.end('{"action":"allow"}')
    })
    const person = await FactorPerson.signUp(app)
    const flow = await makeFlow(app, [PROOF, { type: 'webhook', config: { url: server.url } }])
    await person.logIn()
    await person.proveAddress()
    // As a node leaves it that stops between the call and its response.
    const held = app.clock.now() + 60_000
    await app.database.db.run(sql`
      UPDATE flow_runs SET state = 'running', position = 1, wait = NULL, lease = 'node_gone', lease_until = ${held}`)
    assert.equal((await resume(person)).status, 409, 'while its lease runs it is somebody’s')
    app.clock.advance(60_000)
    assert.equal((await resume(person)).status, 403)
    assert.equal(calls, 0)
    assert.match(String((await lastRun(app, flow))['reason']), /stopped/)
  })

  onEachApp('what a node that died had only looked at is looked at again', async (_t, app) => {
    const person = await FactorPerson.signUp(app)
    await makeFlow(app, [PROOF, note('reached')])
    await person.logIn()
    await person.proveAddress()
    await app.database.db.run(sql`UPDATE flow_runs SET state = 'running', lease = 'node_gone', lease_until = 1`)
    assert.equal((await resume(person)).json['email'], person.email)
  })

  test('FL4: the steps of a flow begin after the second factor: the password alone sets nothing off', async (t) => {
    const app = await createTestApp(t)
    const person = await FactorPerson.withTotp(app)
    const flow = await makeFlow(app, [note('reached')])
    const other = person.elsewhere()
    assert.equal((await other.logIn()).json['mfa_required'], true)
    const { json } = await app.admin('GET', `/users/${person.id}`)
    assert.deepEqual(json['metadata'], {})
    assert.equal((await lastRun(app, flow))['state'], 'ready')
    await other.challenge(other.code())
    assert.equal(await other.isSignedIn(), true)
    assert.equal((await lastRun(app, flow))['state'], 'passed')
  })
})
