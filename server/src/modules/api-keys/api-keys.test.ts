import assert from 'node:assert/strict'
import { newSecret } from '#/platform/crypto/secrets.ts'
import { sql } from '#/platform/db/sql.ts'
import { systemActor } from '#/platform/audit/event.ts'
import { newEvents } from '#test/support/events.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { Limits } from '#/platform/rate-limit/limits.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { ApiKeys } from './api-keys.ts'
import type { EngineFixture } from '#test/support/engines.ts'

const actor = systemActor('test')
const ADDRESS = '192.0.2.7'

async function setUp({ db, clock }: EngineFixture, options: { scopes?: string[]; expiresAt?: number } = {}) {
  const apiKeys = new ApiKeys({ db, clock, events: newEvents({ clock }), limits: new Limits({ db, clock }) })
  const input = { name: 'ci', scopes: ['users:read'], ...options }
  const { key, secret } = await db.tx((tx) => apiKeys.create(tx, input, actor))
  return { apiKeys, key, secret }
}

onEachEngine('recognises a key it made', async (_t, fixture) => {
  const { apiKeys, key, secret } = await setUp(fixture)
  const found = await apiKeys.authenticate(secret, ADDRESS)
  assert.equal(found?.id, key.id)
  assert.deepEqual(found?.scopes, ['users:read'])
})

onEachEngine('AD2: stores the hash alone, and records the making without the secret', async (_t, fixture) => {
  const { secret } = await setUp(fixture)
  const stored = [await fixture.db.all(sql`SELECT * FROM api_keys`), await fixture.db.all(sql`SELECT * FROM events`)]
  assert.ok(!JSON.stringify(stored).includes(secret))
  assert.match(secret, /^mandate_sk_[0-9A-Za-z]{49}$/)
  assert.equal(stored[1]?.[0]?.['name'], 'api_key.created')
})

onEachEngine('refuses a key that was revoked or has expired, at the moment it is used', async (_t, fixture) => {
  const expiresAt = fixture.clock.now() + 1000
  const { apiKeys, key, secret } = await setUp(fixture, { expiresAt })
  fixture.clock.advance(999)
  assert.ok(await apiKeys.authenticate(secret, ADDRESS))
  fixture.clock.advance(1)
  assert.equal(await apiKeys.authenticate(secret, ADDRESS), undefined)
  const other = await setUp(fixture)
  await fixture.db.run(sql`UPDATE api_keys SET revoked_at = ${fixture.clock.now()} WHERE id = ${other.key.id}`)
  assert.equal(await other.apiKeys.authenticate(other.secret, ADDRESS), undefined)
  assert.notEqual(key.id, other.key.id)
})

onEachEngine('AD2: refuses garbage without asking the database, and never throttles it', async (_t, fixture) => {
  const { apiKeys, secret } = await setUp(fixture)
  const mistyped = `${secret.slice(0, -8)}AAAAAAAA`
  for (let i = 0; i < 50; i++) {
    assert.equal(await apiKeys.authenticate('nonsense', ADDRESS), undefined)
    assert.equal(await apiKeys.authenticate(mistyped, ADDRESS), undefined)
  }
  assert.equal((await fixture.db.all(sql`SELECT name FROM limits`)).length, 0)
})

onEachEngine('AD2: throttles guessing by address, while a key that is right still passes', async (_t, fixture) => {
  const { apiKeys, secret } = await setUp(fixture)
  for (let i = 0; i < 20; i++) assert.equal(await apiKeys.authenticate(newSecret('mandate_sk_'), ADDRESS), undefined)
  await assert.rejects(apiKeys.authenticate(newSecret('mandate_sk_'), ADDRESS), (error) => {
    return error instanceof AppError && error.code.code === 'rate_limited'
  })
  assert.ok(await apiKeys.authenticate(secret, ADDRESS))
  assert.equal(await apiKeys.authenticate(newSecret('mandate_sk_'), '192.0.2.8'), undefined)
})

onEachEngine('notes the last use, at most once a minute', async (_t, fixture) => {
  const { apiKeys, secret } = await setUp(fixture)
  const lastUse = async () => {
    await apiKeys.settled()
    const [row] = await fixture.db.all(sql`SELECT last_used_at, last_used_address FROM api_keys`)
    return [row?.['last_used_at'], row?.['last_used_address']]
  }
  const first = fixture.clock.now()
  await apiKeys.authenticate(secret, ADDRESS)
  assert.deepEqual(await lastUse(), [first, ADDRESS])
  fixture.clock.advance(59_999)
  await apiKeys.authenticate(secret, '192.0.2.9')
  assert.deepEqual(await lastUse(), [first, ADDRESS])
  fixture.clock.advance(1)
  await apiKeys.authenticate(secret, '192.0.2.9')
  assert.deepEqual(await lastUse(), [first + 60_000, '192.0.2.9'])
})

onEachEngine('makes no key with a scope that means nothing', async (_t, fixture) => {
  await assert.rejects(setUp(fixture, { scopes: ['users:delete'] }), /is not a scope/)
})

onEachEngine('notes a crowd of uses, and loses no request by it', async (_t, fixture) => {
  const { apiKeys, key, secret } = await setUp(fixture)
  const crowd = await Promise.all(Array.from({ length: 20 }, () => apiKeys.authenticate(secret, ADDRESS)))
  assert.deepEqual(new Set(crowd.map((found) => found?.id)), new Set([key.id]))
  await apiKeys.settled()
  assert.equal((await apiKeys.authenticate(secret, ADDRESS))?.lastUsedAt, fixture.clock.now())
})

onEachEngine('still knows what a deleted key was called', async (_t, fixture) => {
  const { apiKeys, key } = await setUp(fixture)
  await fixture.db.run(sql`UPDATE api_keys SET revoked_at = 1 WHERE id = ${key.id}`)
  assert.equal(await apiKeys.nameOf(key.id), 'ci')
  assert.equal(await apiKeys.nameOf('key_nobody'), undefined)
})
