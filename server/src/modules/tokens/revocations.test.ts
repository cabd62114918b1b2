import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { openDatabase } from '#/platform/db/open.ts'
import { raw, sql } from '#/platform/db/sql.ts'
import { TestClock } from '#test/support/clock.ts'
import { onEachEngine } from '#test/support/engines.ts'
import type { EngineFixture } from '#test/support/engines.ts'
import { livingTokens, TokenNursery } from '#test/support/token-store.ts'
import { noTokens } from './counts.ts'
import type { TokenSelector } from './selectors.ts'
import type { Token } from './token.ts'

describe('revocation in the store', () => {
  onEachEngine('ends a whole family and counts it by kind, once', async (_t, base) => {
    const nursery = new TokenNursery(base)
    const family = await nursery.plant({ kind: 'refresh' })
    const children = [await nursery.graft(family), await nursery.graft(family)] as const
    const hop = await nursery.graft(children[0])
    const other = await nursery.plant()
    const expected = { total: 4, access_tokens: 3, refresh_tokens: 1, delegated_tokens: 1 }
    const selector = { by: 'token', id: family.id } as const
    assert.deepEqual(await nursery.count(selector), expected)
    assert.deepEqual(await nursery.revoke(selector), expected)
    assert.deepEqual(await nursery.living(family, ...children, hop, other), [false, false, false, false, true])
    assert.deepEqual(await nursery.revoke(selector), noTokens)
    assert.deepEqual(await nursery.count(selector), noTokens)
    const row = await nursery.store.find(base.db, family.id)
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
      const counts = await nursery.revoke(selector)
      assert.deepEqual(counts, { total: 2, access_tokens: 2, refresh_tokens: 0, delegated_tokens: 2 }, name)
      assert.deepEqual(await nursery.living(root, token, below), [true, false, false], name)
    }
    assert.equal((await nursery.revoke({ by: 'pattern', pattern: '*' })).total, 3 + Object.keys(named).length)
  })

  onEachEngine('counts neither what is dead with an ancestor nor what expired', async (_t, base) => {
    const nursery = new TokenNursery(base)
    const root = await nursery.plant()
    const middle = await nursery.graft(root, { revokedAt: base.clock.now(), revokedReason: 'before' })
    const leaf = await nursery.graft(middle)
    const expired = await nursery.graft(root, { expiresAt: base.clock.now() })
    for (const selector of [
      { by: 'token', id: leaf.id },
      { by: 'token', id: middle.id },
      { by: 'token', id: expired.id },
    ] as const)
      assert.deepEqual(await nursery.revoke(selector), noTokens)
    assert.equal((await nursery.revoke({ by: 'client', clientId: 'planner' })).total, 1)
    assert.deepEqual(await nursery.living(root, middle, leaf, expired), [false, false, false, false])
    assert.equal((await nursery.store.find(base.db, middle.id))?.revokedReason, 'before')
    assert.equal((await nursery.store.find(base.db, leaf.id))?.revokedAt, null)
  })

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
        assert.deepEqual(await nursery.count(selector), expected)
        assert.deepEqual(await nursery.revoke(selector), expected)
        const alive = tokens.map((token) => !affected.includes(token))
        assert.deepEqual(await nursery.living(...tokens), alive)
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
      assert.equal(await nursery.store.holdLiving(tx, parent.id, base.clock.now()), true)
      held.resolve()
      await pause(100) // the revocation arrives
      await nursery.store.insert(tx, child)
    })
    await held.promise
    const counts = await nursery.revoke({ by: 'token', id: root.id })
    await making
    assert.equal(counts.total, 3)
    assert.deepEqual(await nursery.living(root, parent, child), [false, false, false])
  })

  onEachEngine('who comes after a revocation finds the parent dead', async (_t, base) => {
    const nursery = new TokenNursery(base)
    const parent = await nursery.plant()
    const started = Promise.withResolvers<void>()
    const revoking = base.db.tx(async (tx) => {
      await nursery.revocations.revoke(tx, { by: 'token', id: parent.id }, 'test', base.clock.now())
      started.resolve()
      await pause(100)
    })
    await started.promise
    const isHeld = await base.db.tx((tx) => nursery.store.holdLiving(tx, parent.id, base.clock.now()))
    await revoking
    assert.equal(isHeld, false)
  })

  onEachEngine('of children in a crowd each is counted by the revocation or not made', async (_t, base) => {
    const nursery = new TokenNursery(base)
    for (let round = 0; round < 5; round++) {
      const root = await nursery.plant()
      const parent = await nursery.graft(root)
      const make = async () => {
        const child = nursery.childOf(parent)
        await base.db.tx(async (tx) => {
          if (await nursery.store.holdLiving(tx, parent.id, base.clock.now())) await nursery.store.insert(tx, child)
        })
        return 0
      }
      const crowd = Array.from({ length: 12 }, async (_, i) =>
        i === 6 ? (await nursery.revoke({ by: 'token', id: root.id })).total : make(),
      )
      const counted = (await Promise.all(crowd)).reduce((sum, count) => sum + count)
      const made = await base.db.all(sql`SELECT id FROM tokens WHERE root_id = ${root.id}`)
      assert.equal(counted, made.length)
    }
  })

  onEachEngine('that fails leaves every token as it was', async (_t, base) => {
    const nursery = new TokenNursery(base)
    const root = await nursery.plant()
    const child = await nursery.graft(root)
    const failing = base.db.tx(async (tx) => {
      await nursery.revocations.revoke(tx, { by: 'token', id: root.id }, 'test', base.clock.now())
      throw new Error('undo')
    })
    await assert.rejects(failing, /undo/)
    assert.deepEqual(await nursery.living(root, child), [true, true])
  })
})

