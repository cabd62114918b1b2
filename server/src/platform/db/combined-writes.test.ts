import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { onEachEngine } from '#test/support/engines.ts'
import { CombinedWrites } from './combined-writes.ts'
import { rowsAsValue, rowsOfValue } from './dialect.ts'
import { raw, sql } from './sql.ts'
import type { Db } from './db.ts'

interface Pair {
  readonly id: string
  readonly other: string
}

/** Writes a pair of rows, both or neither; `first` may not be there yet, `second` must not. */
async function pairs(db: Db): Promise<CombinedWrites<Pair>> {
  await db.run(sql`CREATE TABLE first (id TEXT PRIMARY KEY)`)
  await db.run(sql`CREATE TABLE second (id TEXT PRIMARY KEY)`)
  return new CombinedWrites<Pair>(db, {
    statement: sql`
      WITH asked AS MATERIALIZED (${rowsOfValue(raw('id TEXT, other TEXT'))}),
      written AS (INSERT INTO first (id) SELECT id FROM asked ON CONFLICT (id) DO NOTHING RETURNING id),
      others AS (INSERT INTO second (id) SELECT other FROM asked JOIN written ON written.id = asked.id)
      SELECT id FROM written`,
    values: (some) => [rowsAsValue(some.map(({ id, other }) => ({ id, other })))],
    id: ({ id }) => id,
    inTurn: ({ id, other }) => [
      sql`INSERT INTO first (id) VALUES (${id}) ON CONFLICT (id) DO NOTHING`,
      sql`INSERT INTO second (id) VALUES (${other})`,
    ],
  })
}

const idsOf = async (db: Db, name: string) =>
  (await db.all(sql`SELECT id FROM ${raw(name)} ORDER BY id`)).map((row) => row['id'])

describe('writes that belong together', () => {
  onEachEngine('are done for all that ask at once, and each learns of its own', async (_t, { db }) => {
    const writes = await pairs(db)
    assert.equal(await writes.write({ id: 'a', other: 'A' }), true)
    const asked = ['b', 'a', 'c'].map((id) => writes.write({ id, other: `${id} too` }))
    assert.deepEqual(await Promise.all(asked), [true, false, true])
    assert.deepEqual(await idsOf(db, 'first'), ['a', 'b', 'c'])
    assert.deepEqual(await idsOf(db, 'second'), ['A', 'b too', 'c too'])
  })

  onEachEngine('that fail are undone alone, and those beside them are done', async (_t, { db }) => {
    const writes = await pairs(db)
    await writes.write({ id: 'a', other: 'A' })
    const asked = [
      { id: 'b', other: 'B' },
      { id: 'c', other: 'A' },
      { id: 'd', other: 'D' },
    ].map((pair) => writes.write(pair))
    assert.deepEqual(
      (await Promise.allSettled(asked)).map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
    assert.deepEqual(await idsOf(db, 'first'), ['a', 'b', 'd'])
    assert.deepEqual(await idsOf(db, 'second'), ['A', 'B', 'D'])
  })
})
