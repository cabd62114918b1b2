import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { altered } from '#test/support/altered-db.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { DatabaseUnavailable } from './errors.ts'
import { Gatherer } from './gatherer.ts'
import { PointReads } from './point-reads.ts'
import { sql } from './sql.ts'
import { integer, table, text } from './table.ts'

/** Doubles numbers; what is in `bad` spoils whatever it is asked with. Notes what was asked together and alone. */
function doubling(bad: readonly number[] = []) {
  const together: number[][] = []
  const alone: number[] = []
  const refuse = (asks: readonly number[]): void => {
    if (asks.some((ask) => bad.includes(ask))) throw new Error(`not ${asks.join()}`)
  }
  return {
    together,
    alone,
    how: {
      alone: async (ask: number) => {
        alone.push(ask)
        refuse([ask])
        return 2 * ask
      },
      together: async (asks: readonly number[]) => {
        together.push([...asks])
        await nextTurn()
        refuse(asks)
        return asks.map((ask) => 2 * ask)
      },
    },
  }
}

const range = (length: number): number[] => Array.from({ length }, (_, i) => i)

test('what is asked in one turn, or in the next, is asked together, by no more than four of 64 at a time', async () => {
  const { how, together, alone } = doubling()
  const gatherer = new Gatherer(how)
  const answers = range(50).map((ask) => gatherer.ask(ask))
  await nextTurn()
  answers.push(...range(450).map((ask) => gatherer.ask(50 + ask)))
  assert.deepEqual(together, [])
  await nextTurn()
  assert.deepEqual(
    together,
    [0, 1, 2, 3].map((i) => range(64).map((ask) => 64 * i + ask)),
  )
  assert.deepEqual(
    await Promise.all(answers),
    range(500).map((ask) => 2 * ask),
  )
  assert.deepEqual([together.length, alone], [8, []])
})

test('whoever is alone is asked for alone, and without gathering everybody is at once', async () => {
  const one = doubling()
  const gatherer = new Gatherer(one.how)
  for (const ask of [1, 2, 3]) {
    const answer = gatherer.ask(ask)
    await nextTurn()
    assert.equal(one.alone.at(-1), ask, 'in the next turn')
    assert.equal(await answer, 2 * ask)
  }
  assert.deepEqual([one.together, one.alone], [[], [1, 2, 3]])
  const other = doubling()
  const direct = new Gatherer(other.how, false)
  const answers = [1, 2, 3].map((ask) => direct.ask(ask))
  assert.deepEqual(other.alone, [1, 2, 3])
  assert.deepEqual(await Promise.all(answers), [2, 4, 6])
})

test('where there is no shorter way for one, it is asked for as many are, also after those it was asked with failed', async () => {
  const { how, together } = doubling([2])
  const gatherer = new Gatherer({ together: how.together })
  assert.equal(await gatherer.ask(4), 8)
  const [first, second, third] = await Promise.allSettled([1, 2, 3].map((ask) => gatherer.ask(ask)))
  assert.deepEqual(
    [first, third],
    [2, 6].map((value) => ({ status: 'fulfilled', value })),
  )
  assert.equal(second?.status, 'rejected')
  assert.deepEqual(together, [[4], [1, 2, 3], [1], [2], [3]])
})

test('each caller gets an answer or an error of its own, whatever its neighbours ask for', async () => {
  const asks = fc.array(fc.record({ ask: fc.nat(50), later: fc.boolean() }), { maxLength: 150 })
  await fc.assert(
    fc.asyncProperty(asks, fc.uniqueArray(fc.nat(50), { maxLength: 3 }), async (made, bad) => {
      const gatherer = new Gatherer(doubling(bad).how)
      const answers: Promise<number>[] = []
      for (const { ask, later } of made) {
        if (later) await nextTurn()
        const answer = gatherer.ask(ask)
        // Looked at below; until then it must not be taken for forgotten.
        answer.catch(() => undefined)
        answers.push(answer)
      }
      const settled = await Promise.allSettled(answers)
      assert.deepEqual(
        settled.map((it) => (it.status === 'fulfilled' ? it.value : 'refused')),
        made.map(({ ask }) => (bad.includes(ask) ? 'refused' : 2 * ask)),
      )
    }),
    { numRuns: 50 },
  )
})

test('what became of nobody knows what is not asked again', async () => {
  const { how, alone } = doubling()
  const together = () => Promise.reject(new DatabaseUnavailable('the connection is gone'))
  const gatherer = new Gatherer({ ...how, together })
  const settled = await Promise.allSettled([1, 2].map((ask) => gatherer.ask(ask)))
  assert.ok(settled.every((it) => it.status === 'rejected' && it.reason instanceof DatabaseUnavailable))
  assert.deepEqual(alone, [])
})

test('no more wait than can be served, and those who do are served', async () => {
  const { how } = doubling()
  const gatherer = new Gatherer(how)
  const answers = range(20_000).map((ask) => gatherer.ask(ask))
  await assert.rejects(gatherer.ask(1), DatabaseUnavailable)
  assert.equal((await Promise.all(answers)).length, 20_000)
})

onEachEngine('rows that are read together are those that each would have read alone', async (_t, { db }) => {
  const things = table('things', { id: text, size: integer })
  await db.run(sql`CREATE TABLE things (id TEXT PRIMARY KEY, size BIGINT NOT NULL)`)
  for (const i of range(20)) await db.run(things.insert({ id: `thing ${i}`, size: i }))
  const reads = new PointReads(db, things, 'id')
  const ids = fc.array(
    fc.oneof(
      fc.nat(25).map((i) => `thing ${i}`),
      fc.constantFrom('', "'; --", '$1', 'é'),
    ),
    {
      maxLength: 100,
    },
  )
  await fc.assert(
    fc.asyncProperty(ids, async (asked) => {
      const found = await Promise.all(asked.map((id) => reads.find(id)))
      assert.deepEqual(
        found,
        asked.map((id) => {
          const size = Number(id.replace('thing ', '') || Number.NaN)
          return size < 20 ? { id, size } : undefined
        }),
      )
    }),
    { numRuns: 30 },
  )
  const reading = reads.find('thing 1')
  await db.run(sql`UPDATE things SET size = 100 WHERE id = 'thing 2'`)
  assert.deepEqual([(await reading)?.size, (await reads.find('thing 2'))?.size], [1, 100])
})

onEachEngine('rows that are asked for in one turn are read by one statement, each once', async (_t, { db }) => {
  const things = table('things', { id: text, size: integer })
  await db.run(sql`CREATE TABLE things (id TEXT PRIMARY KEY, size BIGINT NOT NULL)`)
  for (const i of range(3)) await db.run(things.insert({ id: `thing ${i}`, size: i }))
  const asked: unknown[][] = []
  const watched = altered(db, {
    all: (query) => (asked.push([...new Set(query.pieces)]), db.all(query)),
    get: (query) => (asked.push([...query.pieces]), db.get(query)),
  })
  const reads = new PointReads(watched, things, 'id')
  const many = await Promise.all(range(9).map((i) => reads.find(`thing ${i % 3}`)))
  assert.deepEqual(
    many.map((thing) => thing?.size),
    range(9).map((i) => i % 3),
  )
  assert.equal(asked.length, 1)
  await db.run(sql`UPDATE things SET size = 7 WHERE id = 'thing 1'`)
  assert.equal((await reads.find('thing 1'))?.size, 7)
  assert.deepEqual(asked.slice(1), [['thing 1']])
})
