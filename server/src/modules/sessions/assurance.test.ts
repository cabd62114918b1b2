import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { cookiesOf, makePeople, makeUser } from '#test/support/people.ts'
import { sessionAuthenticator } from './authenticator.ts'
import type { UnauthenticatedRequest } from '#/platform/http/routing/authenticator.ts'
import type { User } from '#/modules/users/index.ts'
import type { EngineFixture } from '#test/support/engines.ts'
import { requestContext, requestWith } from '#test/support/request-context.ts'
import type { SessionPrincipal } from './session.ts'

const MINUTE = 60_000
const home = requestContext({ ip: '203.0.113.7' })

async function setUp(fixture: EngineFixture, { mfa = true } = {}) {
  const people = await makePeople(fixture)
  const { id } = await makeUser(people, 'maya@example.com')
  await setFactor(fixture, id, mfa)
  return { ...people, user: (await people.users.find(id)) as User }
}

const setFactor = ({ db }: EngineFixture, id: string, on: boolean): Promise<number> =>
  db.run(sql`UPDATE users SET mfa_enabled = ${on ? 1 : 0} WHERE id = ${id}`)

async function eventsOf({ db }: EngineFixture): Promise<unknown[]> {
  const rows = await db.all(sql`SELECT name FROM events WHERE target_type = 'session' ORDER BY created_at, id`)
  return rows.map(({ name }) => name)
}

const codeOf = (error: unknown): string => (error instanceof AppError ? error.code.code : String(error))

describe('a session of a person with a second factor', () => {
  onEachEngine('SE7: opens nothing before the factor was presented, and waits ten minutes', async (_t, fixture) => {
    const { sessions, signIn, user } = await setUp(fixture)
    const { session, cookie } = await signIn.complete(user, ['pwd'], home, { trigger: 'login' })
    assert.equal(session.pending, true)
    assert.match(cookie, /Max-Age=600;/)
    const cookies = cookiesOf(cookie)
    assert.equal(await sessions.authenticate(requestContext({ cookies })), undefined)
    assert.equal((await sessions.authenticatePending(requestContext({ cookies })))?.session.id, session.id)
    assert.equal(await sessions.hasSignedInFrom(user.id, home.ip), false, 'it proves nothing about the address')
    fixture.clock.advance(10 * MINUTE - 1)
    assert.ok(await sessions.authenticatePending(requestContext({ cookies })))
    fixture.clock.advance(1)
    assert.equal(await sessions.authenticatePending(requestContext({ cookies })), undefined)
    assert.deepEqual(await eventsOf(fixture), ['session.challenged'])
  })

  onEachEngine('SE1: gets a new cookie and its full life with the second factor', async (_t, fixture) => {
    const { sessions, signIn, user } = await setUp(fixture)
    const first = await signIn.complete(user, ['pwd'], home, { trigger: 'login' })
    fixture.clock.advance(MINUTE)
    const person = (await sessions.authenticatePending(requestWith(first.cookie))) as SessionPrincipal
    const second = await fixture.db.tx((tx) => signIn.stepUp(tx, person, ['otp', 'mfa']))
    assert.match(second.cookie, /Max-Age=2592000;/)
    assert.equal(await sessions.authenticateAny(requestWith(first.cookie)), undefined)
    const principal = await sessions.authenticate(requestWith(second.cookie))
    assert.deepEqual(principal?.session, second.session)
    assert.deepEqual(principal?.session.methods, ['pwd', 'otp', 'mfa'])
    assert.equal(principal?.session.authenticatedAt, fixture.clock.now())
    assert.equal(await sessions.authenticatePending(requestWith(second.cookie)), undefined)
    assert.equal(await sessions.hasSignedInFrom(user.id, home.ip), true)
    assert.deepEqual(await eventsOf(fixture), ['session.challenged', 'session.created'])
  })

  onEachEngine('SE1: gets one new cookie only, however many proofs come at once', async (_t, fixture) => {
    const { sessions, signIn, user } = await setUp(fixture)
    const { cookie } = await signIn.complete(user, ['pwd'], home, { trigger: 'login' })
    const person = (await sessions.authenticatePending(requestWith(cookie))) as SessionPrincipal
    const proofs = Array.from({ length: 10 }, () => fixture.db.tx((tx) => signIn.stepUp(tx, person, ['mfa'])))
    const outcomes = await Promise.allSettled(proofs)
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    assert.equal(refused.length, 9)
    assert.ok(refused.every(({ reason }) => codeOf(reason) === 'not_signed_in'))
  })

  onEachEngine('MF3: is satisfied at once when the sign-in presented it', async (_t, fixture) => {
    const { sessions, signIn, user } = await setUp(fixture)
    const { session, cookie } = await signIn.complete(user, ['hwk', 'user', 'mfa'], home, { trigger: 'login' })
    assert.equal(session.pending, false)
    assert.ok(await sessions.authenticate(requestWith(cookie)))
  })

  onEachEngine('MF3: no other method passes for it', async (_t, fixture) => {
    const { sessions, signIn, user } = await setUp(fixture)
    for (const methods of [[], ['pwd'], ['otp'], ['user'], ['fed'], ['mfa2'], ['MFA'], ['pwd', 'pwd']]) {
      const { cookie } = await signIn.complete(user, methods, home, { trigger: 'login' })
      assert.equal(await sessions.authenticate(requestWith(cookie)), undefined, String(methods))
    }
  })

  onEachEngine('MF3: of before the factor was set up has to present it too, and keeps its end', async (_t, fixture) => {
    const { sessions, signIn, user } = await setUp(fixture, { mfa: false })
    const { session, cookie } = await signIn.complete(user, ['pwd'], home, { trigger: 'login' })
    await setFactor(fixture, user.id, true)
    fixture.clock.advance(MINUTE)
    assert.equal(await sessions.authenticate(requestWith(cookie)), undefined)
    const person = (await sessions.authenticatePending(requestWith(cookie))) as SessionPrincipal
    const proven = await fixture.db.tx((tx) => signIn.stepUp(tx, person, ['otp', 'mfa']))
    assert.equal(proven.session.expiresAt, session.expiresAt)
    assert.deepEqual(await eventsOf(fixture), ['session.created', 'session.confirmed'])
  })

  onEachEngine(
    'goes on when the factor is taken away; one that was waiting does not open by that',
    async (_t, fixture) => {
      const { sessions, signIn, user } = await setUp(fixture)
      const whole = await signIn.complete(user, ['pwd', 'mfa'], home, { trigger: 'login' })
      const waiting = await signIn.complete(user, ['pwd'], home, { trigger: 'login' })
      await setFactor(fixture, user.id, false)
      assert.ok(await sessions.authenticate(requestWith(whole.cookie)))
      assert.equal(await sessions.authenticate(requestWith(waiting.cookie)), undefined)
    },
  )

  onEachEngine('ends without a word while it waits: it never opened anything', async (_t, fixture) => {
    const { sessions, sessionDirectory, signIn, user } = await setUp(fixture)
    const one = await signIn.complete(user, ['pwd'], home, { trigger: 'login' })
    const person = (await sessions.authenticatePending(requestWith(one.cookie))) as SessionPrincipal
    await sessions.end(person.session, person.actor)
    assert.equal(await sessions.authenticateAny(requestWith(one.cookie)), undefined)
    const two = await signIn.complete(user, ['pwd'], home, { trigger: 'login' })
    const ended = await sessionDirectory.revokeAllOf(user.id, person.actor)
    assert.equal(ended.sessions, 0)
    assert.equal(await sessions.authenticateAny(requestWith(two.cookie)), undefined)
    assert.deepEqual(await eventsOf(fixture), ['session.challenged', 'session.challenged'])
  })
})