describe('a revocation of tokens', () => {
  onEachEngine('SE4 of a session spares the lines that were granted offline access, when told so', async (_t, base) => {
    const nursery = new TokenNursery(base)
    const plant = (token: Partial<Token>) => nursery.plant({ userId: 'usr_1', clientId: 'client_1', ...token })
    const online = await plant({ kind: 'refresh', sessionId: 'sess_1', scope: 'openid read' })
    const offline = await plant({ kind: 'refresh', sessionId: 'sess_1', scope: 'openid offline_access read' })
    const narrowed = await nursery.graft(offline, { sessionId: 'sess_1', scope: 'read' })
    const alike = ['offline_accessory', 'OFFLINE_ACCESS', 'offlineXaccess', 'my:offline_access', '']
    const others = await Promise.all(alike.map((scope) => plant({ sessionId: 'sess_1', scope })))
    const elsewhere = await plant({ sessionId: 'sess_2' })
    const counts = await nursery.revoke({ by: 'session', sessionId: 'sess_1', offlineToo: false })
    assert.equal(counts.total, 1 + others.length)
    assert.deepEqual(await nursery.living(online, offline, narrowed, elsewhere), [false, true, true, true])
    assert.equal((await nursery.revoke({ by: 'session', sessionId: 'sess_1', offlineToo: true })).total, 2)
    assert.deepEqual(await nursery.living(offline, narrowed, elsewhere), [false, false, true])
  })

  onEachEngine('of a person or a client reaches all, or what came from sessions or consents', async (_t, base) => {
    const nursery = new TokenNursery(base)
    const plant = (token: Partial<Token>) => nursery.plant({ userId: 'usr_1', clientId: 'client_1', ...token })
    const fromSession = await plant({ sessionId: 'sess_gone', consentId: 'con_1' })
    const fromConsent = await plant({ consentId: 'con_2' })
    const own = await plant({})
    const foreign = await plant({ userId: 'usr_2', clientId: 'client_2', sessionId: 'sess_x', consentId: 'con_x' })
    assert.equal((await nursery.revoke({ by: 'user', userId: 'usr_1', via: 'session' })).total, 1)
    assert.deepEqual(await nursery.living(fromSession, fromConsent, own), [false, true, true])
    assert.equal((await nursery.revoke({ by: 'client', clientId: 'client_1', via: 'consent' })).total, 1)
    assert.deepEqual(await nursery.living(fromConsent, own), [false, true])
    assert.equal((await nursery.revoke({ by: 'user', userId: 'usr_1' })).total, 1)
    assert.deepEqual(await nursery.living(own, foreign), [false, true])
  })
})

