import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { parseJws, signEs256, signRs256, verifyJws } from '#/platform/crypto/jws.ts'
import { openDatabase } from '#/platform/db/open.ts'
import { sql } from '#/platform/db/sql.ts'
import { systemActor } from '#/platform/audit/event.ts'
import { AdminApi, foundation } from '#test/support/admin-api.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { makeLifecycle } from '#test/support/lifecycle.ts'
import { pageBehind } from '#test/support/paging.ts'
import { cleanUp } from '#test/support/retention.ts'
import { isKid, newKid } from './kid.ts'
import { signingKeyRoutes } from './routes.ts'
import { SigningKeyOperations } from './operations.ts'
import { SigningKeys } from './signing-keys.ts'
import type { EngineFixture } from '#test/support/engines.ts'

const TTL_SECONDS = 3600
const RETENTION_MS = 2 * TTL_SECONDS * 1000
const actor = systemActor('tests')
const accessTokenTtlSeconds = () => Promise.resolve(TTL_SECONDS)

async function keysOn(fixture: EngineFixture) {
  const base = await foundation(fixture)
  const deps = { ...base, lifecycle: makeLifecycle(fixture) }
  const keys = new SigningKeys(deps)
  await keys.ensure()
  const operationsOf = (signingKeys: SigningKeys, db = deps.db) =>
    new SigningKeyOperations({ ...deps, db, signingKeys, accessTokenTtlSeconds })
  /** Another node on the same database. */
  const secondNode = async () => {
    const other = await openDatabase({ url: fixture.url })
    const theirs = new SigningKeys({ ...deps, db: other.db })
    return { keys: theirs, operations: operationsOf(theirs, other.db), close: () => other.close() }
  }
  return { ...deps, keys, operations: operationsOf(keys), operationsOf, secondNode }
}

const countActive = async ({ db }: EngineFixture): Promise<number> =>
  (await db.all(sql`SELECT kid FROM signing_keys WHERE activated_at IS NOT NULL AND retired_at IS NULL`)).length

