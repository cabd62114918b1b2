import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { openDatabase } from '#/platform/db/open.ts'
import { onEachEngine } from '#test/support/engines.ts'
import type { MailBudget } from './template-kinds.ts'
import { DailyCount, nextDay } from './daily-count.ts'

describe('the count of the day', () => {
  onEachEngine(
    'EM3: lets no more than the limit pass, over two nodes, and begins anew the next day',
    async (_t, { db, clock, url }) => {
      const other = await openDatabase({ url })
      try {
        const nodes = [new DailyCount(db), new DailyCount(other.db)] as const
        const now = clock.now()
        const takes = Array.from({ length: 30 }, (_, i) => nodes[i % 2 === 0 ? 0 : 1].take(now, 10, 'people'))
        assert.equal((await Promise.all(takes)).filter(Boolean).length, 10)
        assert.equal(await nodes[0].today(now), 10)
        await nodes[1].giveBack(now, 'people')
        assert.equal(await nodes[0].take(now, 10, 'people'), true)
        assert.equal(await nodes[0].take(now, 10, 'people'), false)
        assert.equal(await nodes[0].take(now, 11, 'people'), true, 'a raised limit counts at once')
        assert.equal(await nodes[0].take(nextDay(now), 10, 'people'), true)
        assert.equal(await nodes[0].today(nextDay(now)), 1)
      } finally {
        await other.close()
      }
    },
  )

  onEachEngine('never falls below nothing', async (_t, { db, clock }) => {
    const daily = new DailyCount(db)
    await daily.giveBack(clock.now(), 'people')
    assert.equal(await daily.today(clock.now()), 0)
    await daily.take(clock.now(), 1, 'people')
    await daily.giveBack(clock.now(), 'people')
    await daily.giveBack(clock.now(), 'people')
    assert.equal(await daily.today(clock.now()), 0)
  })

  onEachEngine('EM3: newcomers have half of a day at most, and people what they leave', async (_t, { db, clock }) => {
    const daily = new DailyCount(db)
    const now = clock.now()
    const take = async (budget: MailBudget, times: number, limit = 10): Promise<number> => {
      const takes = Array.from({ length: times }, () => daily.take(now, limit, budget))
      return (await Promise.all(takes)).filter(Boolean).length
    }
    const left = async (limit = 10) => [
      await daily.left(now, limit, 'people'),
      await daily.left(now, limit, 'newcomers'),
    ]
    assert.deepEqual(await left(), [10, 5])
    assert.equal(await take('newcomers', 20), 5)
    assert.deepEqual(await left(), [5, 0])
    assert.equal(await take('people', 20), 5)
    assert.deepEqual(
      [await left(), await left(12), await left(4)],
      [
        [0, 0],
        [2, 1],
        [0, 0],
      ],
    )
    await daily.giveBack(now, 'newcomers')
    assert.deepEqual(await left(), [1, 1])
    assert.equal(await take('people', 3), 1)
    assert.equal(await take('newcomers', 3), 0, 'whoever comes first has what is left')
    assert.equal(await daily.take(nextDay(now), 1, 'newcomers'), true, 'a share is never nothing')
  })
})
