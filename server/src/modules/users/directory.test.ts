import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { AppError } from '#/platform/errors/app-error.ts'
import { sql } from '#/platform/db/sql.ts'
import { recorded } from '#test/support/clients.ts'
import { onEachEngine } from '#test/support/engines.ts'
import type { EngineFixture } from '#test/support/engines.ts'
import { PersonKeys } from '#/modules/api-keys/index.ts'
import { makePeople } from '#test/support/people.ts'
import { UserDirectory } from './directory.ts'
import type { Operator } from './operators.ts'
import type { UserFilter } from './store.ts'

const actor = { type: 'admin', id: 'key_test', requestId: null, ip: null } as const
const full: Operator = { scopes: ['*'], actor }
const support: Operator = { scopes: ['users:*'], actor }
const failsWith = (code: string) => (error: unknown) => error instanceof AppError && error.code.code === code

async function made(fixture: EngineFixture) {
  const { users, lifecycle, events } = await makePeople(fixture)
  const { db, clock } = fixture
  const personKeys = new PersonKeys({ db, clock, events, lifecycle, hasOwner: (tx) => users.hasOwner(tx) })
  return { users, directory: new UserDirectory({ db, users, lifecycle, personKeys }) }
}

describe('the directory of users', () => {
  onEachEngine('finds users by how something begins and by what they are, page by page', async (_t, fixture) => {
    const { directory } = await made(fixture)
    const make = async (input: Parameters<UserDirectory['create']>[0]) => {
      fixture.clock.advance(1000)
      return directory.create(input, full)
    }
    const maya = await make({ email: 'Maya@example.com', name: 'Okafor', tier: 'pro', emailVerified: true })
    const noor = await make({ email: 'noor_a@example.com', name: 'Noor 100%' })
    const omar = await make({ email: 'noorxa@example.com', name: 'Omar', systemRole: 'auditor' })
    await directory.update(noor.id, { disabled: true }, full)
    const found = async (filter: UserFilter) => {
      const { rows, total } = await directory.list(filter, { before: undefined, limit: 10, includeTotal: true })
      assert.equal(total, rows.length)
      return rows.map(({ id }) => id)
    }
    assert.deepEqual(await found({}), [omar.id, noor.id, maya.id])
    assert.deepEqual(await found({ search: 'MAYA@' }), [maya.id])
    assert.deepEqual(await found({ search: 'o' }), [omar.id, maya.id])
    assert.deepEqual(await found({ search: 'noor_' }), [noor.id], 'an underscore is an underscore')
    assert.deepEqual(await found({ search: '%' }), [])
    assert.deepEqual(await found({ search: noor.id }), [noor.id])
    assert.deepEqual(await found({ disabled: true }), [noor.id])
    assert.deepEqual(await found({ disabled: false }), [omar.id, maya.id])
    assert.deepEqual(await found({ emailVerified: true }), [maya.id])
    assert.deepEqual(await found({ mfaEnabled: true }), [])
    assert.deepEqual(await found({ tier: 'pro' }), [maya.id])
    assert.deepEqual(await found({ systemRole: 'auditor' }), [omar.id])
    const next = await directory.list({}, { before: omar, limit: 1, includeTotal: false })
    assert.deepEqual([next.rows.map(({ id }) => id), next.total], [[noor.id], undefined])
    assert.deepEqual(next.next, { id: noor.id, createdAt: noor.createdAt })
  })

  onEachEngine('counts a new address as unproven, and another spelling as the same', async (_t, fixture) => {
    const { directory } = await made(fixture)
    const { id } = await directory.create({ email: 'maya@example.com', emailVerified: true }, full)
    const later = fixture.clock.now() + 1000
    await fixture.db.run(sql`
      INSERT INTO email_tokens (hash, purpose, user_id, email, query, created_at, expires_at)
      VALUES ('x', 'reset', ${id}, 'maya@example.com', '', 0, ${later})`)
    const open = () => fixture.db.all(sql`SELECT hash FROM email_tokens WHERE used_at IS NULL`)
    const respelled = await directory.update(id, { email: 'Maya@Example.com' }, support)
    assert.deepEqual([respelled.email, respelled.emailVerified], ['Maya@example.com', true])
    assert.equal((await open()).length, 1)
    const moved = await directory.update(id, { email: 'maya@new.example' }, support)
    assert.deepEqual([moved.email, moved.emailVerified], ['maya@new.example', false])
    assert.deepEqual(await open(), [], 'links to the old address open nothing')
    const told = (await recorded(fixture.db, 'user.updated')).map(({ data }) => data['counts'])
    assert.deepEqual(told.filter(Boolean), [{ email_links: 1 }])
    const vouched = await directory.update(id, { email: 'm@new.example', email_verified: true }, support)
    assert.equal(vouched.emailVerified, true)
    await directory.create({ email: 'noor@example.com' }, full)
    await assert.rejects(directory.update(id, { email: 'NOOR@example.com' }, support), failsWith('email_taken'))
    assert.equal((await directory.get(id)).email, 'm@new.example')
  })

  onEachEngine('lets only full access make, change or delete people who run the server', async (_t, fixture) => {
    const { directory } = await made(fixture)
    const operator: Operator = { scopes: ['*', '!system:write'], actor }
    const owner = await directory.create({ email: 'owner@example.com', systemRole: 'owner' }, full)
    const { id } = await directory.create({ email: 'maya@example.com' }, support)
    for (const by of [support, operator]) {
      const refused = failsWith('insufficient_scope')
      await assert.rejects(directory.update(id, { system_role: 'auditor' }, by), refused)
      await assert.rejects(directory.update(owner.id, { email: 'mine@example.com' }, by), refused)
      await assert.rejects(directory.setTier(owner.id, 'pro', by), refused)
      await assert.rejects(directory.delete(owner.id, by), refused)
      assert.throws(() => directory.create({ email: 'x@example.com', systemRole: 'owner' }, by), refused)
    }
  })

  onEachEngine('keeps the last owner, who of two owners stays when both go at once', async (_t, fixture) => {
    const { directory } = await made(fixture)
    const isLast = failsWith('last_owner')
    const one = await directory.create({ email: 'one@example.com', systemRole: 'owner' }, full)
    await assert.rejects(directory.delete(one.id, full), isLast)
    await assert.rejects(directory.update(one.id, { disabled: true }, full), isLast)
    await assert.rejects(directory.update(one.id, { system_role: null }, full), isLast)
    const two = await directory.create({ email: 'two@example.com', systemRole: 'owner' }, full)
    const ends = await Promise.allSettled([
      directory.update(one.id, { disabled: true }, full),
      directory.update(two.id, { system_role: 'support' }, full),
    ])
    assert.deepEqual(ends.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
    assert.ok(ends.some((end) => end.status === 'rejected' && isLast(end.reason)))
  })

  onEachEngine('merges metadata, clears a name, and refuses what is too large', async (_t, fixture) => {
    const { directory } = await made(fixture)
    const { id } = await directory.create({ email: 'm@example.com', name: 'Maya', metadata: { a: 1, b: 2 } }, full)
    const patched = await directory.update(id, { name: null, metadata: { a: null, c: { d: 3 } } }, support)
    assert.deepEqual([patched.name, patched.metadata], ['', { b: 2, c: { d: 3 } }])
    const large = { metadata: { note: 'x'.repeat(17_000) } }
    await assert.rejects(directory.update(id, large, support), failsWith('metadata_too_large'))
    assert.deepEqual((await directory.update(id, { metadata: null }, support)).metadata, {})
    assert.equal((await directory.setTier(id, 'pro', support)).tier, 'pro')
    await assert.rejects(directory.get('agt_1'), failsWith('user_not_found'))
  })
})
