import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { openDatabase } from '#/platform/db/open.ts'
import { sql } from '#/platform/db/sql.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { Limits } from './limits.ts'
import type { LimitRule } from './limits.ts'

const rule: LimitRule = { burst: 5, periodMs: 50_000 }
const HOUR_MS = 3_600_000

const hitTimes = async (limits: Limits, name: string, times: number, by = rule) =>
  (await Promise.all(Array.from({ length: times }, () => limits.hit(name, by)))).filter(({ allowed }) => allowed).length

describe('a limit', () => {
  onEachEngine('allows a burst, then one event for each step that passes', async (_t, { db, clock }) => {
    const limits = new Limits({ db, clock })
    for (let i = 0; i < 5; i++) {
      assert.deepEqual(await limits.hit('login:a', rule), { allowed: true, retryAfterSeconds: 0 })
    }
    assert.deepEqual(await limits.hit('login:a', rule), { allowed: false, retryAfterSeconds: 10 })
    clock.advance(9999)
    assert.deepEqual(await limits.hit('login:a', rule), { allowed: false, retryAfterSeconds: 1 })
    clock.advance(1)
    assert.equal(await hitTimes(limits, 'login:a', 3), 1)
    clock.advance(50_000)
    assert.equal(await hitTimes(limits, 'login:a', 7), 5)
  })

  onEachEngine(
    'that is required throws `rate_limited` when it is reached, and says when to come back',
    async (_t, { db, clock }) => {
      const limits = new Limits({ db, clock })
      for (let i = 0; i < 5; i++) await limits.require('login:a', rule)
      const reached = await limits.require('login:a', rule).catch((error: unknown) => error)
      assert.ok(reached instanceof AppError)
      assert.equal(reached.code.code, 'rate_limited')
      assert.equal(reached.headers['retry-after'], '10')
      assert.equal(reached.headers['ratelimit-policy'], '"attempts";q=5;w=50')
      await assert.rejects(
        db.tx((tx) => limits.require('login:a', rule, tx)),
        AppError,
      )
    },
  )

  onEachEngine('counts each name on its own, whatever characters a request put into it', async (_t, { db, clock }) => {
    const limits = new Limits({ db, clock })
    const names = [
      'login:a',
      'login:b',
      'signup:a',
      "login:'; DROP TABLE limits; --",
      'login:\0',
      `login:${'x'.repeat(1e5)}`,
    ]
    for (const name of names) assert.equal(await hitTimes(limits, name, 6), 5)
    const stored = await db.all(sql`SELECT name FROM limits`)
    assert.ok(stored.every(({ name }) => /^(login|signup):[\w-]{43}$/.test(name as string)))
    await assert.rejects(limits.hit('nameless', rule), TypeError)
  })

  onEachEngine('peeking counts nothing, clearing forgets', async (_t, { db, clock }) => {
    const limits = new Limits({ db, clock })
    for (let i = 0; i < 10; i++) assert.equal((await limits.peek('login:a', rule)).allowed, true)
    assert.equal(await hitTimes(limits, 'login:a', 5), 5)
    assert.deepEqual(await limits.peek('login:a', rule), { allowed: false, retryAfterSeconds: 10 })
    await limits.clear('login:a')
    assert.equal((await limits.peek('login:a', rule)).allowed, true)
    assert.equal(await hitTimes(limits, 'login:a', 6), 5)
  })

  onEachEngine('says how many events are counted, while they are', async (_t, { db, clock }) => {
    const limits = new Limits({ db, clock })
    assert.equal(await limits.count('login:a', rule), 0)
    await hitTimes(limits, 'login:a', 3)
    assert.equal(await limits.count('login:a', rule), 3)
    await hitTimes(limits, 'login:a', 9)
    assert.equal(await limits.count('login:a', rule), 5)
    clock.advance(10_000)
    assert.equal(await limits.count('login:a', rule), 4)
    clock.advance(40_000)
    assert.equal(await limits.count('login:a', rule), 0)
    clock.advance(-HOUR_MS)
    assert.equal(await limits.count('login:a', rule), 0, 'a clock that goes back counts nothing')
  })

  onEachEngine('gives back one event, and never more than were counted', async (_t, { db, clock }) => {
    const limits = new Limits({ db, clock })
    await limits.giveBack('login:a', rule)
    assert.equal(await hitTimes(limits, 'login:a', 6), 5)
    await limits.giveBack('login:a', rule)
    assert.equal(await hitTimes(limits, 'login:a', 3), 1)
    for (let i = 0; i < 20; i++) await limits.giveBack('login:a', rule)
    assert.equal(await hitTimes(limits, 'login:a', 9), 5)
  })

  onEachEngine('counts 100 hits at once as 100, over two nodes', async (_t, { db, clock, url }) => {
    const other = await openDatabase({ url })
    try {
      const nodes = [new Limits({ db, clock }), new Limits({ db: other.db, clock })] as const
      const wide = { burst: 60, periodMs: HOUR_MS }
      const hits = Array.from({ length: 100 }, (_, i) => nodes[i % 2 === 0 ? 0 : 1].hit('login:a', wide))
      assert.equal((await Promise.all(hits)).filter(({ allowed }) => allowed).length, 60)
    } finally {
      await other.close()
    }
  })

  onEachEngine('F12 a clock that goes back locks nobody out', async (_t, { db, clock }) => {
    const limits = new Limits({ db, clock })
    assert.equal(await hitTimes(limits, 'login:a', 6), 5)
    for (const backMs of [HOUR_MS, 24 * HOUR_MS]) {
      clock.advance(-backMs)
      assert.equal((await limits.peek('login:a', rule)).allowed, true)
      assert.equal(await hitTimes(limits, 'login:a', 7), 5, 'and still counts')
    }
  })

  onEachEngine('F12 a node whose clock is a little behind sees what the others counted', async (_t, { db, clock }) => {
    const limits = new Limits({ db, clock })
    assert.equal(await hitTimes(limits, 'login:a', 6), 5)
    clock.advance(-1000)
    assert.deepEqual(await limits.peek('login:a', rule), { allowed: false, retryAfterSeconds: 11 })
    assert.equal(await hitTimes(limits, 'login:a', 6), 0)
  })

  onEachEngine('a rule with more events than milliseconds still bounds', async (_t, { db, clock }) => {
    const limits = new Limits({ db, clock })
    assert.equal(await hitTimes(limits, 'login:a', 20, { burst: 10, periodMs: 5 }), 10)
  })

  onEachEngine('a refused hit writes nothing', async (_t, { db, clock }) => {
    const limits = new Limits({ db, clock })
    await hitTimes(limits, 'login:a', 5)
    const before = await db.all(sql`SELECT * FROM limits`)
    clock.advance(1)
    assert.equal(await hitTimes(limits, 'login:a', 5), 0)
    assert.deepEqual(await db.all(sql`SELECT * FROM limits`), before)
  })
})