describe('signing keys', () => {
  onEachEngine('the active key signs what the key set verifies', async (_t, fixture) => {
    const { keys } = await keysOn(fixture)
    const { kid, privateKey } = await keys.active()
    const jws = parseJws(signEs256({ kid }, { sub: 'x' }, privateKey))
    const found = await keys.find(kid)
    assert.ok(found && verifyJws(jws, found.publicKey, ['ES256']))
    assert.equal(await keys.countActive(), 1)
  })

  onEachEngine('of the first two keys the one that follows is the newer one', async (_t, fixture) => {
    const { keys, operations } = await keysOn(fixture)
    const { rows: data } = await operations.list(pageBehind(undefined, 10))
    const { kid } = await keys.active()
    assert.deepEqual(
      data.map((key) => key.kid === kid),
      [false, true],
    )
    assert.ok(Number(data[0]?.createdAt) > Number(data[1]?.createdAt))
  })

  onEachEngine(
    'KY1 the key set has public members only, and the private half is sealed to its row',
    async (_t, fixture) => {
      const { keys, keyring } = await keysOn(fixture)
      const { keys: entries } = await keys.jwks()
      assert.equal(entries.length, 2)
      assert.deepEqual(Object.keys(entries[0] ?? {}).toSorted(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
      const row = await fixture.db.get(sql`SELECT kid, public_jwk, private_sealed FROM signing_keys`)
      assert.doesNotMatch(row?.['public_jwk'] as string, /"d"/)
      const sealed = row?.['private_sealed'] as string
      assert.match(sealed, /^v1\./)
      assert.throws(() => keyring.open(sealed, { table: 'signing_keys', column: 'private_sealed', row: 'other' }))
    },
  )

  onEachEngine(
    'F17 of nodes that start together one makes each of the first keys, with one event for each',
    async (_t, fixture) => {
      const base = await foundation(fixture)
      const node = () => new SigningKeys(base)
      const nodes = [node(), node(), node()]
      await Promise.all(nodes.map((keys) => keys.ensure()))
      const kids = await Promise.all(nodes.map(async (keys) => (await keys.active()).kid))
      assert.equal(new Set(kids).size, 1)
      const events = await fixture.db.all(sql`SELECT data FROM events WHERE name = 'signing_key.created' ORDER BY id`)
      const signs = events.map(({ data }) => (JSON.parse(data as string) as { signs: boolean }).signs)
      assert.deepEqual(signs.toSorted(), [false, true])
    },
  )

  onEachEngine(
    'KY1 rotation signs with a new key at once and keeps the old one until its retention ends',
    async (_t, fixture) => {
      const { keys, operations } = await keysOn(fixture)
      const old = await keys.active()
      fixture.clock.advance(1000)
      const [{ active, retired, next }] = await operations.rotate(actor)
      assert.equal((await keys.active()).kid, active.kid)
      assert.deepEqual(retired, { kid: old.kid, publishedUntil: fixture.clock.now() + RETENTION_MS })
      assert.deepEqual(
        (await keys.jwks()).keys.map(({ kid }) => kid),
        [active.kid, next?.kid, old.kid],
      )

      fixture.clock.advance(RETENTION_MS - 1)
      assert.ok(await keys.find(old.kid))
      fixture.clock.advance(1)
      assert.equal(await keys.find(old.kid), undefined)
      assert.deepEqual(
        (await keys.jwks()).keys.map(({ kid }) => kid),
        [active.kid, next?.kid],
      )
    },
  )

  onEachEngine('what signs after a rotation was in the key set before it', async (_t, fixture) => {
    const { keys, operations } = await keysOn(fixture)
    for (let i = 0; i < 3; i++) {
      const published = (await keys.jwks()).keys.map(({ kid }) => kid)
      const [{ active, next }] = await operations.rotate(actor)
      assert.ok(published.includes(active.kid))
      assert.ok(next && !published.includes(next.kid))
      assert.equal((await keys.active()).kid, active.kid)
    }
  })

  onEachEngine('an installation from before gets the key that follows at its next start', async (_t, fixture) => {
    const { keys, operationsOf, ...deps } = await keysOn(fixture)
    await fixture.db.run(sql`DELETE FROM signing_keys WHERE activated_at IS NULL`)
    const upgraded = new SigningKeys(deps)
    await upgraded.ensure()
    const [signs, follows] = (await upgraded.jwks()).keys
    assert.equal(signs?.kid, (await keys.active()).kid)
    assert.equal((await operationsOf(upgraded).rotate(actor))[0].active.kid, follows?.kid)
  })

  onEachEngine('RSA keys are made at the first need, once, and rotate with the others', async (_t, fixture) => {
    const { keys, operations, ...deps } = await keysOn(fixture)
    const algorithms = async (): Promise<string[]> => (await keys.jwks()).keys.map(({ alg }) => alg)
    assert.deepEqual(await algorithms(), ['ES256', 'ES256'])
    assert.equal((await operations.rotate(actor)).length, 1)
    const asked = await Promise.all([keys.active('RS256'), keys.active('RS256'), keys.prepare('RS256')])
    const { kid, privateKey } = asked[0]
    assert.equal(asked[1].kid, kid)
    assert.equal((await algorithms()).filter((alg) => alg === 'RS256').length, 2, 'one signs, one follows')
    const jwk = (await keys.jwks()).keys.find((key) => key.kid === kid)
    assert.deepEqual(Object.keys(jwk ?? {}).toSorted(), ['alg', 'e', 'kid', 'kty', 'n', 'use'])
    const found = await keys.find(kid)
    const jws = parseJws(await signRs256({ kid }, { sub: 'x' }, privateKey))
    assert.ok(found && verifyJws(jws, found.publicKey, ['RS256']))
    assert.equal(await keys.countActive(), 1, 'access tokens have one')

    const [first, rsa] = await operations.rotate(actor)
    assert.equal(first.active.algorithm, 'ES256')
    assert.equal(rsa?.retired?.kid, kid)
    assert.equal((await keys.active('RS256')).kid, rsa?.active.kid)
    assert.ok(await keys.find(kid), 'what it signed verifies on')
    const restarted = new SigningKeys(deps)
    await restarted.ensure()
    assert.deepEqual(await restarted.jwks(), await keys.jwks())
  })

  onEachEngine('KY1 twenty rotations at once on two nodes leave exactly one active key', async (_t, fixture) => {
    const { keys, operations, secondNode } = await keysOn(fixture)
    const second = await secondNode()
    const rotations = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? operations : second.operations).rotate(actor))
    const made = (await Promise.all(rotations)).map(([{ active }]) => active.kid)
    await second.close()
    assert.equal(new Set(made).size, 20)
    assert.equal(await countActive(fixture), 1)
    assert.equal(
      (await keys.jwks()).keys.length,
      22,
      'the one that signs, the one that follows, and twenty retired ones',
    )
    const events = await fixture.db.all(sql`SELECT data FROM events WHERE name = 'signing_key.rotated'`)
    const retired = events.map(({ data }) => (JSON.parse(data as string) as { retired_kid: string }).retired_kid)
    assert.equal(new Set(retired).size, 20, 'each rotation retired another key')
  })

  onEachEngine('KY1 another node verifies a new key at once and signs with it within a second', async (_t, fixture) => {
    const { keys, operations, secondNode } = await keysOn(fixture)
    const second = await secondNode()
    const old = await second.keys.active()
    await second.keys.find('20260101T000000Z-aaaa')
    await operations.rotate(actor)
    const { kid } = await keys.active()
    await pause(30) // a made-up key id was looked up a moment ago
    assert.ok(await second.keys.find(kid))
    assert.equal((await second.keys.active()).kid, kid)
    assert.ok(await second.keys.find(old.kid))

    await operations.rotate(actor)
    await pause(1000)
    assert.equal((await second.keys.active()).kid, (await keys.active()).kid)
    await second.close()
  })

  onEachEngine('KY1 made-up key ids can not make it ask the database for each', async (_t, fixture) => {
    const { db, ...deps } = await keysOn(fixture)
    let queries = 0
    const counting = { ...db, all: (query: Parameters<typeof db.all>[0]) => (queries++, db.all(query)) }
    const keys = new SigningKeys({ ...deps, db: { ...counting, tx: db.tx.bind(db) } })
    for (let round = 0; round < 100; round++) {
      await Promise.all(Array.from({ length: 10 }, () => keys.find(newKid(round * 1000))))
    }
    assert.ok(queries < 40, `${queries} queries`)
    queries = 0
    for (const kid of ['', '../../etc/passwd', "' OR 1=1 --", 'x'.repeat(1e6), '20260101T000000Z-\0\0\0\0']) {
      assert.equal(await keys.find(kid), undefined)
    }
    assert.ok(queries <= 1)
  })

  onEachEngine('a restart finds the same keys', async (_t, fixture) => {
    const { keys, operations, ...deps } = await keysOn(fixture)
    await operations.rotate(actor)
    const restarted = new SigningKeys(deps)
    await restarted.ensure()
    assert.equal((await restarted.active()).kid, (await keys.active()).kid)
    assert.deepEqual(await restarted.jwks(), await keys.jwks())
  })

  onEachEngine('without any key signing fails instead of making one up', async (_t, fixture) => {
    const base = await foundation(fixture)
    const keys = new SigningKeys(base)
    const operations = new SigningKeyOperations({
      ...base,
      lifecycle: makeLifecycle(fixture),
      signingKeys: keys,
      accessTokenTtlSeconds,
    })
    await assert.rejects(keys.active(), /no active signing key/)
    const [{ active, retired }] = await operations.rotate(actor)
    assert.equal(retired, null)
    assert.equal((await keys.active()).kid, active.kid)
    assert.equal((await keys.jwks()).keys.length, 2, 'and another is published to follow it')
  })

  onEachEngine('a rotation that can not be recorded did not happen', async (_t, fixture) => {
    const { keys, ...deps } = await keysOn(fixture)
    const before = (await keys.active()).kid
    const events = Object.assign(Object.create(deps.events) as typeof deps.events, {
      record: () => Promise.reject(new Error('the disk is full')),
    })
    await assert.rejects(
      new SigningKeyOperations({ ...deps, events, signingKeys: keys, accessTokenTtlSeconds }).rotate(actor),
      /the disk is full/,
    )
    assert.equal(await countActive(fixture), 1)
    assert.equal((await new SigningKeys(deps).active()).kid, before)
  })

  onEachEngine('a key that leaked is dropped at once, and the next one signs in its place', async (_t, fixture) => {
    const { keys, operations } = await keysOn(fixture)
    const [leaked, follows] = (await keys.jwks()).keys.map(({ kid }) => kid)
    await operations.revoke(leaked ?? '', actor)
    const left = (await keys.jwks()).keys.map(({ kid }) => kid)
    assert.equal(left[0], follows)
    assert.equal(left.length, 2, 'another is published to follow')
    assert.ok(!left.includes(leaked ?? ''))
    assert.equal((await keys.active()).kid, follows)
    assert.equal(await keys.find(leaked ?? ''), undefined)
    assert.equal(await countActive(fixture), 1)
  })

  onEachEngine('a key that does not sign yet, or signs no more, can be dropped as well', async (_t, fixture) => {
    const { keys, operations } = await keysOn(fixture)
    const [{ active, retired, next }] = await operations.rotate(actor)
    await operations.revoke(next?.kid ?? '', actor)
    await operations.revoke(retired?.kid ?? '', actor)
    const left = (await keys.jwks()).keys.map(({ kid }) => kid)
    assert.equal(left[0], active.kid)
    assert.equal(left.length, 2)
    for (const kid of [next?.kid, retired?.kid]) assert.ok(!left.includes(kid ?? ''))
  })

  onEachEngine('KY1 what a dropped or retired key was made of is gone from the database', async (_t, fixture) => {
    const { operations, keys } = await keysOn(fixture)
    await operations.rotate(actor)
    await operations.revoke((await keys.active()).kid, actor)
    const rows = await fixture.db.all(sql`SELECT private_sealed, retired_at FROM signing_keys`)
    for (const row of rows) assert.equal(row['private_sealed'] === '', row['retired_at'] !== null)
    assert.equal(rows.length, 4)
  })

  onEachEngine('of two who drop one key at once, one is told that it is gone', async (_t, fixture) => {
    const { keys, operations, secondNode } = await keysOn(fixture)
    const second = await secondNode()
    const { kid } = await keys.active()
    const drops = [operations, second.operations].map((it) => it.revoke(kid, actor))
    const outcomes = (await Promise.allSettled(drops)).map(({ status }) => status)
    await second.close()
    assert.deepEqual(outcomes.toSorted(), ['fulfilled', 'rejected'])
    assert.equal(await countActive(fixture), 1)
    assert.equal((await fixture.db.all(sql`SELECT id FROM events WHERE name = 'signing_key.revoked'`)).length, 1)
  })

  onEachEngine('a key that is dropped while others rotate leaves one that signs', async (_t, fixture) => {
    const { keys, operations } = await keysOn(fixture)
    const { kid } = await keys.active()
    await Promise.all([operations.rotate(actor), operations.revoke(kid, actor), operations.rotate(actor)])
    assert.equal(await countActive(fixture), 1)
    assert.ok(await keys.active())
    assert.equal(await keys.find(kid), undefined)
  })

  onEachEngine(
    'the cleanup removes keys a day after they left the key set, and never the active one',
    async (_t, fixture) => {
      const { operations, db, clock } = await keysOn(fixture)
      await operations.rotate(actor)
      fixture.clock.advance(RETENTION_MS + 86_400_000)
      await cleanUp({ db, clock }, 'signing_keys')
      assert.equal((await db.all(sql`SELECT kid FROM signing_keys`)).length, 3)
      fixture.clock.advance(1)
      await cleanUp({ db, clock }, 'signing_keys')
      assert.equal((await db.all(sql`SELECT kid FROM signing_keys`)).length, 2)
      assert.equal(await countActive(fixture), 1)
    },
  )
})

