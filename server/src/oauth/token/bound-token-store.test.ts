import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { replayClaim, Replays } from '#/platform/replays/replays.ts'
import { onEachEngine } from '#test/support/engines.ts'
import type { EngineFixture } from '#test/support/engines.ts'
import { TokenNursery } from '#test/support/token-store.ts'
import type { Token } from '#/modules/tokens/index.ts'
import { BoundTokenStore } from './bound-token-store.ts'

const HOUR = 3_600_000

/** A client, and ways to bind tokens for it by proofs. */
async function setUp(base: EngineFixture) {
  const { db, clock } = base
  const nursery = new TokenNursery(base)
  const store = new BoundTokenStore(db)
  await nursery.makeOwners(nursery.draft())
  const claimOf = (jti: string) => replayClaim(`dpop:${jti}`, clock.now() + HOUR)
  const bind = (jti: string, token: Token): Promise<boolean> =>
    store.record({ claim: claimOf(jti), minted: { token, text: '' } })
  const isUnused = (jti: string): Promise<boolean> => new Replays(db).take(claimOf(jti))
  const draft = (changes: Partial<Token> = {}): Token => nursery.draft({ jkt: 'thumbprint', ...changes })
  return { nursery, bind, isUnused, draft }
}

describe('tokens that are bound by a proof', () => {
  onEachEngine('are recorded together, each as it was made', async (_t, base) => {
    const { nursery, bind, isUnused, draft } = await setUp(base)
    const tokens = Array.from({ length: 70 }, () => draft())
    const outcomes = await Promise.all(tokens.map((token, i) => bind(`proof ${i}`, token)))
    assert.ok(outcomes.every(Boolean))
    for (const token of tokens) {
      assert.deepEqual(await nursery.store.find(base.db, token.id), token)
      assert.equal((await nursery.store.findLiving(token.id, base.clock.now()))?.isLiving, true)
    }
    assert.equal(await isUnused('proof 0'), false)
  })

  onEachEngine('RFC 9449 §11.1: a proof binds one, also of those that come together', async (_t, base) => {
    const { nursery, bind, draft } = await setUp(base)
    for (const round of ['first', 'second']) {
      const tokens = Array.from({ length: 12 }, () => draft())
      const others = Array.from({ length: 12 }, () => draft())
      const [replayed, genuine] = await Promise.all([
        Promise.all(tokens.map((token) => bind('one proof', token))),
        Promise.all(others.map((token, i) => bind(`${round} ${i}`, token))),
      ])
      assert.equal(replayed.filter(Boolean).length, round === 'first' ? 1 : 0)
      assert.ok(genuine.every(Boolean), 'a replay is no matter of its neighbours')
      for (const [i, { id }] of tokens.entries()) {
        assert.equal((await nursery.store.find(base.db, id)) !== undefined, replayed[i])
      }
    }
  })

  onEachEngine('are not recorded for a client that is off, and the proof stays unused', async (_t, base) => {
    const { nursery, bind, isUnused, draft } = await setUp(base)
    await base.db.run(sql`UPDATE clients SET active = 0`)
    const token = draft()
    const stranger = draft({ clientId: 'unknown' })
    assert.deepEqual(await Promise.all([bind('of the client', token), bind('of nobody', stranger)]), [false, false])
    assert.equal(await nursery.store.find(base.db, token.id), undefined)
    assert.deepEqual([await isUnused('of the client'), await isUnused('of nobody')], [true, true])
  })
})
