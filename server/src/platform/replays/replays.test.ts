import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { openDatabase } from '#/platform/db/open.ts'
import { sql } from '#/platform/db/sql.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { cleanUp } from '#test/support/retention.ts'
import { Limits } from '#/platform/rate-limit/limits.ts'
import { Replays } from './replays.ts'

describe('replays', () => {
  onEachEngine('DP4 of 50 claims at once on two nodes one wins, and none after a restart', async (_t, { db, url }) => {
    const other = await openDatabase({ url })
    const nodes = [new Replays(db), new Replays(other.db)] as const
    const claims = Array.from({ length: 50 }, (_, i) => nodes[i % 2 === 0 ? 0 : 1].claim('dpop:jti', 1000))
    assert.equal((await Promise.all(claims)).filter(Boolean).length, 1)
    await other.close()
    const restarted = await openDatabase({ url })
    try {
      assert.equal(await new Replays(restarted.db).claim('dpop:jti', 1000), false)
      assert.equal(await new Replays(restarted.db).claim('dpop:other', 1000), true)
    } finally {
      await restarted.close()
    }
  })

  onEachEngine(
    'DP4 claims that are made together are won by those that were first, each for itself',
    async (_t, { db }) => {
      const replays = new Replays(db)
      assert.equal(await replays.claim('dpop:before', 1000), true)
      const names = ['one', 'two', 'one', 'before', "'; --", 'one', 'three']
      const won = await Promise.all(names.map((name) => replays.claim(`dpop:${name}`, 1000)))
      assert.deepEqual(won, [true, true, false, false, true, false, true])
      const rows = await db.all(sql`SELECT expires_at FROM replays`)
      assert.deepEqual(
        rows.map((row) => row['expires_at']),
        Array(5).fill(1000),
      )
    },
  )

  onEachEngine('DP4 a claim that is undone with its transaction was never made', async (_t, { db }) => {
    const replays = new Replays(db)
    const undone = db.tx(async (tx) => {
      assert.equal(await replays.claim('dpop:jti', 1000, tx), true)
      throw new Error('undo')
    })
    await assert.rejects(undone, /undo/)
    assert.equal(await replays.claim('dpop:jti', 1000), true)
  })

  onEachEngine(
    'DP4 a claim is kept for as long as its proof could be accepted on any node',
    async (_t, { db, clock }) => {
      const replays = new Replays(db)
      const limits = new Limits({ db, clock })
      await replays.claim('dpop:jti', clock.now() + 60_000)
      await limits.hit('login:a', { burst: 1, periodMs: 60_000 })

      clock.advance(60_000 + 119_000)
      await cleanUp({ db, clock }, 'replays', 'limits')
      assert.equal(await replays.claim('dpop:jti', clock.now()), false)

      clock.advance(2000)
      await cleanUp({ db, clock }, 'replays', 'limits')
      assert.deepEqual(await db.all(sql`SELECT name FROM replays UNION ALL SELECT name FROM limits`), [])
    },
  )
})