describe('a session of somebody who runs the server', () => {
  onEachEngine('AD1: waits until they have set up a factor, where the setting says so', async (_t, fixture) => {
    const people = await makePeople(fixture, { operatorsNeedFactor: true })
    const { id } = await makeUser(people, 'maya@example.com')
    await fixture.db.run(sql`UPDATE users SET system_role = 'owner' WHERE id = ${id}`)
    const user = (await people.users.find(id)) as User
    const { session, owes, cookie } = await people.signIn.complete(user, ['pwd'], home, { trigger: 'login' })
    assert.deepEqual([session.pending, owes], [true, 'enrollment'])
    assert.equal(await people.sessions.authenticate(requestWith(cookie)), undefined)
    const whole = await people.signIn.complete(user, ['hwk', 'user', 'mfa'], home, { trigger: 'login' })
    assert.deepEqual([whole.session.pending, whole.owes], [false, null])
    await setFactor(fixture, id, true)
    const person = await people.sessions.authenticatePending(requestWith(cookie))
    assert.equal(person?.owes, 'second_factor', 'a factor that was set up elsewhere is asked for')
  })
})

describe('the authenticator of sessions', () => {
  onEachEngine('SE7: lets a waiting session in only where the policy says so', async (_t, fixture) => {
    const { sessions, signIn, user } = await setUp(fixture)
    const { session, cookie } = await signIn.complete(user, ['pwd'], home, { trigger: 'login' })
    const authenticate = sessionAuthenticator(sessions)
    const ask = (policy: { kind: 'session'; pending?: true; enrolling?: true }) =>
      authenticate({ context: requestWith(cookie), headers: {} } as unknown as UnauthenticatedRequest, policy)
    await assert.rejects(ask({ kind: 'session' }), (error) => codeOf(error) === 'mfa_required')
    await assert.rejects(ask({ kind: 'session', enrolling: true }), (error) => codeOf(error) === 'mfa_required')
    const caller = await ask({ kind: 'session', pending: true })
    assert.equal((caller?.principal as SessionPrincipal).owes, 'second_factor')
    assert.equal(caller?.cookie?.isCsrfToken(sessions.csrfToken(session)), true)
    assert.equal(caller?.cookie?.isCsrfToken('x'), false)
  })
})

describe('step-up', () => {
  onEachEngine(
    'asks for a proof that is at most five minutes old, or as old as the caller says',
    async (_t, fixture) => {
      const { sessions, signIn, user } = await setUp(fixture, { mfa: false })
      const { session, cookie } = await signIn.complete(user, ['pwd'], home, { trigger: 'login' })
      fixture.clock.advance(5 * MINUTE)
      sessions.requireFresh(session)
      fixture.clock.advance(1)
      assert.throws(
        () => sessions.requireFresh(session),
        (error) => {
          assert.ok(error instanceof AppError)
          assert.equal(codeOf(error), 'reauthentication_required')
          assert.deepEqual(error.details, { max_age_seconds: 300 })
          return true
        },
      )
      sessions.requireFresh(session, 301)
      const person = (await sessions.authenticate(requestWith(cookie))) as SessionPrincipal
      const proven = await fixture.db.tx((tx) => signIn.stepUp(tx, person, ['pwd']))
      sessions.requireFresh(proven.session, 0)
      assert.deepEqual(proven.session.methods, ['pwd'])
      assert.equal(await sessions.authenticate(requestWith(cookie)), undefined, 'and changes the cookie (SE1)')
    },
  )
})
