import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { makePeople, makeUser } from '#test/support/people.ts'
import { requestContext } from '#test/support/request-context.ts'
import { sessionErrors } from './errors.ts'
import { ABSOLUTE_LIFE, IDLE_LIFE } from './session.ts'

const actor = { type: 'admin', id: 'key_test', requestId: null, ip: null } as const
const everything = { before: undefined, limit: 50, includeTotal: true }

describe('the register of sessions', () => {
  onEachEngine('lists the living sessions, newest first, and no others', async (_t, fixture) => {
    const { users, hasher, signIn, sessionDirectory } = await makePeople(fixture)
    const maya = await makeUser({ users, hasher }, 'maya@example.com')
    const noor = await makeUser({ users, hasher }, 'noor@example.com')
    const begin = async (user: typeof maya) => {
      fixture.clock.advance(1000)
      return (await signIn.complete(user, ['pwd'], requestContext({ ip: '192.0.2.7' }), { trigger: 'login' })).session
    }
    const [first, second, other] = [await begin(maya), await begin(maya), await begin(noor)]
    const listed = async (userId?: string) => {
      const { rows, total } = await sessionDirectory.list({ userId }, everything)
      assert.equal(total, rows.length)
      return rows.map(({ session, email }) => `${session.id} ${email}`)
    }
    const [a, b, c] = [`${first.id} maya@example.com`, `${second.id} maya@example.com`, `${other.id} noor@example.com`]
    assert.deepEqual(await listed(), [c, b, a])
    assert.deepEqual(await listed(maya.id), [b, a])
    const behind = await sessionDirectory.list({}, { before: other, limit: 1, includeTotal: false })
    assert.deepEqual(
      behind.rows.map(({ session }) => session.id),
      [second.id],
    )
    assert.equal(behind.next?.id, second.id, 'there is one more')
    await sessionDirectory.revoke(second.id, actor)
    assert.deepEqual(await listed(), [c, a])
    fixture.clock.advance(IDLE_LIFE)
    assert.deepEqual(await listed(), [], 'idle for too long')
  })

  onEachEngine('ends one session once, and only for whom it belongs to', async (_t, fixture) => {
    const { users, hasher, signIn, sessionDirectory } = await makePeople(fixture)
    const maya = await makeUser({ users, hasher }, 'maya@example.com')
    const { session } = await signIn.complete(maya, ['pwd'], requestContext({ ip: '192.0.2.7' }), { trigger: 'login' })
    const missing = (work: Promise<void>) => assert.rejects(work, { code: sessionErrors.session_not_found })
    await missing(sessionDirectory.revoke(session.id, actor, 'usr_other'))
    await missing(sessionDirectory.revoke('usr_1', actor))
    assert.equal(await sessionDirectory.count({}), 1)
    await sessionDirectory.revoke(session.id, actor, maya.id)
    assert.equal(await sessionDirectory.count({}), 0)
    await missing(sessionDirectory.revoke(session.id, actor, maya.id))
  })

  onEachEngine('ends those of everybody but the one that is kept', async (_t, fixture) => {
    const { users, hasher, signIn, sessionDirectory } = await makePeople(fixture)
    const begin = async (user: Awaited<ReturnType<typeof makeUser>>) =>
      (await signIn.complete(user, ['pwd'], requestContext({ ip: '192.0.2.7' }), { trigger: 'login' })).session
    const owner = await makeUser({ users, hasher }, 'owner@example.com')
    const [kept] = [await begin(owner), await begin(owner)]
    for (let i = 0; i < 60; i++) await begin(await makeUser({ users, hasher }, `person-${i}@example.com`))
    assert.ok(kept)
    const others = { kept: kept.id, operatorsToo: true }
    assert.equal(await sessionDirectory.count({ among: others }), 61)
    assert.equal((await sessionDirectory.revokeEvery(others, actor)).sessions, 61)
    const { rows } = await sessionDirectory.list({}, everything)
    assert.deepEqual(
      rows.map(({ session }) => session.id),
      [kept.id],
    )
    assert.equal((await sessionDirectory.revokeEvery({ kept: null, operatorsToo: true }, actor)).sessions, 1)
    const told = await fixture.db.all(sql`SELECT data FROM events WHERE name = 'session.all_revoked'`)
    assert.equal(told.length, 2, 'one event each time, however many people')
    assert.equal(await sessionDirectory.count({}), 0)
  })

  onEachEngine('signs a person out everywhere else or everywhere, at their own wish', async (_t, fixture) => {
    const { users, hasher, signIn, sessionDirectory } = await makePeople(fixture)
    const [maya, noor] = [
      await makeUser({ users, hasher }, 'maya@example.com'),
      await makeUser({ users, hasher }, 'noor@example.com'),
    ]
    const start = async (user: typeof maya) =>
      (await signIn.complete(user, ['pwd'], requestContext({ ip: '192.0.2.7' }), { trigger: 'login' })).session
    const kept = await start(maya)
    for (const user of [maya, maya, noor]) await start(user)
    assert.equal((await sessionDirectory.endOwn(maya.id, actor, kept)).sessions, 2)
    assert.equal((await sessionDirectory.endOwn(maya.id, actor, kept)).sessions, 0)
    assert.equal((await sessionDirectory.endOwn(maya.id, actor)).sessions, 1)
    assert.equal(await sessionDirectory.count({}), 1)
    const told = await fixture.db.all(sql`SELECT data FROM events WHERE name = 'user.sessions_revoked' ORDER BY id`)
    assert.equal(told.length, 2, 'one event for each time that something ended')
  })

  onEachEngine('removes what time has ended, and keeps the rest', async (_t, fixture) => {
    const { users, hasher, signIn, sessionDirectory } = await makePeople(fixture)
    const maya = await makeUser({ users, hasher }, 'maya@example.com')
    const start = () => signIn.complete(maya, ['pwd'], requestContext({ ip: '192.0.2.7' }), { trigger: 'login' })
    await start()
    fixture.clock.advance(IDLE_LIFE)
    const { session } = await start()
    assert.equal(await sessionDirectory.purgeExpired(), 1)
    const left = await fixture.db.all(sql`SELECT id FROM sessions`)
    assert.deepEqual(
      left.map(({ id }) => id),
      [session.id],
    )
    fixture.clock.advance(ABSOLUTE_LIFE)
    assert.equal(await sessionDirectory.purgeExpired(), 1)
  })
})
