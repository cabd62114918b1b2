import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { forUpdate, hasOneWriter } from '#/platform/db/dialect.ts'
import { raw, sql } from '#/platform/db/sql.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { TokenNursery } from '#test/support/token-store.ts'
import type { Token } from './token.ts'

describe('the token store', () => {
  onEachEngine('gives back what it was given, every column', async (_t, base) => {
    const nursery = new TokenNursery(base)
    const full: Partial<Token> = {
      kind: 'refresh',
      grantType: 'authorization_code',
      userId: 'usr_1',
      audience: ['https://one.example', 'urn:two'],
      jkt: 'thumbprint',
      sessionId: 'sess_1',
      consentId: 'con_1',
      policyId: 'pol_1',
      delegator: 'person',
      act: { sub: 'planner', act: { sub: 'person' } },
      authenticatedAt: 1_700_000_000_123,
      generation: 3,
      rotatedAt: 1_700_000_000_456,
    }
    const now = base.clock.now()
    for (const token of [await nursery.plant(full), await nursery.plant()]) {
      assert.deepEqual(await nursery.store.find(base.db, token.id), token)
      assert.deepEqual(await nursery.store.findLiving(token.id, now), { token, isLiving: true })
    }
    assert.equal(await nursery.store.find(base.db, 'tok_unknown'), undefined)
    assert.equal(await nursery.store.findLiving('tok_unknown', now), undefined)
  })

  onEachEngine(
    'renews families together, each once and with its own access token, and none that ended',
    async (_t, base) => {
      const nursery = new TokenNursery(base)
      const { store } = nursery
      const now = base.clock.now()
      const family = { kind: 'refresh', userId: 'usr_1', jkt: 'old' } as const
      const families = await Promise.all(Array.from({ length: 5 }, () => nursery.plant(family)))
      const [used, revoked, ofDisabled] = [
        await nursery.plant({ ...family, generation: 1 }),
        await nursery.plant({ ...family, revokedAt: 1 }),
        await nursery.plant({ ...family, userId: 'usr_2' }),
      ]
      await base.db.run(sql`UPDATE users SET disabled_at = 1 WHERE id = 'usr_2'`)
      const asked = [...families, families[0] as Token, { ...used, generation: 0 }, revoked, ofDisabled].map(
        (one, i) => ({
          family: one,
          next: { fingerprint: `next ${i}`, jkt: ['new', null, 'old'][i % 3] ?? null },
          access: nursery.childOf(one),
          now,
        }),
      )
      const renewed = await Promise.all(asked.map((one) => store.renew(one)))
      assert.deepEqual(renewed.slice(1, 5), [true, true, true, true])
      assert.equal([renewed[0], renewed[5]].filter(Boolean).length, 1, 'one family is renewed once')
      assert.deepEqual(renewed.slice(6), [false, false, false])
      for (const [i, { family: before, next, access }] of asked.entries()) {
        assert.deepEqual(await store.find(base.db, access.id), renewed[i] ? access : undefined)
        const after = { ...before, ...next, generation: 1, rotatedAt: now }
        if (renewed[i]) assert.deepEqual(await store.find(base.db, before.id), after)
      }
      for (const before of [used, revoked, ofDisabled]) assert.deepEqual(await store.find(base.db, before.id), before)
    },
  )

  onEachEngine('takes a token for dead whose client, person, consent or policy is off or gone', async (_t, base) => {
    const nursery = new TokenNursery(base)
    const { db } = base
    const owners = { userId: 'usr_1', consentId: 'con_1', policyId: 'pol_1' }
    const token = await nursery.plant(owners)
    const child = await nursery.graft(token, { clientId: 'other', userId: null })
    const now = base.clock.now()
    const ends = [
      [sql`UPDATE clients SET active = 0 WHERE client_id = 'planner'`, sql`UPDATE clients SET active = 1`],
      [sql`UPDATE users SET disabled_at = 1`, sql`UPDATE users SET disabled_at = NULL`],
      [sql`UPDATE consents SET revoked_at = 1`, sql`UPDATE consents SET revoked_at = NULL`],
      [sql`UPDATE policies SET revoked_at = 1`, sql`UPDATE policies SET revoked_at = NULL`],
      [sql`UPDATE tokens SET revoked_at = 1 WHERE parent_id IS NULL`, sql`UPDATE tokens SET revoked_at = NULL`],
      [sql`UPDATE tokens SET expires_at = 1 WHERE parent_id IS NULL`, sql`UPDATE tokens SET expires_at = ${now + 1}`],
    ] as const
    for (const [end, undo] of ends) {
      assert.deepEqual(await nursery.living(token, child), [true, true])
      await db.run(end)
      assert.deepEqual(await nursery.living(token, child), [false, false], end.strings.join())
      for (const { id } of [token, child]) {
        assert.equal((await nursery.store.findLiving(id, now))?.isLiving, false)
        assert.equal(await db.tx((tx) => nursery.store.holdLiving(tx, id, now)), false)
      }
      await db.run(undo)
    }
    for (const table of ['clients', 'users', 'consents', 'policies', 'tokens']) {
      await nursery.makeOwners(token)
      assert.deepEqual(await nursery.living(child), [true])
      await db.run(sql`DELETE FROM ${raw(table)} WHERE id NOT IN ('agt_other', ${child.id})`)
      assert.deepEqual(await nursery.living(token, child), [false, false], table)
    }
  })

  onEachEngine('writes no token for a client or person that is not active at that moment', async (_t, base) => {
    const nursery = new TokenNursery(base)
    const token = nursery.draft({ userId: 'usr_1' })
    const insert = () => nursery.store.insert(base.db, token)
    assert.equal(await insert(), false)
    await nursery.makeOwners(token)
    await base.db.run(sql`UPDATE clients SET active = 0`)
    assert.equal(await insert(), false)
    await base.db.run(sql`UPDATE clients SET active = 1`)
    await base.db.run(sql`UPDATE users SET disabled_at = 1`)
    assert.equal(await insert(), false)
    await base.db.run(sql`UPDATE users SET disabled_at = NULL`)
    assert.equal(await insert(), true)
    assert.deepEqual(await nursery.living(token), [true])
  })

  onEachEngine(
    'renews nothing of a person whom somebody holds, and leaves the family as it was; a single writer comes after them',
    async (_t, base) => {
      const nursery = new TokenNursery(base)
      const { store } = nursery
      const family = await nursery.plant({ kind: 'refresh', userId: 'usr_1' })
      const next = { fingerprint: 'next', jkt: null }
      const renew = () => store.renew({ family, next, access: nursery.childOf(family), now: base.clock.now() })
      const [isHeld, goOn] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
      const ending = base.db.tx(async (tx) => {
        await tx.all(sql`SELECT id FROM users WHERE id = 'usr_1' ${forUpdate}`)
        isHeld.resolve(undefined)
        if (!hasOneWriter[tx.engine]) await goOn.promise
      })
      await isHeld.promise
      const after = hasOneWriter[base.engine]
      assert.equal(await renew(), after)
      goOn.resolve(undefined)
      await ending
      assert.equal((await store.find(base.db, family.id))?.generation, after ? 1 : 0)
      assert.equal(await renew(), !after)
    },
  )

  onEachEngine('writes of many tokens at once those of active clients, and none twice', async (_t, base) => {
    const nursery = new TokenNursery(base)
    const before = await nursery.plant()
    await nursery.plant({ clientId: 'other' })
    await base.db.run(sql`UPDATE clients SET active = 0 WHERE client_id = 'other'`)
    const clientOf = (i: number): string => (i % 3 === 0 ? 'other' : i % 7 === 0 ? 'unknown' : 'planner')
    const drafts = Array.from({ length: 150 }, (_, i) => nursery.draft({ clientId: clientOf(i) }))
    const insert = (token: Token) => nursery.store.insert(base.db, token)
    assert.deepEqual(
      await Promise.all(drafts.map(insert)),
      drafts.map(({ clientId }) => clientId === 'planner'),
    )
    const some = drafts.filter(({ clientId }) => clientId === 'planner')
    const found = await Promise.all(drafts.map(({ id }) => nursery.store.findLiving(id, base.clock.now())))
    assert.deepEqual(
      found.filter((it) => it !== undefined),
      some.map((token) => ({ token, isLiving: true })),
    )
    // One that is there already is not written again, whatever it says, and those beside it are.
    const more = [nursery.draft(), { ...before, subject: 'other' }, nursery.draft()]
    const written = await Promise.allSettled(more.map(insert))
    assert.deepEqual(
      written.map((outcome) => outcome.status === 'fulfilled' && outcome.value),
      [true, false, true],
    )
    assert.deepEqual(await nursery.store.find(base.db, before.id), before)
    assert.deepEqual(await nursery.living(more[0] as Token, more[2] as Token), [true, true])
  })

  onEachEngine('rotates a family once, however many try, and never one that is over', async (_t, base) => {
    const nursery = new TokenNursery(base)
    const family = await nursery.plant({ kind: 'refresh' })
    const next = { fingerprint: 'next', jkt: 'key' }
    const rotate = (token: Token) => base.db.tx((tx) => nursery.store.rotate(tx, token, next, base.clock.now()))
    const tries = await Promise.all(Array.from({ length: 20 }, () => rotate(family)))
    assert.equal(tries.filter(Boolean).length, 1)
    const rotated = await nursery.store.find(base.db, family.id)
    assert.deepEqual(rotated, { ...family, ...next, generation: 1, rotatedAt: base.clock.now() })
    await nursery.revoke({ by: 'token', id: family.id })
    assert.equal(await rotate({ ...family, generation: 1 }), false)
    const short = await nursery.plant({ kind: 'refresh', expiresAt: base.clock.now() })
    assert.equal(await rotate(short), false)
  })

  onEachEngine('lists a client’s tokens by page, newest first', async (_t, base) => {
    const nursery = new TokenNursery(base)
    const made: Token[] = []
    for (let i = 0; i < 5; i++) {
      made.unshift(await nursery.plant({ revokedAt: i === 2 ? base.clock.now() : null }))
      await nursery.plant({ clientId: 'other' })
      base.clock.advance(1)
    }
    const ofPlanner = { clientId: 'planner', userId: undefined }
    const list = async (before?: Token, active?: boolean, now = base.clock.now()) =>
      (await nursery.store.list({ ...ofPlanner, active }, { before, limit: 3 }, now)).rows.map(({ id }) => id)
    const count = (active?: boolean, now = base.clock.now()) => nursery.store.count({ ...ofPlanner, active }, now)
    const ids = made.map(({ id }) => id)
    assert.deepEqual(await list(), ids.slice(0, 3))
    assert.deepEqual(await list(made[2]), ids.slice(3))
    assert.deepEqual(await list(undefined, true), [ids[0], ids[1], ids[3]])
    assert.deepEqual(await list(undefined, false), [ids[2]])
    assert.deepEqual([await count(), await count(true), await count(false)], [5, 4, 1])
    const later = base.clock.now() + 3_600_000
    assert.deepEqual([await count(true, later), await count(false, later)], [0, 5])
  })

  onEachEngine(
    'asks no more than two thousand tokens of one client whether they live, and goes on behind those',
    async (_t, base) => {
      const nursery = new TokenNursery(base)
      const { store } = nursery
      const oldest = await nursery.plant({ revokedAt: 1 })
      base.clock.advance(1)
      const living = await nursery.plant({ userId: 'usr_1' })
      const columns = raw(
        'kind, grant_type, client_id, subject, user_id, scope, audience, fingerprint, depth, generation, epoch',
      )
      await base.db.run(sql`
      WITH RECURSIVE numbers (n) AS (SELECT 10001 UNION ALL SELECT n + 1 FROM numbers WHERE n < 12500)
      INSERT INTO tokens (id, ${columns}, root_id, created_at, expires_at)
      SELECT ${living.id} || n, ${columns}, ${living.id} || n, created_at, expires_at
      FROM tokens CROSS JOIN numbers WHERE id = ${living.id}`)
      const now = base.clock.now()
      for (const filter of [
        { clientId: 'planner', userId: undefined, active: false },
        { clientId: 'other', userId: 'usr_1', active: undefined },
      ]) {
        const first = await store.list(filter, { before: undefined, limit: 10 }, now)
        assert.deepEqual([first.rows, first.next?.id], [[], `${living.id}10501`])
        const second = await store.list(filter, { before: first.next, limit: 10 }, now)
        const found = filter.active === false ? [oldest.id] : []
        assert.deepEqual([second.rows.map(({ id }) => id), second.next], [found, undefined])
        assert.equal(await store.count(filter, now), undefined)
      }
      const all = { clientId: 'planner', userId: undefined, active: undefined }
      assert.equal(await store.count(all, now), 2502)
      const page = await store.list({ ...all, active: true }, { before: undefined, limit: 10 }, now)
      assert.deepEqual([page.rows.length, page.next?.id], [10, `${living.id}12491`])
    },
  )

  onEachEngine('says of a token in a list when and why the first ending reached it', async (_t, base) => {
    const nursery = new TokenNursery(base)
    const later = () => {
      base.clock.advance(1000)
      return base.clock.now()
    }
    const root = await nursery.plant({ clientId: 'top' })
    const middle = await nursery.graft(root, { clientId: 'mid' })
    const leaf = await nursery.graft(middle, { clientId: 'low' })
    const other = await nursery.plant({ clientId: 'low' })
    const ends = async () => {
      const now = base.clock.now()
      const ofLow = { clientId: 'low', userId: undefined, active: undefined }
      const { rows: listed } = await nursery.store.list(ofLow, { before: undefined, limit: 9 }, now)
      const chain = (await nursery.store.ancestries([leaf.id], now)).get(leaf.id) ?? []
      assert.deepEqual(
        chain.map(({ id }) => id),
        [leaf.id, middle.id, root.id],
      )
      const [inList, inChain] = [listed.find(({ id }) => id === leaf.id), chain[0]]
      assert.deepEqual(inList, inChain)
      assert.equal(listed.find(({ id }) => id === other.id)?.revokedAt, null)
      return chain.map(({ revokedAt, revokedReason }) => [revokedAt, revokedReason])
    }
    /** What is issued after an ending is of the epoch that it began, and not reached by it. */
    const endOfNext = async (clientId: string) => {
      const { id } = await nursery.plant({ clientId })
      const [token] = (await nursery.store.ancestries([id], base.clock.now())).get(id) ?? []
      return [token?.revokedAt, token?.revokedReason]
    }
    const nothing = [null, null]
    assert.deepEqual(await ends(), [nothing, nothing, nothing])
    const first = later()
    await nursery.revoke({ by: 'client', clientId: 'mid' }, 'mark')
    assert.deepEqual(await ends(), [[first, 'mark'], [first, 'mark'], nothing])
    assert.deepEqual(await endOfNext('mid'), nothing)
    const second = later()
    await nursery.revoke({ by: 'token', id: root.id }, 'row')
    assert.deepEqual(await ends(), [
      [first, 'mark'],
      [first, 'mark'],
      [second, 'row'],
    ])
    later()
    await nursery.revoke({ by: 'pattern', pattern: 'to?' }, 'pattern')
    assert.deepEqual((await ends())[2], [second, 'row'])
    assert.deepEqual(await endOfNext('top'), nothing)
  })

  onEachEngine('lists the hops a client made or handed on, each once', async (_t, base) => {
    const nursery = new TokenNursery(base)
    const root = await nursery.plant({ clientId: 'a' })
    const grow = (parent: Token, clientId: string) => {
      base.clock.advance(1)
      return nursery.graft(parent, { clientId })
    }
    const first = await grow(root, 'b')
    const second = await grow(first, 'b')
    const third = await grow(second, 'c')
    const hops = async (clientId: string, before?: Token, limit = 10) =>
      (await nursery.store.listDelegatedOfClient(clientId, before, limit)).map(({ id }) => id)
    assert.deepEqual(await hops('a'), [first.id])
    assert.deepEqual(await hops('b'), [third.id, second.id, first.id])
    assert.deepEqual(await hops('b', third, 1), [second.id])
    assert.deepEqual(await hops('c'), [third.id])
    assert.deepEqual(await hops('d'), [])
    const counts = await Promise.all(['a', 'b', 'c', 'd'].map((client) => nursery.store.countDelegatedOfClient(client)))
    assert.deepEqual(counts, [1, 3, 1, 0])
    const chains = await nursery.store.ancestries([third.id, root.id], base.clock.now())
    assert.deepEqual(
      [...chains.values()].map((chain) => chain.map(({ id }) => id)),
      [[third.id, second.id, first.id, root.id], [root.id]],
    )
  })

  onEachEngine('knows when the last living access token ends', async (_t, base) => {
    const nursery = new TokenNursery(base)
    const now = base.clock.now()
    assert.equal(await nursery.store.lastExpiresAt(now), 0)
    await nursery.plant({ expiresAt: now + 10 })
    await nursery.plant({ expiresAt: now + 20, revokedAt: now })
    await nursery.plant({ expiresAt: now + 30, kind: 'refresh' })
    assert.equal(await nursery.store.lastExpiresAt(now), now + 10)
    assert.equal(await nursery.store.lastExpiresAt(now + 10), 0)
  })
})
