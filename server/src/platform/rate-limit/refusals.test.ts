import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Sql } from '#/platform/db/sql.ts'
import { altered } from '#test/support/altered-db.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { Limits } from './limits.ts'
import { Refusals } from './refusals.ts'

const rule = { burst: 2, periodMs: 20_000 }

describe('a limit that refused a moment ago', () => {
  test('is believed for half a second, then by all but the one who asks again', () => {
    const refusals = new Refusals()
    refusals.note('a', 1, { now: 1000, until: 9000 })
    assert.equal(refusals.find('a', 1, 1499), 9000)
    assert.equal(refusals.find('a', 1, 1500), undefined)
    assert.equal(refusals.find('a', 1, 1501), 9000)
    assert.equal(refusals.find('b', 1, 1000), undefined)
  })

  test('is not believed when its time is over, the clock went back or the rule is another', () => {
    for (const [other, now] of [
      [1, 1400],
      [1, 999],
      [2, 1000],
    ] as const) {
      const refusals = new Refusals()
      refusals.note('a', 1, { now: 1000, until: 1400 })
      assert.equal(refusals.find('a', other, now), undefined)
    }
  })

  onEachEngine('does not have the database asked by each of a flood', async (_t, { db, clock }) => {
    const asked: unknown[] = []
    const limits = new Limits({ db: noting(db, asked), clock })
    for (let i = 0; i < 2; i++) assert.equal((await limits.hit('flood:a', rule)).allowed, true)
    const refused = { allowed: false, retryAfterSeconds: 10 }
    assert.deepEqual(await limits.hit('flood:a', rule), refused)
    asked.length = 0
    for (let i = 0; i < 100; i++) assert.deepEqual(await limits.hit('flood:a', rule), refused)
    assert.deepEqual(asked, [])
    // What another node forgave counts within the second.
    await db.run(sql`DELETE FROM limits`)
    clock.advance(500)
    assert.equal((await limits.hit('flood:a', rule)).allowed, true)
  })
})

/** The same database, which notes each statement. */
function noting(db: Db, asked: unknown[]): Db {
  const note = (statement: Sql): Sql => (asked.push(statement), statement)
  return altered(db, {
    all: (query) => db.all(note(query)),
    get: (query) => db.get(note(query)),
    run: (query) => db.run(note(query)),
  })
}
