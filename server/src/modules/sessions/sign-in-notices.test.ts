import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { systemActor } from '#/platform/audit/event.ts'
import { sql } from '#/platform/db/sql.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { makePeople, makeUser } from '#test/support/people.ts'
import { requestContext } from '#test/support/request-context.ts'
import type { Db } from '#/platform/db/db.ts'
import type { RequestContext } from '#/platform/request-context.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const CHROME = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36'
const home = requestContext({ ip: '203.0.113.7', userAgent: FIREFOX })
const actor = systemActor('test')

async function noticesIn(db: Db): Promise<number> {
  const row = await db.get(sql`SELECT count(*) AS n FROM email_outbox WHERE template = 'new_sign_in'`)
  return Number(row?.['n'])
}

describe('the notice of a new sign-in', () => {
  onEachEngine('goes out for a device or a network that was not there before', async (_t, fixture) => {
    const people = await makePeople(fixture)
    const made = await makeUser(people, 'maya@example.com')
    const user = await fixture.db.tx((tx) => people.users.verifyEmail(tx, made.id))
    const requests: [RequestContext, number][] = [
      [home, 1],
      [home, 1],
      [{ ...home, userAgent: FIREFOX.replaceAll('145', '146') }, 1],
      [{ ...home, userAgent: CHROME }, 2],
      [{ ...home, ip: '198.51.100.9' }, 3],
      [{ ...home, ip: '198.51.100.9', userAgent: CHROME }, 4],
      [{ ...home, ip: '198.51.100.9' }, 4],
      [requestContext({ ip: '2001:db8::1' }), 5],
      [requestContext({ ip: '2001:db8::ffff:1' }), 5],
    ]
    for (const [i, [request, sent]] of requests.entries()) {
      fixture.clock.advance(1000)
      await people.signIn.complete(user, ['pwd'], request, { trigger: 'login' })
      assert.equal(await noticesIn(fixture.db), sent, `sign-in ${i}`)
    }
  })

  onEachEngine('does not go to an unproven address, nor after a sign-in by mail', async (_t, fixture) => {
    const people = await makePeople(fixture)
    const user = await makeUser(people, 'maya@example.com')
    await people.signIn.complete(user, ['pwd'], home, { trigger: 'login' })
    const verified = await fixture.db.tx((tx) => people.users.verifyEmail(tx, user.id))
    await people.signIn.complete(verified, ['email'], { ...home, ip: '198.51.100.9' }, { trigger: 'login' })
    assert.equal(await noticesIn(fixture.db), 0)
  })

  onEachEngine('waits until the second factor was presented', async (_t, fixture) => {
    const people = await makePeople(fixture)
    const made = await makeUser(people, 'maya@example.com')
    const user = await fixture.db.tx((tx) => people.users.verifyEmail(tx, made.id))
    const { session } = await people.signIn.complete({ ...user, mfaEnabled: true }, ['pwd'], home, { trigger: 'login' })
    assert.equal(await noticesIn(fixture.db), 0)
    const principal = { session, user, actor, owes: 'second_factor' as const }
    await fixture.db.tx((tx) => people.signIn.stepUp(tx, principal, ['otp', 'mfa']))
    assert.equal(await noticesIn(fixture.db), 1)
  })
})

describe('a sign-in that took a while', () => {
  onEachEngine('opens nothing when password or user changed in the meantime', async (_t, fixture) => {
    const people = await makePeople(fixture)
    const user = await makeUser(people, 'maya@example.com')
    await fixture.db.tx((tx) => people.users.setPasswordHash(tx, user.id, 'another'))
    await assert.rejects(people.signIn.complete(user, ['pwd'], home, { trigger: 'login' }), {
      message: 'Nobody is signed in here.',
    })
    const changed = await people.users.get(user.id)
    await people.signIn.complete(changed, ['pwd'], home, { trigger: 'login' })
    await people.users.disable(user.id, 'test', actor)
    await assert.rejects(people.signIn.complete(changed, ['pwd'], home, { trigger: 'login' }), {
      message: 'Nobody is signed in here.',
    })
    await people.users.delete(user.id, actor)
    await assert.rejects(people.signIn.complete(changed, ['pwd'], home, { trigger: 'login' }), {
      message: 'Nobody is signed in here.',
    })
  })

  onEachEngine('SE4: of fifty that race a change of password none outlives it', async (_t, fixture) => {
    const people = await makePeople(fixture)
    const user = await makeUser(people, 'maya@example.com')
    const starts = Array.from({ length: 50 }, () => people.signIn.complete(user, ['pwd'], home, { trigger: 'login' }))
    const change = fixture.db.tx(async (tx) => {
      await people.users.setPasswordHash(tx, user.id, 'another')
      await people.lifecycle.ended(tx, 'passwordChanged', { by: 'user', userId: user.id }, 'password_changed')
    })
    await Promise.allSettled([...starts.slice(0, 25), change, ...starts.slice(25)])
    const living = await fixture.db.all(sql`SELECT id FROM sessions WHERE user_id = ${user.id} AND revoked_at IS NULL`)
    assert.deepEqual(living, [])
  })
})
