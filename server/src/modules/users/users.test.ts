import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { systemActor } from '#/platform/audit/event.ts'
import { UniqueViolation } from '#/platform/db/errors.ts'
import { sql } from '#/platform/db/sql.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { makePeople } from '#test/support/people.ts'
import { livingTokens, TokenNursery } from '#test/support/token-store.ts'
import { requestContext, requestWith } from '#test/support/request-context.ts'
import { userErrors } from './errors.ts'
import type { ErrorCode } from '#/platform/errors/app-error.ts'

const actor = systemActor('test')
const failsWith = (code: ErrorCode) => ({ code })

describe('users', () => {
  onEachEngine('creates a user and tells of it in the same transaction', async (_t, fixture) => {
    const { users } = await makePeople(fixture)
    const user = await users.create({ email: 'Maya@Example.com', name: ' Maya ' }, actor)
    assert.match(user.id, /^usr_/)
    assert.equal(user.email, 'Maya@example.com')
    assert.equal(user.name, 'Maya')
    assert.deepEqual(await users.find(user.id), user)
    assert.deepEqual(await users.findByEmail('MAYA@example.com'), user)
    const [event] = await fixture.db.all(sql`SELECT * FROM events WHERE name = 'user.created'`)
    assert.equal(event?.['target_id'], user.id)
    const told = { id: user.id, email: 'Maya@example.com', created_at: '2026-01-15T12:00:00.000Z' }
    assert.deepEqual(JSON.parse(String(event?.['data'])), told)
  })

  onEachEngine('gives an address to one of fifty who ask for it at once', async (_t, fixture) => {
    const { users } = await makePeople(fixture)
    const spellings = Array.from({ length: 50 }, (_, i) => (i % 2 ? 'maya@example.com' : 'MAYA@Example.com'))
    const results = await Promise.allSettled(spellings.map((email) => users.create({ email }, actor)))
    const refusals = results.filter((result) => result.status === 'rejected')
    assert.equal(refusals.length, 49)
    for (const { reason } of refusals) assert.equal((reason as { code: ErrorCode }).code, userErrors.email_taken)
    assert.equal((await fixture.db.all(sql`SELECT id FROM users`)).length, 1)
    assert.equal((await fixture.db.all(sql`SELECT id FROM events`)).length, 1)
  })

  onEachEngine('writes nothing when the caller’s transaction fails', async (_t, fixture) => {
    const { users } = await makePeople(fixture)
    const work = fixture.db.tx(async (tx) => {
      await users.create({ email: 'maya@example.com' }, actor, tx)
      throw new Error('on purpose')
    })
    await assert.rejects(work, /on purpose/)
    assert.equal(await users.findByEmail('maya@example.com'), undefined)
  })

  onEachEngine('refuses addresses and names it can’t keep, and ids nobody has', async (_t, fixture) => {
    const { users } = await makePeople(fixture)
    await assert.rejects(users.create({ email: 'maya' }, actor), failsWith(userErrors.invalid_email))
    await assert.rejects(users.create({ email: 'a@b.co', name: '\0' }, actor), failsWith(userErrors.invalid_name))
    await assert.rejects(users.get('usr_nobody'), failsWith(userErrors.user_not_found))
    assert.equal(await users.findByEmail('maya'), undefined)
  })

  onEachEngine('renames and sets a password hash, telling which field changed', async (_t, fixture) => {
    const { users } = await makePeople(fixture)
    const user = await users.create({ email: 'maya@example.com' }, actor)
    fixture.clock.advance(1000)
    const renamed = await users.rename(user, 'Maya Lind', actor)
    assert.equal(renamed.name, 'Maya Lind')
    assert.equal(renamed.updatedAt, user.createdAt + 1000)
    assert.equal(await users.rename(renamed, 'Maya Lind', actor), renamed)
    fixture.clock.advance(1000)
    await fixture.db.tx((tx) => users.setPasswordHash(tx, user.id, 'a hash'))
    assert.equal((await users.get(user.id)).passwordHash, 'a hash')
    const events = await fixture.db.all(
      sql`SELECT data FROM events WHERE name = 'user.updated' ORDER BY created_at, id`,
    )
    const changes = events.map(({ data }) => JSON.parse(String(data)).changed)
    assert.deepEqual(changes, [['name']], 'a password has an event of its own')
    await assert.rejects(users.rename({ ...user, id: 'usr_gone' }, 'X', actor), failsWith(userErrors.user_not_found))
  })

  onEachEngine('disabling ends every session at once, enabling brings none back', async (_t, fixture) => {
    const { users, sessions, signIn } = await makePeople(fixture)
    const nursery = new TokenNursery(fixture)
    const user = await users.create({ email: 'maya@example.com' }, actor)
    const { cookie, session } = await signIn.complete(user, ['pwd'], requestContext({ ip: '203.0.113.7' }), {
      trigger: 'login',
    })
    await nursery.plant({ userId: user.id, sessionId: session.id })
    const disabled = await users.disable(user.id, 'left the company', actor)
    assert.equal(disabled.disabledAt, fixture.clock.now())
    assert.equal(await sessions.authenticate(requestWith(cookie)), undefined)
    assert.equal((await users.disable(user.id, 'again', actor)).disabledAt, disabled.disabledAt)
    assert.equal((await users.enable(user.id, actor)).disabledAt, null)
    assert.equal((await users.enable(user.id, actor)).disabledAt, null)
    assert.deepEqual(await livingTokens(fixture.db, fixture.clock, user.id), [])
    assert.equal(await sessions.authenticate(requestWith(cookie)), undefined)
    const names = (await fixture.db.all(sql`SELECT name FROM events ORDER BY created_at, id`)).map(({ name }) => name)
    assert.equal(names.filter((name) => name === 'user.disabled').length, 1)
    assert.equal(names.filter((name) => name === 'user.enabled').length, 1)
  })

  onEachEngine('changes and proves addresses, and never gives one to two', async (_t, fixture) => {
    const { users } = await makePeople(fixture)
    const user = await users.create({ email: 'maya@example.com' }, actor)
    await users.create({ email: 'noor@example.com' }, actor)
    assert.equal((await fixture.db.tx((tx) => users.verifyEmail(tx, user.id))).emailVerified, true)
    fixture.clock.advance(1000)
    const moved = await fixture.db.tx((tx) => users.changeEmail(tx, user.id, 'Maya@New.Example'))
    assert.deepEqual([moved.email, moved.emailCanonical], ['Maya@new.example', 'maya@new.example'])
    assert.equal(await users.findByEmail('maya@example.com'), undefined)
    const taken = fixture.db.tx((tx) => users.changeEmail(tx, user.id, 'NOOR@example.com'))
    await assert.rejects(taken, UniqueViolation)
    const bad = fixture.db.tx((tx) => users.changeEmail(tx, user.id, 'noor@'))
    await assert.rejects(bad, failsWith(userErrors.invalid_email))
    const told = await fixture.db.all(sql`SELECT data FROM events WHERE name = 'user.updated' ORDER BY created_at, id`)
    assert.deepEqual(told, [], 'whoever proves an address tells of it')
  })

  onEachEngine('deletes a user with their sessions, and tells how much ended', async (_t, fixture) => {
    const { users, sessions, signIn } = await makePeople(fixture)
    const user = await users.create({ email: 'maya@example.com' }, actor)
    const { session } = await signIn.complete(user, ['pwd'], requestContext({ ip: '203.0.113.7' }), {
      trigger: 'login',
    })
    await new TokenNursery(fixture).plant({ userId: user.id, sessionId: session.id })
    await users.delete(user.id, actor)
    assert.equal(await users.find(user.id), undefined)
    assert.equal(await sessions.hasSignedInFrom(user.id, '203.0.113.7'), false)
    const [event] = await fixture.db.all(sql`SELECT data FROM events WHERE name = 'user.deleted'`)
    const { counts, ...data } = JSON.parse(String(event?.['data'])) as Record<string, Record<string, number>>
    assert.deepEqual(data, { id: user.id, revoked_sessions: 1, revoked_tokens: 1 })
    const ended = Object.entries(counts ?? {}).filter(([, count]) => count > 0)
    assert.deepEqual(Object.fromEntries(ended), { sessions: 1, access_tokens: 1 })
    await assert.rejects(users.delete(user.id, actor), failsWith(userErrors.user_not_found))
    assert.notEqual((await users.create({ email: 'maya@example.com' }, actor)).id, user.id)
  })

  onEachEngine('keeps an owner, even when the last two leave at once', async (_t, fixture) => {
    const { users } = await makePeople(fixture)
    const owners = await Promise.all(
      ['maya', 'noor'].map((name) => users.create({ email: `${name}@example.com`, systemRole: 'owner' }, actor)),
    )
    const leaving = await Promise.allSettled(owners.map(({ id }) => users.delete(id, actor)))
    const refused = leaving.filter((outcome) => outcome.status === 'rejected')
    assert.equal(refused.length, 1)
    assert.equal((refused[0]?.reason as { code: ErrorCode }).code, userErrors.last_owner)
  })
})
