import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from '#/platform/db/sql.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { TokenNursery } from '#test/support/token-store.ts'
import type { RevocationCounts, TokenSelector } from './lineage.ts'
import type { Token } from './token.ts'

const NONE: RevocationCounts = { total: 0, access_tokens: 0, refresh_tokens: 0, delegated_tokens: 0 }

const revoke = (nursery: TokenNursery, selector: TokenSelector): Promise<RevocationCounts> =>
  nursery.db.tx((tx) => nursery.store.revoke(tx, selector, 'test', nursery.clock.now()))

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
    for (const token of [await nursery.plant(full), await nursery.plant()]) {
      assert.deepEqual(await nursery.store.find(base.db, token.id), token)
      assert.deepEqual(await base.db.tx((tx) => nursery.store.hold(tx, token.id)), token)
      assert.deepEqual((await nursery.store.findWithOwners(token.id))?.token, token)
    }
    assert.equal(await nursery.store.find(base.db, 'tok_unknown'), undefined)
    assert.equal(await nursery.store.findWithOwners('tok_unknown'), undefined)
    assert.equal(await base.db.tx((tx) => nursery.store.hold(tx, 'tok_unknown')), undefined)
  })

  onEachEngine('knows whether the client of a token is active, and takes an unknown one for dead', async (_t, base) => {
    const nursery = new TokenNursery(base)
    await nursery.agent('active')
    await nursery.agent('idle', { active: false })
    const state = async (clientId: string) =>
      (await nursery.store.findWithOwners((await nursery.plant({ clientId })).id))?.clientActive
    assert.deepEqual([await state('active'), await state('idle'), await state('gone')], [true, false, false])
  })

  onEachEngine('takes a person, consent or policy that is not there for dead', async (_t, base) => {
    const nursery = new TokenNursery(base)
    const token = await nursery.plant({ userId: 'usr_gone', consentId: 'con_gone', policyId: 'pol_gone' })
    const found = await nursery.store.findWithOwners(token.id)
    assert.deepEqual([found?.userActive, found?.consentLiving, found?.policyLiving], [false, false, false])
    const own = await nursery.store.findWithOwners((await nursery.plant()).id)
    assert.deepEqual([own?.userActive, own?.consentLiving, own?.policyLiving], [true, true, true])
  })

  onEachEngine('counts dead ancestors: revoked, expired, missing, of an idle client', async (_t, base) => {
    const nursery = new TokenNursery(base)
    await nursery.agent('planner')
    await nursery.agent('idle', { active: false })
    const now = base.clock.now()
    const root = await nursery.plant()
    const middle = await nursery.graft(root)
    const dead = (id: string) => nursery.store.countDeadAncestors(base.db, id, now)
    assert.equal(await dead(middle.id), 0)
    await base.db.run(sql`UPDATE tokens SET revoked_at = ${now} WHERE id = ${root.id}`)
    assert.equal(await dead(middle.id), 1)
    await base.db.run(sql`UPDATE tokens SET revoked_at = ${null}, expires_at = ${now} WHERE id = ${root.id}`)
    assert.equal(await dead(middle.id), 1)
    await base.db.run(sql`DELETE FROM tokens WHERE id = ${root.id}`)
    assert.equal(await dead(middle.id), 1)
    assert.equal(await dead('tok_missing'), 1)
    assert.equal(await dead((await nursery.plant({ clientId: 'idle' })).id), 1)
    assert.equal(await dead((await nursery.plant({ consentId: 'con_gone' })).id), 1)
    assert.equal(await dead((await nursery.plant({ policyId: 'pol_gone' })).id), 1)
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
    await revoke(nursery, { by: 'token', id: family.id })
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
    const list = async (before?: Token, activeAt?: number) =>
      (await nursery.store.listOfClient('planner', { before, limit: 3, activeAt })).map(({ id }) => id)
    const ids = made.map(({ id }) => id)
    assert.deepEqual(await list(), ids.slice(0, 3))
    assert.deepEqual(await list(made[2]), ids.slice(3))
    assert.deepEqual(await list(undefined, base.clock.now()), [ids[0], ids[1], ids[3]])
    assert.equal(await nursery.store.countOfClient('planner', undefined), 5)
    assert.equal(await nursery.store.countOfClient('planner', base.clock.now()), 4)
    assert.equal(await nursery.store.countOfClient('planner', base.clock.now() + 3_600_000), 0)
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
    const line = (await nursery.store.ancestry(third.id)).map(({ id }) => id)
    assert.deepEqual(line, [third.id, second.id, first.id, root.id])
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

describe('revocation in the store', () => {
  onEachEngine('ends a whole family and counts it by kind, once', async (_t, base) => {
    const nursery = new TokenNursery(base)
    const family = await nursery.plant({ kind: 'refresh' })
    const children = [await nursery.graft(family), await nursery.graft(family)] as const
    const hop = await nursery.graft(children[0])
    const other = await nursery.plant()
    const expected = { total: 4, access_tokens: 3, refresh_tokens: 1, delegated_tokens: 1 }
    const selector = { by: 'token', id: family.id } as const
    assert.deepEqual(await nursery.store.countLiving(selector, base.clock.now()), expected)
    assert.deepEqual(await revoke(nursery, selector), expected)
    assert.deepEqual(await nursery.unrevoked(family, ...children, hop, other), [false, false, false, false, true])
    assert.deepEqual(await revoke(nursery, selector), NONE)
    assert.deepEqual(await nursery.store.countLiving(selector, base.clock.now()), NONE)
    const row = await nursery.store.find(base.db, hop.id)
    assert.deepEqual([row?.revokedAt, row?.revokedReason], [base.clock.now(), 'test'])
  })

  onEachEngine('reaches what each selector names, and below it', async (_t, base) => {
    const nursery = new TokenNursery(base)
    const named: Record<string, [Partial<Token>, TokenSelector]> = {
      client: [{ clientId: 'selected' }, { by: 'client', clientId: 'selected' }],
      user: [{ userId: 'usr_selected' }, { by: 'user', userId: 'usr_selected' }],
      consent: [{ consentId: 'con_selected' }, { by: 'consent', consentId: 'con_selected' }],
      policy: [{ policyId: 'pol_selected' }, { by: 'policy', policyId: 'pol_selected' }],
      pattern: [{ clientId: 'pattern-1' }, { by: 'pattern', pattern: 'pattern-?' }],
      key: [
        { clientId: 'bound', jkt: 'key' },
        { by: 'key', clientId: 'bound', jkt: 'key' },
      ],
    }
    await nursery.plant({ clientId: 'other', jkt: 'key' })
    await nursery.plant({ clientId: 'bound' })
    await nursery.plant({ clientId: 'Pattern-1' })
    for (const [name, [fields, selector]] of Object.entries(named)) {
      const root = await nursery.plant()
      const token = await nursery.graft(root, fields)
      const below = await nursery.graft(token, { userId: null })
      const counts = await revoke(nursery, selector)
      assert.deepEqual(counts, { total: 2, access_tokens: 2, refresh_tokens: 0, delegated_tokens: 2 }, name)
      assert.deepEqual(await nursery.unrevoked(root, token, below), [true, false, false], name)
    }
    assert.equal((await revoke(nursery, { by: 'pattern', pattern: '*' })).total, 3 + Object.keys(named).length)
  })

  onEachEngine(
    'walks through dead tokens to living ones below, and leaves expired ones as they are',
    async (_t, base) => {
      const nursery = new TokenNursery(base)
      const root = await nursery.plant()
      const middle = await nursery.graft(root, { revokedAt: base.clock.now(), revokedReason: 'before' })
      const leaf = await nursery.graft(middle)
      const expired = await nursery.graft(root, { expiresAt: base.clock.now() })
      assert.equal((await revoke(nursery, { by: 'token', id: root.id })).total, 2)
      assert.deepEqual(await nursery.unrevoked(root, middle, leaf, expired), [false, false, false, true])
      assert.equal((await nursery.store.find(base.db, middle.id))?.revokedReason, 'before')
    },
  )

  onEachEngine('ends and counts what a walk over any forest says', async (_t, base) => {
    const nursery = new TokenNursery(base)
    // Each number points at an earlier token, or at none.
    const forests = fc.array(fc.record({ parent: fc.nat(20), refresh: fc.boolean(), client: fc.nat(2) }), {
      minLength: 1,
      maxLength: 12,
    })
    let round = 0
    await fc.assert(
      fc.asyncProperty(forests, fc.nat(), async (plan, target) => {
        const tokens = await growForest(nursery, plan, round++)
        const chosen = tokens[target % tokens.length] as Token
        const affected = descendantsOf(tokens, chosen)
        const expected = {
          total: affected.length,
          access_tokens: affected.filter(({ kind }) => kind === 'access').length,
          refresh_tokens: affected.filter(({ kind }) => kind === 'refresh').length,
          delegated_tokens: affected.filter(({ depth }) => depth > 0).length,
        }
        const selector = { by: 'token', id: chosen.id } as const
        assert.deepEqual(await nursery.store.countLiving(selector, base.clock.now()), expected)
        assert.deepEqual(await revoke(nursery, selector), expected)
        const alive = tokens.map((token) => !affected.includes(token))
        assert.deepEqual(await nursery.unrevoked(...tokens), alive)
      }),
      { numRuns: base.engine === 'sqlite' ? 60 : 20 },
    )
  })

  onEachEngine('a child made in the moment its parent is revoked is revoked with it', async (_t, base) => {
    const nursery = new TokenNursery(base)
    const root = await nursery.plant()
    const parent = await nursery.graft(root)
    const child = nursery.childOf(parent)
    const held = Promise.withResolvers<void>()
    const making = base.db.tx(async (tx) => {
      assert.equal((await nursery.store.hold(tx, parent.id))?.revokedAt, null)
      held.resolve()
      await pause(100) // the revocation arrives
      await nursery.store.insert(tx, child)
    })
    await held.promise
    const counts = await revoke(nursery, { by: 'token', id: root.id })
    await making
    assert.equal(counts.total, 3)
    assert.deepEqual(await nursery.unrevoked(root, parent, child), [false, false, false])
  })

  onEachEngine('who comes after a revocation finds the parent dead', async (_t, base) => {
    const nursery = new TokenNursery(base)
    const parent = await nursery.plant()
    const started = Promise.withResolvers<void>()
    const revoking = base.db.tx(async (tx) => {
      await nursery.store.revoke(tx, { by: 'token', id: parent.id }, 'test', base.clock.now())
      started.resolve()
      await pause(100)
    })
    await started.promise
    const seen = await base.db.tx((tx) => nursery.store.hold(tx, parent.id))
    await revoking
    assert.notEqual(seen?.revokedAt, null)
  })

  onEachEngine(
    'of children and revocations in a crowd none leaves a living child of a dead parent',
    async (_t, base) => {
      const nursery = new TokenNursery(base)
      for (let round = 0; round < 5; round++) {
        const root = await nursery.plant()
        const parent = await nursery.graft(root)
        const make = async () => {
          const child = nursery.childOf(parent)
          await base.db.tx(async (tx) => {
            const found = await nursery.store.hold(tx, parent.id)
            if (found?.revokedAt === null) await nursery.store.insert(tx, child)
          })
        }
        const crowd = Array.from({ length: 12 }, (_, i) =>
          i === 6 ? revoke(nursery, { by: 'token', id: root.id }) : make(),
        )
        await Promise.all(crowd)
      }
      const orphans = await base.db.all(sql`
      SELECT t.id FROM tokens t JOIN tokens p ON p.id = t.parent_id
      WHERE t.revoked_at IS NULL AND p.revoked_at IS NOT NULL`)
      assert.deepEqual(orphans, [])
    },
  )

  onEachEngine('that fails leaves every token as it was', async (_t, base) => {
    const nursery = new TokenNursery(base)
    const root = await nursery.plant()
    const child = await nursery.graft(root)
    const failing = base.db.tx(async (tx) => {
      await nursery.store.revoke(tx, { by: 'token', id: root.id }, 'test', base.clock.now())
      throw new Error('undo')
    })
    await assert.rejects(failing, /undo/)
    assert.deepEqual(await nursery.unrevoked(root, child), [true, true])
  })
})

async function growForest(
  nursery: TokenNursery,
  plan: readonly { parent: number; refresh: boolean; client: number }[],
  round: number,
): Promise<Token[]> {
  const tokens: Token[] = []
  for (const { parent, refresh, client } of plan) {
    const clientId = `forest-${round}-${client}`
    const above = tokens[parent]
    const isRoot = above === undefined
    tokens.push(
      isRoot
        ? await nursery.plant({ clientId, kind: refresh ? 'refresh' : 'access' })
        : await nursery.graft(above, { clientId }),
    )
  }
  return tokens
}

const descendantsOf = (tokens: readonly Token[], top: Token): Token[] => {
  const below = tokens.filter(({ parentId }) => parentId === top.id)
  return [top, ...below.flatMap((token) => descendantsOf(tokens, token))]
}
