import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Db } from '#/platform/db/db.ts'
import { raw, sql } from '#/platform/db/sql.ts'
import type { Sql } from '#/platform/db/sql.ts'
import { altered } from '#test/support/altered-db.ts'
import { TestClock } from '#test/support/clock.ts'
import { freshDatabase } from '#test/support/engines.ts'
import { TokenNursery } from '#test/support/token-store.ts'
import { holdLine, lines } from './lineage.ts'
import { living } from './liveness.ts'
import { TokenStore } from './store.ts'
import type { Token } from './token.ts'

const MAX_PLAN_LINES = 200
const FEW = 32

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
  const climbs = [(id: string) => holdLine(sql`SELECT id FROM tokens WHERE id = ${id}`), () => lines]
  for (const climb of climbs) {
    const plan = await planOf(climb)
    assert.ok(plan.length > 5, plan.join('\n'))
    assert.doesNotMatch(plan.join('\n'), /Hash|Seq Scan on tokens/)
  }
})

test('PostgreSQL seeks tokens and families that are asked for together by their ids, though it takes the table for small', async () => {
  const fresh = await freshDatabase('postgres')
  try {
    const nursery = new TokenNursery({ ...fresh, clock: new TestClock() })
    const now = nursery.clock.now()
    const families: Token[] = []
    while (families.length < FEW) families.push(await nursery.plant({ userId: 'usr_1' }))
    const sent: Sql[] = []
    const { db } = fresh
    const watched = altered(db, { all: (statement) => (sent.push(statement), db.all(statement)) })
    const store = new TokenStore(watched)
    await Promise.all(families.map(({ id }) => store.findLiving(id, now)))
    await Promise.all(families.map(({ id }) => store.findLivingWithLine(id, now)))
    const next = { fingerprint: 'next', jkt: null }
    await Promise.all(families.map((family) => store.renew({ family, next, access: nursery.childOf(family), now })))
    const [finding, climbing, renewal] = sent
    assert.ok(finding && climbing && renewal && sent.length === 3)
    assert.doesNotMatch(await explained(db, finding), /Seq Scan on tokens/)
    assert.doesNotMatch(await explained(db, climbing), /Hash|Seq Scan on tokens/)
    await db.run(sql`ANALYZE tokens`)
    assert.match(await explained(db, renewal), /Index Scan using tokens_pkey on tokens t /)
  } finally {
    await fresh.release()
  }
})

const explained = async (db: Db, statement: Sql): Promise<string> =>
  (await db.all(sql`EXPLAIN ${statement}`)).map((row) => String(row['QUERY PLAN'])).join('\n')
