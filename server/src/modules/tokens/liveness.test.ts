import assert from 'node:assert/strict'
import { test } from 'node:test'
import { raw, sql } from '#/platform/db/sql.ts'
import type { Sql } from '#/platform/db/sql.ts'
import { TestClock } from '#test/support/clock.ts'
import { freshDatabase } from '#test/support/engines.ts'
import { TokenNursery } from '#test/support/token-store.ts'
import { holdLine, lines } from './lineage.ts'
import { living } from './liveness.ts'

const MAX_PLAN_LINES = 200

async function planOf(statement: (id: string, now: number) => Sql): Promise<string[]> {
  const fresh = await freshDatabase('postgres')
  try {
    const clock = new TestClock()
    const nursery = new TokenNursery({ ...fresh, clock })
    const child = await nursery.graft(await nursery.plant(), { clientId: 'other' })
    const rows = await fresh.db.all(sql`EXPLAIN ${statement(child.id, clock.now())}`)
    return rows.map((row) => String(row['QUERY PLAN']))
  } finally {
    await fresh.release()
  }
}

test('PostgreSQL looks up what decides whether a token lives, and never reads a whole table for it', async () => {
  const plan = await planOf(
    (id, now) => sql`SELECT t.id FROM tokens t WHERE t.id = ${id} AND ${living(raw('t'), { now })}`,
  )
  assert.doesNotMatch(plan.join('\n'), /hashed SubPlan|Seq Scan on tokens/)
  assert.ok(plan.length > 10 && plan.length < MAX_PLAN_LINES, `a plan of ${plan.length} lines takes long to make`)
})

test('PostgreSQL climbs to the ancestors of a token by look-ups, though it knows nothing of the table', async () => {
  const climbs = [(id: string) => holdLine(sql`SELECT id FROM tokens WHERE id = ${id}`), () => lines(1)]
  for (const climb of climbs) {
    const plan = await planOf(climb)
    assert.ok(plan.length > 5, plan.join('\n'))
    assert.doesNotMatch(plan.join('\n'), /Hash|Seq Scan on tokens/)
  }
})
