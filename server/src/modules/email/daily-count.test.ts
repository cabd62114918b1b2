import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { openDatabase } from '#/platform/db/open.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { DailyCount, nextDay } from './daily-count.ts'

describe('the count of the day', () => {
  onEachEngine(
    'EM3: lets no more than the limit pass, over two nodes, and begins anew the next day',
    async (_t, { db, clock, url }) => {
      const other = await openDatabase({ url })
      try {
        const nodes = [new DailyCount(db), new DailyCount(other.db)] as const
        const now = clock.now()
        const takes = Array.from({ length: 30 }, (_, i) => nodes[i % 2 === 0 ? 0 : 1].take(now, 10))
        assert.equal((await Promise.all(takes)).filter(Boolean).length, 10)
        assert.equal(await nodes[0].today(now), 10)
        await nodes[1].giveBack(now)
        assert.equal(await nodes[0].take(now, 10), true)
        assert.equal(await nodes[0].take(now, 10), false)
        assert.equal(await nodes[0].take(now, 11), true, 'a raised limit counts at once')
        assert.equal(await nodes[0].take(nextDay(now), 10), true)
        assert.equal(await nodes[0].today(nextDay(now)), 1)
      } finally {
        await other.close()
      }
    },
  )

  onEachEngine('never falls below nothing', async (_t, { db, clock }) => {
    const daily = new DailyCount(db)
    await daily.giveBack(clock.now())
    assert.equal(await daily.today(clock.now()), 0)
    await daily.take(clock.now(), 1)
    await daily.giveBack(clock.now())
    await daily.giveBack(clock.now())
    assert.equal(await daily.today(clock.now()), 0)
  })
})