/** Another node on the same database: its own connections, its own clock. */
async function otherNode(base: EngineFixture, work: (node: TokenNursery) => Promise<void>): Promise<void> {
  const database = await openDatabase({ url: base.url })
  try {
    await work(new TokenNursery({ db: database.db, clock: new TestClock() }))
  } finally {
    await database.close()
  }
}

const ofPlanner = { by: 'client', clientId: 'planner' } as const
const ofPerson = { by: 'user', userId: 'usr_1' } as const

describe('a mark', () => {
  onEachEngine('ends what came before it and nothing that comes after, whatever the clocks say', async (_t, base) => {
    const nursery = new TokenNursery(base)
    await otherNode(base, async (node) => {
      node.clock.set(base.clock.now() - 30_000)
      for (const selector of [ofPlanner, ofPerson, { by: 'pattern', pattern: '*' }] as const) {
        const before = [await nursery.plant({ userId: 'usr_1' }), await node.plant({ userId: 'usr_1' })]
        assert.equal((await node.revoke(selector)).total, 2)
        const after = [await nursery.plant({ userId: 'usr_1' }), await node.plant({ userId: 'usr_1' })]
        assert.deepEqual(await nursery.living(...before, ...after), [false, false, true, true])
        base.clock.advance(-1000)
        assert.equal((await nursery.revoke(selector)).total, 2)
        assert.deepEqual(await nursery.living(...after), [false, false])
      }
    })
  })

  onEachEngine('writes one row, however many tokens it ends', async (_t, base) => {
    const nursery = new TokenNursery(base)
    for (let i = 0; i < 20; i++)
      await nursery.plant({ clientId: `agent-${i % 4}`, userId: 'usr_1', sessionId: 'sess_1' })
    const rows = async (table: string) => base.db.all(sql`SELECT * FROM ${raw(table)}`)
    const tokens = await rows('tokens')
    const everybody = { by: 'all-sessions', kept: null, operatorsToo: true } as const
    for (const selector of [
      { by: 'pattern', pattern: 'agent-?' },
      { by: 'user', userId: 'usr_1' },
      everybody,
    ] as const) {
      const marks = (await rows('token_marks')).length
      await nursery.revoke(selector)
      assert.equal((await rows('token_marks')).length, marks + 1)
    }
    assert.deepEqual(await rows('tokens'), tokens)
    assert.deepEqual(await livingTokens(base.db, base.clock), [])
  })

  onEachEngine('revives nothing when a client or person is turned on again, or made again', async (_t, base) => {
    const nursery = new TokenNursery(base)
    const token = await nursery.plant({ userId: 'usr_1' })
    const late = nursery.draft({ userId: 'usr_1' })
    await nursery.revoke(ofPlanner)
    await base.db.run(sql`UPDATE clients SET active = 0`)
    assert.equal(await nursery.store.insert(base.db, late), false)
    await base.db.run(sql`UPDATE clients SET active = 1`)
    assert.deepEqual(await nursery.living(token), [false])
    const second = await nursery.plant({ userId: 'usr_1' })
    await nursery.revoke(ofPerson)
    await base.db.run(sql`UPDATE users SET disabled_at = 1`)
    assert.equal(await nursery.store.insert(base.db, late), false)
    await base.db.run(sql`UPDATE users SET disabled_at = NULL`)
    await base.db.run(sql`DELETE FROM clients`)
    const third = await nursery.plant({ userId: 'usr_1' })
    assert.deepEqual(await nursery.living(token, second, third), [false, false, true])
  })

  onEachEngine('ends the family, so that what is on its way from it is dead or refused', async (_t, base) => {
    const nursery = new TokenNursery(base)
    const family = await nursery.plant({ kind: 'refresh', userId: 'usr_1' })
    const child = nursery.childOf(family)
    await nursery.revoke(ofPerson)
    const next = { fingerprint: 'next', jkt: null }
    assert.equal(await base.db.tx((tx) => nursery.store.rotate(tx, family, next, base.clock.now())), false)
    assert.equal(await base.db.tx((tx) => nursery.store.holdLiving(tx, family.id, base.clock.now())), false)
    await nursery.store.insert(base.db, child)
    assert.deepEqual(await nursery.living(child), [false])
    assert.deepEqual(await nursery.revoke(ofPlanner), noTokens)
  })

  onEachEngine(
    'counts a token that is recorded before it, and lets one live that is recorded after it',
    async (_t, base) => {
      const nursery = new TokenNursery(base)
      await nursery.plant({ userId: 'usr_1' })
      await otherNode(base, async (node) => {
        for (const selector of [ofPlanner, ofPerson, { by: 'pattern', pattern: '*' }] as const) {
          await nursery.revoke(selector)
          const early = node.draft({ userId: 'usr_1' })
          const recorded = Promise.withResolvers<void>()
          const recording = node.db.tx(async (tx) => {
            await node.store.insert(tx, early)
            recorded.resolve()
            await pause(60) // the revocation arrives
          })
          await recorded.promise
          assert.equal((await nursery.revoke(selector)).total, 1, selector.by)
          await recording
          const late = node.draft({ userId: 'usr_1' })
          const marked = Promise.withResolvers<void>()
          const marking = base.db.tx(async (tx) => {
            await nursery.revocations.revoke(tx, selector, 'test', base.clock.now())
            marked.resolve()
            await pause(60) // the token arrives
          })
          await marked.promise
          await node.store.insert(node.db, late)
          await marking
          const [isEarlyAlive, isLateAlive] = await nursery.living(early, late)
          // A token whose person is held has read the epoch before it waits, and is dead from the first moment.
          assert.deepEqual([isEarlyAlive, isLateAlive], [false, selector.by !== 'user' || base.engine === 'sqlite'])
        }
      })
    },
  )

  onEachEngine('of endings in a crowd each token is counted by one', async (_t, base) => {
    const nursery = new TokenNursery(base)
    await otherNode(base, async (node) => {
      for (let round = 0; round < 3; round++) {
        const fields = { clientId: 'agent-1', userId: 'usr_1', sessionId: 'sess_1', consentId: 'con_1' }
        const root = await nursery.plant(fields)
        const [middle, other] = [await nursery.graft(root, fields), await nursery.plant(fields)]
        const leaf = await nursery.graft(middle, { ...fields, clientId: 'agent-2' })
        const endings: TokenSelector[] = [
          { by: 'token', id: root.id },
          { by: 'token', id: leaf.id },
          { by: 'client', clientId: 'agent-2' },
          { by: 'user', userId: 'usr_1' },
          { by: 'consent', consentId: 'con_1' },
          { by: 'session', sessionId: 'sess_1', offlineToo: true },
          { by: 'pattern', pattern: 'agent-?' },
        ]
        const counts = await Promise.all(
          endings.map((selector, i) => ((i + round) % 2 === 0 ? nursery : node).revoke(selector)),
        )
        assert.equal(
          counts.reduce((sum, { total }) => sum + total, 0),
          4,
        )
        assert.deepEqual(await nursery.living(root, middle, leaf, other), [false, false, false, false])
      }
    })
  })

  onEachEngine('on all sessions spares operators and one session, for good', async (_t, base) => {
    const nursery = new TokenNursery(base)
    const from = (userId: string, sessionId: string) => nursery.plant({ kind: 'refresh', userId, sessionId })
    const [mine, kept, ofOperator] = [
      await from('usr_1', 'sess_1'),
      await from('usr_1', 'sess_2'),
      await from('usr_2', 'sess_3'),
    ]
    const hop = await nursery.graft(await nursery.graft(kept), { clientId: 'other' })
    const dead = await from('usr_2', 'sess_3')
    await nursery.revoke({ by: 'token', id: dead.id })
    const own = await nursery.plant()
    await base.db.run(sql`UPDATE users SET system_role = 'owner' WHERE id = 'usr_2'`)
    const everybody = { by: 'all-sessions', kept: 'sess_2', operatorsToo: false } as const
    assert.equal((await nursery.count(everybody)).total, 1)
    assert.equal((await nursery.revoke(everybody)).total, 1)
    const expected = [false, true, true, true, false, true]
    assert.deepEqual(await nursery.living(mine, kept, ofOperator, hop, dead, own), expected)
    // Whoever becomes an operator or stops being one changes nothing about what ended.
    await base.db.run(sql`UPDATE users SET system_role = CASE WHEN id = 'usr_1' THEN 'owner' END`)
    assert.deepEqual(await nursery.living(mine, kept, ofOperator, hop, dead, own), expected)
    assert.equal((await nursery.revoke({ ...everybody, kept: null, operatorsToo: true })).total, 4)
    assert.deepEqual(await nursery.living(kept, ofOperator, hop, own), [false, false, false, true])
  })

  onEachEngine('on a pattern is one for each client when there are many patterns', async (_t, base) => {
    const nursery = new TokenNursery(base)
    for (let i = 0; i < 32; i++) await nursery.revoke({ by: 'pattern', pattern: `gone-${i}-*` })
    await nursery.revoke({ by: 'pattern', pattern: 'gone-1-*' })
    const patterns = async () => base.db.all(sql`SELECT subject FROM token_marks WHERE kind = 'pattern'`)
    assert.equal((await patterns()).length, 32)
    const matched = [await nursery.plant({ clientId: 'team-a' }), await nursery.plant({ clientId: 'team-b' })]
    const other = await nursery.plant({ clientId: 'teams' })
    assert.equal((await nursery.revoke({ by: 'pattern', pattern: 'team-?' })).total, 2)
    assert.equal((await patterns()).length, 32)
    const after = await nursery.plant({ clientId: 'team-a' })
    assert.deepEqual(await nursery.living(...matched, other, after), [false, false, true, true])
  })

  onEachEngine('counts in parts what is more than one statement reads', async (_t, base) => {
    const nursery = new TokenNursery(base)
    const token = await nursery.plant({ clientId: 'busy', userId: 'usr_1' })
    const columns = raw(
      'kind, grant_type, client_id, subject, user_id, scope, audience, fingerprint, generation, epoch',
    )
    await base.db.run(sql`
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 12000)
      INSERT INTO tokens (id, ${columns}, parent_id, root_id, depth, created_at, expires_at)
      SELECT 'tok_' || n, ${columns}, CASE WHEN n % 3 = 0 THEN ${token.id} END, ${token.id},
        CASE WHEN n % 3 = 0 THEN 1 ELSE 0 END, created_at, expires_at
      FROM tokens CROSS JOIN numbers WHERE id = ${token.id}`)
    await nursery.graft(token, { clientId: 'other' })
    await nursery.plant({ clientId: 'other' })
    const expected = { total: 12_002, access_tokens: 12_002, refresh_tokens: 0, delegated_tokens: 4001 }
    for (const selector of [{ by: 'client', clientId: 'busy' }, { by: 'pattern', pattern: 'b*' }, ofPerson] as const)
      assert.deepEqual(await nursery.count(selector), expected, selector.by)
    assert.deepEqual(await nursery.revoke({ by: 'client', clientId: 'busy' }), expected)
    assert.equal((await livingTokens(base.db, base.clock, 'usr_1')).length, 0)
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
