import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { makePeople, makeUser } from '#test/support/people.ts'
import { requestContext, requestWith } from '#test/support/request-context.ts'
import { ScriptedGate } from '#test/support/scripted-gate.ts'
import type { EngineFixture } from '#test/support/engines.ts'
import type { User } from '#/modules/users/index.ts'
import type { SessionPrincipal } from './session.ts'

const MINUTE = 60_000
const home = requestContext({ ip: '203.0.113.7' })
const login = { trigger: 'login' } as const

async function setUp(fixture: EngineFixture, { mfa = false } = {}) {
  const gate = new ScriptedGate()
  const people = await makePeople(fixture, { gate })
  const { id } = await makeUser(people, 'maya@example.com')
  if (mfa) await fixture.db.run(sql`UPDATE users SET mfa_enabled = 1 WHERE id = ${id}`)
  const user = (await people.users.find(id)) as User
  const waiting = async (cookie: string) =>
    (await people.sessions.authenticatePending(requestWith(cookie))) as SessionPrincipal
  return { ...people, user, gate, waiting }
}

const codeOf = (error: unknown): string => (error instanceof AppError ? error.code.code : String(error))
const refusedWith = (code: string) => (error: unknown) => codeOf(error) === code

describe('a sign-in with an auth flow to pass', () => {
  onEachEngine('opens at once where no flow is chosen, and where the flow waits for nothing', async (_t, fixture) => {
    const { signIn, sessions, gate, user } = await setUp(fixture)
    assert.equal((await signIn.complete(user, ['pwd'], home, login)).session.pending, false)
    gate.script({ kind: 'passed' })
    const { session, owes, cookie } = await signIn.complete(user, ['pwd'], home, { ...login, clientId: 'shop' })
    assert.deepEqual([session.pending, session.flowTrigger, owes], [false, null, null])
    assert.match(cookie, /Max-Age=2592000;/)
    assert.equal((await sessions.authenticate(requestWith(cookie)))?.session.id, session.id)
    const { trigger, clientId, methods, password, recovery } = gate.asked.at(-1) ?? {}
    assert.deepEqual(
      { trigger, clientId, methods, password, recovery },
      { trigger: 'login', clientId: 'shop', methods: ['pwd'], password: null, recovery: false },
    )
  })

  onEachEngine(
    'opens nothing while it waits, for 15 minutes, and everything under a new id after',
    async (_t, fixture) => {
      const { signIn, sessions, gate, user, waiting } = await setUp(fixture)
      gate.script({ kind: 'waits', wait: { type: 'email_verification' }, runId: 'run_1' })
      const started = await signIn.complete(user, ['pwd'], home, login)
      assert.deepEqual(
        [started.owes, started.wait?.type, started.session.pending],
        ['flow', 'email_verification', true],
      )
      assert.match(started.cookie, /Max-Age=900;/)
      const request = requestWith(started.cookie)
      assert.equal(await sessions.authenticate(request), undefined)
      assert.equal(await fixture.db.tx((tx) => sessions.hold(tx, started.session.id)), false)
      fixture.clock.advance(15 * MINUTE - 1)
      const again = await signIn.resume(await waiting(started.cookie), request)
      assert.equal(again.wait?.type, 'email_verification')
      assert.ok(again.cookie.includes(Object.values(request.cookies)[0] ?? '?'), 'the browser keeps its cookie')
      gate.script({ kind: 'passed' })
      const opened = await signIn.resume(await waiting(started.cookie), request)
      assert.equal(opened.owes, null)
      assert.equal(await sessions.authenticateAny(request), undefined, 'SE1: the id of less opens nothing any more')
      assert.equal((await sessions.authenticate(requestWith(opened.cookie)))?.session.id, started.session.id)
    },
  )

  onEachEngine('ends after 15 minutes', async (_t, fixture) => {
    const { signIn, sessions, gate, user } = await setUp(fixture)
    gate.script({ kind: 'waits', wait: { type: 'email_verification' }, runId: 'run_1' })
    const { cookie } = await signIn.complete(user, ['pwd'], home, login)
    fixture.clock.advance(15 * MINUTE)
    assert.equal(await sessions.authenticateAny(requestWith(cookie)), undefined)
  })

  onEachEngine('that is stopped leaves no session, and says why and in which run', async (_t, fixture) => {
    const { signIn, sessions, gate, user, waiting } = await setUp(fixture)
    gate.script({ kind: 'denied', message: 'Not from here.', runId: 'run_1' })
    await assert.rejects(signIn.complete(user, ['pwd'], home, login), (error: unknown) => {
      assert.ok(error instanceof AppError)
      assert.deepEqual(
        [error.code.code, error.details],
        ['sign_in_stopped', { message: 'Not from here.', run_id: 'run_1' }],
      )
      return true
    })
    gate.script({ kind: 'waits', wait: { type: 'email_verification' }, runId: 'run_2' })
    const { cookie } = await signIn.complete(user, ['pwd'], home, login)
    const person = await waiting(cookie)
    gate.script({ kind: 'denied', message: 'Too late.', runId: 'run_2' })
    await assert.rejects(signIn.resume(person, requestWith(cookie)), refusedWith('sign_in_stopped'))
    assert.equal(await sessions.authenticateAny(requestWith(cookie)), undefined)
    const left = await fixture.db.all(sql`SELECT id FROM sessions WHERE revoked_at IS NULL`)
    assert.deepEqual(left, [])
  })

  onEachEngine('that broke leaves a session that opens nothing', async (_t, fixture) => {
    const { signIn, gate, user } = await setUp(fixture)
    gate.script(new Error('the engine is gone'))
    await assert.rejects(signIn.complete(user, ['pwd'], home, login), /the engine is gone/)
    const rows = await fixture.db.all(sql`SELECT pending FROM sessions`)
    assert.deepEqual(
      rows.map(({ pending }) => Number(pending)),
      [1],
    )
  })

  onEachEngine('presents the second factor first, and begins its flow with it', async (_t, fixture) => {
    const { signIn, sessions, gate, user, waiting } = await setUp(fixture, { mfa: true })
    gate.script({ kind: 'passed' })
    const first = await signIn.complete(user, ['pwd'], home, login)
    assert.deepEqual([first.owes, gate.advanced.length], ['second_factor', 0])
    const person = await waiting(first.cookie)
    assert.equal((await signIn.resume(person, requestWith(first.cookie))).owes, 'second_factor')
    assert.equal(gate.advanced.length, 0, 'no step acts before the factor')
    const second = await fixture.db.tx((tx) => signIn.stepUp(tx, person, ['otp', 'mfa']))
    assert.deepEqual([second.owes, second.session.pending], ['flow', true])
    assert.equal(await sessions.authenticate(requestWith(second.cookie)), undefined)
    const opened = await signIn.afterStepUp(second, person.actor, requestWith(second.cookie))
    assert.deepEqual(gate.advanced.at(-1)?.methods, ['pwd', 'otp', 'mfa'])
    assert.equal(opened.owes, null)
    assert.ok(await sessions.authenticate(requestWith(opened.cookie)))
  })

  onEachEngine('SE7: is not forgiven a factor that is taken away while it waits', async (_t, fixture) => {
    const { signIn, gate, user, waiting } = await setUp(fixture, { mfa: true })
    gate.script({ kind: 'passed' })
    const { cookie } = await signIn.complete(user, ['pwd'], home, login)
    await fixture.db.run(sql`UPDATE users SET mfa_enabled = 0`)
    const person = await waiting(cookie)
    assert.equal(person.owes, 'second_factor')
    assert.equal((await signIn.resume(person, requestWith(cookie))).owes, 'second_factor')
    assert.equal(gate.advanced.length, 0)
  })

  onEachEngine('owes a factor that a step of the flow asks for, presented where factors are', async (_t, fixture) => {
    const { signIn, gate, user, waiting } = await setUp(fixture)
    gate.script({ kind: 'waits', wait: { type: 'mfa_challenge' }, runId: 'run_1' })
    const { cookie } = await signIn.complete(user, ['pwd'], home, login)
    const person = await waiting(cookie)
    assert.equal(person.owes, 'second_factor')
    gate.script({ kind: 'waits', wait: { type: 'mfa_enrollment' }, runId: 'run_1' })
    assert.equal((await waiting(cookie)).owes, 'enrollment')
    const stepped = await fixture.db.tx((tx) => signIn.stepUp(tx, person, ['otp', 'mfa']))
    gate.script({ kind: 'passed' })
    assert.equal((await signIn.afterStepUp(stepped, person.actor, requestWith(stepped.cookie))).owes, null)
  })

  onEachEngine('is opened once by two that go on at once', async (_t, fixture) => {
    const { signIn, gate, user, waiting } = await setUp(fixture)
    gate.script({ kind: 'waits', wait: { type: 'email_verification' }, runId: 'run_1' })
    const { cookie } = await signIn.complete(user, ['pwd'], home, login)
    const person = await waiting(cookie)
    gate.script({ kind: 'passed' })
    const both = await Promise.allSettled([0, 1].map(() => signIn.resume(person, requestWith(cookie))))
    const [opened, refused] = both.toSorted((a) => (a.status === 'fulfilled' ? -1 : 1))
    assert.deepEqual([opened?.status, refused?.status], ['fulfilled', 'rejected'])
    assert.equal(refused?.status === 'rejected' && codeOf(refused.reason), 'not_signed_in')
  })

  onEachEngine('takes a new password only where one is asked for', async (_t, fixture) => {
    const { signIn, gate, user, waiting } = await setUp(fixture)
    gate.script({ kind: 'waits', wait: { type: 'email_verification' }, runId: 'run_1' })
    const { cookie } = await signIn.complete(user, ['pwd'], home, login)
    const set: string[] = []
    const setPassword = async (password: string) => void set.push(password)
    const send = async () => signIn.resume(await waiting(cookie), requestWith(cookie), { password: 'a', setPassword })
    await send()
    assert.deepEqual(set, [])
    gate.script({ kind: 'waits', wait: { type: 'password_change', minLength: 12, reason: null }, runId: 'run_1' })
    await send()
    assert.deepEqual(set, ['a'])
  })

  onEachEngine('after a password reset signs nobody in, whatever the flow says', async (_t, fixture) => {
    const { signIn, sessions, gate, user, waiting } = await setUp(fixture)
    assert.equal(await signIn.afterReset(user, home, { password: 'another-password' }), null)
    gate.script({ kind: 'waits', wait: { type: 'email_verification' }, runId: 'run_1' })
    const started = await signIn.afterReset(user, home, { password: 'another-password' })
    assert.ok(started)
    assert.deepEqual([gate.asked.at(-1)?.trigger, gate.asked.at(-1)?.password], ['password_reset', 'another-password'])
    assert.equal(await sessions.authenticate(requestWith(started.cookie)), undefined)
    gate.script({ kind: 'passed' })
    const passed = await signIn.resume(await waiting(started.cookie), requestWith(started.cookie))
    assert.match(passed.cookie, /Max-Age=0/)
    assert.equal(await sessions.authenticateAny(requestWith(started.cookie)), undefined)
  })

  onEachEngine('that is stopped leaves the browser the session it had, under a new id', async (_t, fixture) => {
    const { signIn, sessions, gate, user, waiting, hasher, users } = await setUp(fixture)
    const noor = await makeUser({ hasher, users }, 'noor@example.com')
    const before = await signIn.complete(noor, ['pwd'], home, login)
    const personIn = async (cookie: string) => (await sessions.authenticate(requestWith(cookie)))?.session.id
    gate.script({ kind: 'denied', message: 'No.', runId: 'run_1' })
    const stoppedAtOnce = signIn.complete(user, ['pwd'], requestWith(before.cookie), login)
    await assert.rejects(stoppedAtOnce, (error: unknown) => error instanceof AppError && !error.headers['set-cookie'])
    assert.equal(await personIn(before.cookie), before.session.id, 'its cookie is as good as ever')
    gate.script({ kind: 'waits', wait: { type: 'email_verification' }, runId: 'run_2' })
    const first = await signIn.complete(user, ['pwd'], requestWith(before.cookie), login)
    const waits = await signIn.complete(user, ['pwd'], requestWith(first.cookie), login)
    assert.equal(await sessions.authenticateAny(requestWith(first.cookie)), undefined, 'one waits in a browser')
    const person = await waiting(waits.cookie)
    gate.script({ kind: 'denied', message: 'No.', runId: 'run_2' })
    const stopped = await signIn.resume(person, requestWith(waits.cookie)).catch((error: unknown) => error)
    assert.ok(stopped instanceof AppError)
    const cookie = stopped.headers['set-cookie'] ?? ''
    assert.equal(await personIn(cookie), before.session.id)
    assert.equal(await personIn(before.cookie), undefined)
    assert.deepEqual([await personIn(waits.cookie), await personIn(first.cookie)], [undefined, undefined])
  })

  onEachEngine('ends the session its browser had once it opens, not before', async (_t, fixture) => {
    const { signIn, sessions, gate, user, waiting } = await setUp(fixture)
    const before = await signIn.complete(user, ['pwd'], home, login)
    gate.script({ kind: 'waits', wait: { type: 'email_verification' }, runId: 'run_1' })
    const waits = await signIn.complete(user, ['pwd'], requestWith(before.cookie), login)
    assert.ok(await sessions.authenticate(requestWith(before.cookie)))
    gate.script({ kind: 'passed' })
    const opened = await signIn.resume(await waiting(waits.cookie), requestWith(waits.cookie))
    assert.equal(await sessions.authenticate(requestWith(before.cookie)), undefined)
    assert.ok(await sessions.authenticate(requestWith(opened.cookie)))
  })

  onEachEngine('that is given up by signing out leaves nobody signed in', async (_t, fixture) => {
    const { signIn, sessions, gate, user, waiting } = await setUp(fixture)
    const before = await signIn.complete(user, ['pwd'], home, login)
    gate.script({ kind: 'waits', wait: { type: 'email_verification' }, runId: 'run_1' })
    const waits = await signIn.complete(user, ['pwd'], requestWith(before.cookie), login)
    const { session, actor } = await waiting(waits.cookie)
    await sessions.end(session, actor)
    for (const { cookie } of [before, waits])
      assert.equal(await sessions.authenticateAny(requestWith(cookie)), undefined)
  })

  onEachEngine('after a password reset gives the browser back to whom it was', async (_t, fixture) => {
    const { signIn, sessions, gate, user, waiting, hasher, users } = await setUp(fixture)
    const noor = await makeUser({ hasher, users }, 'noor@example.com')
    const before = await signIn.complete(noor, ['pwd'], home, login)
    gate.script({ kind: 'waits', wait: { type: 'email_verification' }, runId: 'run_1' })
    const started = await signIn.afterReset(user, requestWith(before.cookie), { password: 'another-password' })
    assert.ok(started)
    gate.script({ kind: 'passed' })
    const passed = await signIn.resume(await waiting(started.cookie), requestWith(started.cookie))
    assert.equal((await sessions.authenticate(requestWith(passed.cookie)))?.user.id, noor.id)
  })

  onEachEngine('does not wait for a flow where somebody goes on who is in', async (_t, fixture) => {
    const { signIn, gate, user } = await setUp(fixture)
    gate.script({ kind: 'denied', message: 'No.', runId: 'run_1' })
    assert.equal((await signIn.goOn(user, ['pwd'], home)).owes, null)
    assert.deepEqual(gate.asked, [])
  })

  onEachEngine('that is over has nothing to go on with', async (_t, fixture) => {
    const { signIn, sessions, user } = await setUp(fixture)
    const { cookie } = await signIn.goOn(user, ['pwd'], home)
    const person = (await sessions.authenticate(requestWith(cookie))) as SessionPrincipal
    await assert.rejects(signIn.resume(person, requestWith(cookie)), refusedWith('sign_in_not_waiting'))
  })
})