describe('POST /api/v1/admin/auth/rotate-signing-key', () => {
  onEachEngine('answers the new key and the retired one, and records who did it', async (_t, fixture) => {
    const { keys, operations, ...base } = await keysOn(fixture)
    const api = new AdminApi(base, signingKeyRoutes, { signingKeyOperations: operations })
    const key = await api.key('signing-keys:write')
    const old = await keys.active()
    fixture.clock.advance(400_000)
    const { status, body } = await api.call('POST', '/admin/auth/rotate-signing-key', key)
    assert.equal(status, 200)
    // The next key is made a millisecond after the first.
    const madeAt = fixture.clock.now() - 400_000 + 1
    const [signs, follows] = (await keys.jwks()).keys
    assert.deepEqual(body, {
      kid: signs?.kid,
      algorithm: 'ES256',
      created_at: new Date(madeAt).toISOString(),
      known_from: new Date(madeAt + 301_000).toISOString(),
      next_kid: follows?.kid,
      others: [],
      retired: { kid: old.kid, published_until: new Date(fixture.clock.now() + RETENTION_MS).toISOString() },
    })
    const event = await fixture.db.get(sql`SELECT * FROM events WHERE name = 'signing_key.rotated'`)
    assert.equal(event?.['actor_type'], 'admin')
    assert.equal(event['target_id'], body['kid'])
  })

  onEachEngine('answers 401 without a key and 403 to a key without the scope', async (_t, fixture) => {
    const { keys, operations, ...base } = await keysOn(fixture)
    const api = new AdminApi(base, signingKeyRoutes, { signingKeyOperations: operations })
    assert.equal((await api.call('POST', '/admin/auth/rotate-signing-key')).status, 401)
    const refused = await api.call(
      'POST',
      '/admin/auth/rotate-signing-key',
      await api.key('signing-keys:read', 'agents:write'),
    )
    assert.equal(refused.status, 403)
    assert.equal(refused.body['code'], 'insufficient_scope')
    assert.equal((await keys.jwks()).keys.length, 2)
  })
})

test('a key id says when the key was made', () => {
  const kid = newKid(Date.UTC(2026, 10, 21, 9, 41, 7, 123))
  assert.match(kid, /^20261121T094107Z-[0-9a-z]{4}$/)
  assert.equal(isKid(kid), true)
})
