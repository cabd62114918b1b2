import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { recorded } from '#test/support/clients.ts'
import { onEachEngine } from '#test/support/engines.ts'
import type { EngineFixture } from '#test/support/engines.ts'
import { cookiesOf, makePeople, makeUser } from '#test/support/people.ts'
import { TokenNursery } from '#test/support/token-store.ts'
import { requestContext, requestWith } from '#test/support/request-context.ts'
import type { User } from '#/modules/users/index.ts'
import { sessionErrors } from './errors.ts'
import type { StartedSession } from './sign-in.ts'

const home = requestContext({ ip: '203.0.113.7' })
const operator = { type: 'admin', id: 'key_1', requestId: null, ip: null } as const
const self = (user: User) => ({ type: 'user', id: user.id, requestId: null, ip: null }) as const

const none = { authorization_codes: 0, device_codes: 0, access_tokens: 0, refresh_tokens: 0, delegated_tokens: 0 }

async function setUp(fixture: EngineFixture, { endsTokensAtLogout = true } = {}) {
  const people = await makePeople(fixture, { endsTokensAtLogout })
  const nursery = new TokenNursery(fixture)
  const tokensOf = async ({ session }: StartedSession) => {
    const origin = { userId: session.userId, sessionId: session.id }
    const online = await nursery.plant({ ...origin, kind: 'refresh', scope: 'openid read' })
    const offline = await nursery.plant({ ...origin, kind: 'refresh', scope: 'openid offline_access read' })
    return [online, offline] as const
  }
  const { sessions } = people
  const isLiving = async ({ cookie }: StartedSession) =>
    (await sessions.authenticate(requestWith(cookie))) !== undefined
  return { ...people, nursery, tokensOf, isLiving, user: await makeUser(people, 'maya@example.com') }
}

describe('the end of a session', () => {
  onEachEngine('SE4: signing out ends its tokens, but not what was granted offline access', async (_t, fixture) => {
    const { sessions, signIn, user, nursery, tokensOf, isLiving } = await setUp(fixture)
    const started = await signIn.complete(user, ['pwd'], home, { trigger: 'login' })
    const tokens = await tokensOf(started)
    await sessions.end(started.session, self(user))
    await sessions.end(started.session, self(user))
    assert.equal(await isLiving(started), false)
    assert.deepEqual(await nursery.living(...tokens), [false, true])
    const events = await recorded(fixture.db, 'session.revoked')
    assert.deepEqual(
      events.map(({ data }) => data),
      [
        {
          user_id: user.id,
          reason: 'signed_out',
          revoked_tokens: 1,
          counts: { ...none, refresh_tokens: 1 },
        },
      ],
    )
  })

  onEachEngine('leaves the tokens of a sign-out alone where the setting says so', async (_t, fixture) => {
    const { sessions, signIn, user, nursery, tokensOf, isLiving } = await setUp(fixture, { endsTokensAtLogout: false })
    const started = await signIn.complete(user, ['pwd'], home, { trigger: 'login' })
    const tokens = await tokensOf(started)
    await sessions.end(started.session, self(user))
    assert.equal(await isLiving(started), false)
    assert.deepEqual(await nursery.living(...tokens), [true, true])
  })

  onEachEngine(
    'SE4: somebody else ends all that came from it, also after the person signed out',
    async (_t, fixture) => {
      const { sessions, signIn, sessionDirectory, user, nursery, tokensOf, isLiving } = await setUp(fixture)
      const [one, two] = [
        await signIn.complete(user, ['pwd'], home, { trigger: 'login' }),
        await signIn.complete(user, ['pwd'], home, { trigger: 'login' }),
      ]
      const [ofOne, ofTwo] = [await tokensOf(one), await tokensOf(two)]
      await sessions.end(one.session, self(user))
      fixture.clock.advance(1000)
      await sessionDirectory.revoke(one.session.id, operator)
      await assert.rejects(sessionDirectory.revoke(one.session.id, operator), {
        code: sessionErrors.session_not_found,
      })
      assert.deepEqual(await nursery.living(...ofOne, ...ofTwo), [false, false, true, true])
      fixture.clock.advance(1000)
      await sessionDirectory.revoke(two.session.id, operator)
      assert.deepEqual(await nursery.living(...ofTwo), [false, false])
      assert.equal(await isLiving(two), false)
      const told = (await recorded(fixture.db, 'session.revoked')).map(({ data }) => [
        data['reason'],
        data['revoked_tokens'],
      ])
      assert.deepEqual(told, [
        ['signed_out', 1],
        ['operator', 1],
        ['operator', 2],
      ])
    },
  )

  onEachEngine('a sign-in of the same person takes the tokens along, so signing out ends them', async (_t, fixture) => {
    const { sessions, signIn, user, nursery, tokensOf, isLiving } = await setUp(fixture)
    const first = await signIn.complete(user, ['pwd'], home, { trigger: 'login' })
    const tokens = await tokensOf(first)
    const second = await signIn.complete(
      user,
      ['pwd'],
      { ...home, cookies: cookiesOf(first.cookie) },
      { trigger: 'login' },
    )
    assert.deepEqual([await isLiving(first), await isLiving(second)], [false, true])
    assert.deepEqual(await nursery.living(...tokens), [true, true], 'what applications hold goes on')
    await sessions.end(second.session, self(user))
    assert.deepEqual(await nursery.living(...tokens), [false, true])
  })

  onEachEngine('a sign-in of another person is a sign-out of the one before', async (_t, fixture) => {
    const { signIn, user, nursery, tokensOf, isLiving, ...people } = await setUp(fixture)
    const first = await signIn.complete(user, ['pwd'], home, { trigger: 'login' })
    const tokens = await tokensOf(first)
    const other = await makeUser(people, 'noor@example.com')
    await signIn.complete(other, ['pwd'], { ...home, cookies: cookiesOf(first.cookie) }, { trigger: 'login' })
    assert.equal(await isLiving(first), false)
    assert.deepEqual(await nursery.living(...tokens), [false, true])
  })
})

