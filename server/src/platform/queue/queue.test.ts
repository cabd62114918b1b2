import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '#/platform/db/open.ts'
import { altered } from '#test/support/altered-db.ts'
import { onEachQueue } from '#test/support/queue.ts'
import { retryAt } from './retry.ts'
import type { Db } from '#/platform/db/db.ts'

const MINUTE = 60_000

/** The same database, but each transaction stays open until the gate does. */
function heldOpen(db: Db, gate: Promise<void>): Db {
  return altered(db, {
    tx: (work) =>
      db.tx(async (tx) => {
        const result = await work(tx)
        await gate
        return result
      }),
  })
}

describe('a queue', () => {
  onEachQueue('gives one row of each destination, the one that waits longest, in turns', async (_t, { add, claim }) => {
    await add('a3 a1 a2 b1 c2 c1')
    assert.deepEqual(await claim(), ['a1', 'b1', 'c1'])
    assert.deepEqual(await claim(), ['a2', 'c2'])
    assert.deepEqual(await claim(), ['a3'])
    assert.deepEqual(await claim(), [])
  })

  onEachQueue('goes on behind the destination that had the last turn', async (_t, { add, claim }) => {
    await add('a1 a2 a3 b1 b2 c1')
    assert.deepEqual(await claim({ limit: 2 }), ['a1', 'b1'])
    assert.deepEqual(await claim({ limit: 2 }), ['c1'])
    assert.deepEqual(await claim({ limit: 2 }), ['a2', 'b2'])
    assert.deepEqual(await claim({ limit: 2 }), ['a3'])
    assert.deepEqual(await claim({ limit: 2 }), [])
  })

  onEachQueue('leaves destinations alone that have enough to do', async (_t, { add, claim }) => {
    await add('a1 b1 c1 d1')
    assert.deepEqual(await claim({ busy: ['a', 'b', 'd'] }), ['c1'])
    assert.deepEqual(await claim({ busy: ['b'] }), ['d1'])
    assert.deepEqual(await claim({ busy: ['b'] }), ['a1'])
    assert.deepEqual(await claim(), ['b1'])
  })

  onEachQueue('gives several rows in a turn where that is asked for, first ones before second ones', async (_t, it) => {
    await it.add('a1 a2 a3 a4 b1 c1 c2')
    assert.deepEqual(await it.claim({ perTurn: 3, limit: 4 }), ['a1', 'a2', 'b1', 'c1'])
    assert.deepEqual(await it.claim({ perTurn: 3 }), ['a3', 'a4', 'c2'])
    assert.deepEqual(await it.claim({ perTurn: 3 }), [])
  })

  onEachQueue('gives a careful destination one row in its turn', async (_t, it) => {
    await it.add('a1 a2 b1 b2 b3 c1')
    assert.deepEqual(await it.claim({ perTurn: 2, careful: ['a'] }), ['a1', 'b1', 'b2', 'c1'])
    assert.deepEqual(await it.claim({ perTurn: 2, careful: ['a'], busy: ['b'] }), ['a2'])
  })

  onEachQueue(
    'without destinations gives what waits longest',
    async (_t, { add, claim }) => {
      await add('b2 a1 a3')
      assert.deepEqual(await claim({ limit: 2 }), ['a1', 'b2'])
      assert.deepEqual(await claim({ limit: 2 }), ['a3'])
    },
    { turns: false },
  )

  onEachQueue(
    'gives nothing before its time, and nothing that is done',
    async (_t, { db, clock, queue, add, claim, take }) => {
      await add('a1 b1')
      const [first] = await take({ limit: 1 })
      assert.ok(first)
      assert.equal(await db.tx((tx) => queue.finish(tx, first, { note: 'well done' })), true)
      assert.equal(await queue.countWaiting(), 1)
      const [second] = await take()
      assert.ok(second)
      await db.tx((tx) => queue.postpone(tx, second, clock.now() + MINUTE, {}))
      assert.equal(await queue.isDue(clock.now()), false)
      clock.advance(MINUTE - 1)
      assert.deepEqual(await claim(), [])
      clock.advance(1)
      assert.equal(await queue.isDue(clock.now()), true)
      assert.deepEqual(await claim(), ['b1'])
    },
  )

  onEachQueue(
    'gives each row to one of two nodes, also while the other has not committed',
    async (_t, { db, url, add, node }) => {
      const other = await openDatabase({ url: url })
      try {
        await add('a1 a2 b1 b2')
        let open = (): void => undefined
        const gate = new Promise<void>((resolve) => void (open = resolve))
        const slow = node(heldOpen(db, gate)).claim()
        // The first is in its transaction by now, or comes behind: the outcome is the same.
        await pause(50)
        const quick = node(other.db).claim()
        await Promise.race([quick, pause(50)])
        open()
        const taken = [...(await slow), ...(await quick)]
        while (taken.length < 4) {
          const more = await node(other.db).claim()
          assert.notDeepEqual(more, [])
          taken.push(...more)
        }
        assert.deepEqual(taken.toSorted(), ['a1', 'a2', 'b1', 'b2'])
      } finally {
        await other.close()
      }
    },
  )

  onEachQueue('gives each of many rows once to nodes that ask at the same time', async (_t, { db, url, add, node }) => {
    const other = await openDatabase({ url: url })
    try {
      const ids = Array.from({ length: 40 }, (_, i) => `${'abcd'[i % 4] ?? ''}${i}`)
      await add(ids.join(' '))
      const nodes = [node(db), node(other.db)] as const
      const claims = Array.from({ length: 40 }, (_, i) => nodes[i % 2 === 0 ? 0 : 1].claim({ limit: 3 }))
      const taken = (await Promise.all(claims)).flat()
      for (let more = await node(other.db).claim(); more.length > 0; more = await node(other.db).claim())
        taken.push(...more)
      assert.deepEqual(taken.toSorted(), ids.toSorted())
    } finally {
      await other.close()
    }
  })

  onEachQueue(
    'lets nobody end or put back a row whose lease was lost',
    async (_t, { db, clock, queue, add, take, rows }) => {
      await add('a1')
      const [late] = await take()
      clock.advance(MINUTE)
      const [again] = await take()
      assert.ok(late && again)
      assert.deepEqual([again.id, again.attempts], ['a1', 2])
      const put = (row: typeof late) => db.tx((tx) => queue.postpone(tx, row, clock.now(), { uncounted: true }))
      const end = (row: typeof late) => db.tx((tx) => queue.finish(tx, row, 'delete'))
      assert.deepEqual([await put(late), await end(late)], [false, false])
      // Put back uncounted and taken once more, the row has the attempts it had under the lease that was lost.
      assert.equal(await put(again), true)
      const [third] = await take()
      assert.ok(third)
      assert.deepEqual([await end(late), await end(again)], [false, false])
      assert.deepEqual([await end(third), await end(third)], [true, false])
      assert.deepEqual(await rows(), [])
    },
  )

  onEachQueue(
    'counts an attempt when it begins, unless nothing was tried',
    async (_t, { db, clock, queue, add, take }) => {
      await add('a1')
      for (const [uncounted, attempts] of [
        [true, 1],
        [false, 1],
        [false, 2],
        [true, 3],
        [false, 3],
      ] as const) {
        const [row] = await take()
        assert.ok(row)
        assert.equal(row.attempts, attempts)
        await db.tx((tx) => queue.postpone(tx, row, clock.now(), { uncounted, changes: { note: 'not yet' } }))
      }
    },
  )

  onEachQueue('says that something was added after the commit, and only then', async (_t, { db, queue, row }) => {
    const seen: number[] = []
    let looking: Promise<unknown> = Promise.resolve()
    queue.onAdded(() => (looking = queue.countWaiting().then((count) => seen.push(count))))
    await assert.rejects(
      db.tx(async (tx) => {
        await queue.add(tx, row('a1'))
        throw new Error('no')
      }),
    )
    await db.tx(async (tx) => {
      await queue.add(tx, row('a2'))
      assert.deepEqual(seen, [])
    })
    await looking
    assert.deepEqual(seen, [1])
  })
})

test('each wait comes after its attempt, a little longer by chance, and the last attempt is followed by none', () => {
  const waits = [1000, 5000]
  const after = (attempts: number, random: number) => retryAt(waits, attempts, 100_000, () => random)
  assert.deepEqual([after(1, 0), after(2, 0), after(3, 0)], [101_000, 105_000, undefined])
  assert.deepEqual([after(1, 0.5), after(2, 0.999)], [101_050, 105_499])
})
