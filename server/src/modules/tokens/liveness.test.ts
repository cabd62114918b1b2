import assert from 'node:assert/strict'
import { test } from 'node:test'
import { raw, sql } from '#/platform/db/sql.ts'
import { TestClock } from '#test/support/clock.ts'
import { freshDatabase } from '#test/support/engines.ts'
import { TokenNursery } from '#test/support/token-store.ts'
import { living } from './liveness.ts'

const MAX_PLAN_LINES = 200

test('PostgreSQL looks up what decides whether a token lives, and never reads a whole table for it', async () => {
  const fresh = await freshDatabase('postgres')
  try {
    const clock = new TestClock()
    const nursery = new TokenNursery({ ...fresh, clock })
    const child = await nursery.graft(await nursery.plant(), { clientId: 'other' })
    const rows = await fresh.db.all(sql`
      EXPLAIN SELECT t.id FROM tokens t WHERE t.id = ${child.id} AND ${living(raw('t'), { now: clock.now() })}`)
    const plan = rows.map((row) => String(row['QUERY PLAN']))
    assert.doesNotMatch(plan.join('\n'), /hashed SubPlan|Seq Scan on tokens/)
    assert.ok(plan.length > 10 && plan.length < MAX_PLAN_LINES, `a plan of ${plan.length} lines takes long to make`)
  } finally {
    await fresh.release()
  }
})