describe('the end of all sessions of a user', () => {
  onEachEngine('SE4: reaches every token that came from one, with one event', async (_t, fixture) => {
    const { sessions, sessionDirectory, signIn, user, nursery, tokensOf, isLiving, ...people } = await setUp(fixture)
    const [left, living, third] = [
      await signIn.complete(user, ['pwd'], home, { trigger: 'login' }),
      await signIn.complete(user, ['pwd'], home, { trigger: 'login' }),
      await signIn.complete(user, ['pwd'], home, { trigger: 'login' }),
    ]
    const foreign = await signIn.complete(await makeUser(people, 'noor@example.com'), ['pwd'], home, {
      trigger: 'login',
    })
    const [ofLeft, ofLiving, ofForeign] = [await tokensOf(left), await tokensOf(living), await tokensOf(foreign)]
    const ofGone = await nursery.plant({ userId: user.id, sessionId: 'sess_removed_long_ago' })
    const own = await nursery.plant({ userId: user.id })
    await sessions.end(left.session, self(user))
    const ended = await sessionDirectory.revokeAllOf(user.id, operator)
    const counts = { ...none, sessions: 2, refresh_tokens: 3, access_tokens: 1 }
    assert.deepEqual(ended, counts)
    assert.deepEqual([await isLiving(living), await isLiving(third), await isLiving(foreign)], [false, false, true])
    assert.deepEqual(await nursery.living(...ofLeft, ...ofLiving, ofGone), Array<boolean>(5).fill(false))
    assert.deepEqual(await nursery.living(...ofForeign, own), [true, true, true])
    const [event, ...more] = await recorded(fixture.db, 'user.sessions_revoked')
    const told = { user_id: user.id, reason: 'operator', revoked_sessions: 2, revoked_tokens: 4, counts }
    assert.deepEqual([event?.data, more.length], [told, 0])
    assert.equal((await recorded(fixture.db, 'session.revoked')).length, 1, 'of the sign-out')
  })

  onEachEngine('says nothing where nothing was left', async (_t, fixture) => {
    const { sessionDirectory, user } = await setUp(fixture)
    const ended = await sessionDirectory.revokeAllOf(user.id, operator)
    assert.deepEqual(ended, { ...none, sessions: 0 })
    assert.deepEqual(await recorded(fixture.db, 'user.sessions_revoked'), [])
  })
})

describe('the sessions of one person', () => {
  onEachEngine('are at most a hundred: the oldest ends', async (_t, fixture) => {
    const { signIn, user, isLiving, nursery, tokensOf } = await setUp(fixture)
    const started: StartedSession[] = []
    for (let turn = 0; turn < 102; turn++) {
      fixture.clock.advance(1000)
      started.push(await signIn.complete(user, ['pwd'], home, { trigger: 'login' }))
    }
    const living = await Promise.all(started.map(isLiving))
    assert.deepEqual(living, [false, false, ...Array<boolean>(100).fill(true)])
    const tokens = await tokensOf(started[2] as StartedSession)
    await signIn.complete(user, ['pwd'], home, { trigger: 'login' })
    assert.deepEqual(await nursery.living(...tokens), [true, true], 'as if its time were over')
    const reasons = (await recorded(fixture.db, 'session.revoked')).map(({ data }) => data['reason'])
    assert.deepEqual(reasons, ['too_many', 'too_many', 'too_many'])
  })

  onEachEngine('that wait for a second factor do not count among those that have it', async (_t, fixture) => {
    const { signIn, user, isLiving } = await setUp(fixture)
    const real = await signIn.complete(user, ['pwd'], home, { trigger: 'login' })
    const owing = { ...user, mfaEnabled: true }
    for (let turn = 0; turn < 101; turn++) await signIn.complete(owing, ['pwd'], home, { trigger: 'login' })
    assert.equal(await isLiving(real), true)
    const waiting = await fixture.db.all(sql`SELECT id FROM sessions WHERE pending = 1 AND revoked_at IS NULL`)
    assert.equal(waiting.length, 100)
    assert.deepEqual(
      await recorded(fixture.db, 'session.revoked'),
      [],
      'what never opened anything has no end to tell of',
    )
  })

  onEachEngine('can be held while they open things, and not after', async (_t, fixture) => {
    const { sessions, signIn, user } = await setUp(fixture)
    const { session } = await signIn.complete(user, ['pwd'], home, { trigger: 'login' })
    const { session: waiting } = await signIn.complete({ ...user, mfaEnabled: true }, ['pwd'], home, {
      trigger: 'login',
    })
    const hold = (id: string) => fixture.db.tx((tx) => sessions.hold(tx, id))
    assert.equal(await hold(session.id), true)
    assert.equal(await hold(waiting.id), false)
    assert.equal(await hold('sess_none'), false)
    fixture.clock.set(session.expiresAt)
    assert.equal(await hold(session.id), false)
    fixture.clock.set(session.createdAt)
    await sessions.end(session, self(user))
    assert.equal(await hold(session.id), false)
  })
})
