import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { openDatabase } from '#/platform/db/open.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { DailyCount, nextDay } from './daily-count.ts'
import { Outbox } from './outbox.ts'
import type { Db } from '#/platform/db/db.ts'
import type { OutboxEntry } from './outbox.ts'

const MINUTE = 60_000

const entry = (id: string, now: number): OutboxEntry => ({
  id,
  template: 'reset',
  locale: 'en',
  recipient: 'maya@example.com',
  variablesSealed: 'v1.x',
  state: 'queued',
  attempts: 0,
  nextAt: now,
  expiresAt: now + 10 * MINUTE,
  lastError: null,
  createdAt: now,
  finishedAt: null,
})
const add = (db: Db, outbox: Outbox, one: OutboxEntry) => db.tx((tx) => outbox.add(tx, one))

describe('the outbox', () => {
  onEachEngine(
    'gives the message that waits longest, to one node, until its claim runs out',
    async (_t, { db, clock }) => {
      const outbox = new Outbox(db)
      const now = clock.now()
      await add(db, outbox, entry('eml_2', now))
      await add(db, outbox, entry('eml_1', now - 1))
      await add(db, outbox, entry('eml_3', now + MINUTE))
      assert.equal(await outbox.isDue(now), true)
      assert.equal(await outbox.countWaiting(), 3)
      const first = await outbox.claim(now, now + MINUTE)
      assert.deepEqual([first?.id, first?.attempts, first?.nextAt], ['eml_1', 1, now + MINUTE])
      assert.equal((await outbox.claim(now, now + MINUTE))?.id, 'eml_2')
      assert.equal(await outbox.claim(now, now + MINUTE), undefined)
      assert.equal(await outbox.isDue(now), false)
      assert.equal((await outbox.claim(now + MINUTE, now + 2 * MINUTE))?.attempts, 2)
    },
  )

  onEachEngine('gives each of 20 messages to one of two nodes', async (_t, { db, clock, url }) => {
    const other = await openDatabase({ url })
    try {
      const nodes = [new Outbox(db), new Outbox(other.db)] as const
      const now = clock.now()
      for (let i = 0; i < 20; i++) await add(db, nodes[0], entry(`eml_${i}`, now))
      const claims = Array.from({ length: 40 }, (_, i) => nodes[i % 2 === 0 ? 0 : 1].claim(now, now + MINUTE))
      const ids = (await Promise.all(claims)).flatMap((one) => one?.id ?? [])
      assert.equal(new Set(ids).size, ids.length, 'none twice')
      for (let one = await nodes[0].claim(now, now + MINUTE); one; one = await nodes[0].claim(now, now + MINUTE))
        ids.push(one.id)
      assert.equal(ids.length, 20)
    } finally {
      await other.close()
    }
  })

  onEachEngine('forgets the variables with the end, and lets no late comer change it', async (_t, { db, clock }) => {
    const outbox = new Outbox(db)
    const now = clock.now()
    await add(db, outbox, entry('eml_1', now))
    const late = await outbox.claim(now, now + MINUTE)
    const current = await outbox.claim(now + MINUTE, now + 2 * MINUTE)
    assert.ok(late && current)
    assert.equal(await db.tx((tx) => outbox.finish(tx, late, 'failed', 'late', now)), false)
    await outbox.postpone(late, now, 'late')
    assert.equal(await outbox.claim(now + MINUTE, now), undefined)
    assert.equal(await db.tx((tx) => outbox.finish(tx, current, 'sent', null, now + MINUTE)), true)
    assert.equal(await db.tx((tx) => outbox.finish(tx, current, 'sent', null, now + MINUTE)), false)
    assert.equal(await outbox.countWaiting(), 0)
    assert.equal(await outbox.claim(now + 10 * MINUTE, now), undefined)
  })

  onEachEngine('puts a message back, with its attempt counted or not', async (_t, { db, clock }) => {
    const outbox = new Outbox(db)
    const now = clock.now()
    await add(db, outbox, entry('eml_1', now))
    const first = await outbox.claim(now, now + MINUTE)
    assert.ok(first)
    await outbox.postpone(first, now, 'no', false)
    const again = await outbox.claim(now, now + MINUTE)
    assert.deepEqual([again?.attempts, again?.lastError], [1, 'no'])
    assert.ok(again)
    await outbox.postpone(again, now, 'still no')
    assert.equal((await outbox.claim(now, now))?.attempts, 2)
  })
})

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
