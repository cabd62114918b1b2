import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DatabaseUnavailable } from '#/platform/db/errors.ts'
import { sql } from '#/platform/db/sql.ts'
import { TestClock } from '#test/support/clock.ts'
import { freshDatabase, onEachEngine } from '#test/support/engines.ts'
import { auditor, counted, recordMany, sealedChain } from '#test/support/event-chain.ts'
import type { AuditPurger } from './audit-purger.ts'
import type { Db, Tx } from '#/platform/db/db.ts'

const count = async (db: Db): Promise<number> => Number((await db.get(sql`SELECT count(*) AS n FROM events`))?.['n'])

/** Commits to removing what lies before a time, and deletes nothing yet. */
async function commitTo(db: Db, purger: AuditPurger, before: number) {
  const plan = await purger.plan(before)
  const key = await purger.key()
  return db.tx((tx) => purger.commit(tx, plan, auditor, key))
}

/** A transaction in which somebody else's commit falls right behind the first read. */
function committingAfterRead(tx: Tx, other: () => Promise<unknown>): Tx {
  let pending: (() => Promise<unknown>) | undefined = other
  return {
    engine: tx.engine,
    inTransaction: true,
    afterCommit: (callback) => tx.afterCommit(callback),
    all: (query) => tx.all(query),
    run: (statement) => tx.run(statement),
    get: async (query) => {
      const row = await tx.get(query)
      const commit = pending
      pending = undefined
      await commit?.()
      return row
    },
  }
}

describe('a purge', () => {
  onEachEngine('leaves a signed marker, and a rest that verifies and goes on', async (_t, fixture) => {
    const { db, clock, start, purger, verifier, sealer, events } = await sealedChain(fixture, 30)
    // Ten events a second, sealed at its end: the first twenty are older than this.
    const marker = await commitTo(db, purger, start + 2000)
    assert.deepEqual([marker?.firstSequence, marker?.sequence, marker?.actorId], [1, 20, auditor.id])
    await purger.sweep()
    assert.equal(await count(db), 10)
    await recordMany(db, events, 5)
    await sealer.seal()
    const { end, fault, removals } = await verifier.check({})
    assert.deepEqual([fault, end.sequence, removals.length], [undefined, 35, 1])
    assert.equal(removals[0]?.before, start + 2000)
    assert.equal(removals[0].removedAt, clock.now())
    const left = await db.all(sql`SELECT sequence FROM event_checkpoints ORDER BY sequence`)
    assert.deepEqual(
      left.map(({ sequence }) => sequence),
      [30, 35],
    )
  })

  onEachEngine('of everything leaves the place to go on from', async (_t, fixture) => {
    const { db, clock, purger, verifier, sealer, events } = await sealedChain(fixture, 10)
    await commitTo(db, purger, clock.now())
    await purger.sweep()
    assert.deepEqual([await count(db), (await verifier.verify()).end?.sequence], [0, 10])
    await recordMany(db, events, 3)
    await sealer.seal()
    assert.deepEqual((await verifier.verify()).end?.sequence, 13)
  })

  onEachEngine(
    'seals first, so that young events that were not sealed yet stay and old ones go',
    async (_t, fixture) => {
      const { db, clock, purger, verifier, events } = await sealedChain(fixture, 10)
      await recordMany(db, events, 2)
      clock.advance(1000)
      await recordMany(db, events, 3)
      await commitTo(db, purger, clock.now())
      await purger.sweep()
      assert.deepEqual([await count(db), (await verifier.verify()).end?.sequence], [3, 15])
    },
  )

  onEachEngine('seals beside the job that does, and the chain holds each event once', async (_t, fixture) => {
    const { clock, purger, verifier, sealer, events, db } = await sealedChain(fixture, 0)
    await recordMany(db, events, 230)
    const [sealed, plan, again] = await Promise.all([sealer.seal(), purger.plan(clock.now() + 1), sealer.seal()])
    assert.ok(sealed + again <= 230)
    assert.equal(plan.count, 230)
    assert.equal(await sealer.seal(), 0)
    const { end, fault } = await verifier.check({})
    assert.deepEqual([fault, end.sequence], [undefined, 230])
  })

  onEachEngine('stops before the first young event, also when an old one was sealed behind it', async (_t, fixture) => {
    const { db, clock, start, purger, sealer, events, verifier } = await sealedChain(fixture, 10)
    clock.advance(-500)
    await recordMany(db, events, 1)
    clock.advance(5000)
    await sealer.seal()
    await recordMany(db, events, 1)
    clock.advance(-4000)
    await recordMany(db, events, 1)
    await sealer.seal()
    const plan = await purger.plan(start + 4000)
    assert.equal(plan.count, 12)
    assert.equal((await verifier.verify()).end?.sequence, 13)
  })

  onEachEngine(
    'that was cut off between marker and deletion verifies, and is finished by the job',
    async (_t, fixture) => {
      const { db, clock, purger, verifier } = await sealedChain(fixture, 30)
      await commitTo(db, purger, clock.now())
      assert.equal((await verifier.verify()).end?.sequence, 30)
      await db.run(sql`DELETE FROM events WHERE sequence <= 7`)
      assert.equal((await verifier.verify()).end?.sequence, 30)
      await purger.sweep()
      assert.equal(await count(db), 0)
    },
  )

  onEachEngine('of two at once, one is told that its plan is void', async (_t, fixture) => {
    const { db, start, clock, purger, verifier } = await sealedChain(fixture, 30)
    const key = await purger.key()
    const plans = [await purger.plan(start + 1000), await purger.plan(clock.now())]
    const made = await Promise.all(plans.map((plan) => db.tx((tx) => purger.commit(tx, plan, auditor, key))))
    assert.equal(made.filter((marker) => marker !== undefined).length, 1)
    await purger.sweep()
    assert.equal((await verifier.verify()).end?.sequence, 30)
  })

  test('of two at once, one is told that its plan is void, also when it looked just before the other (postgres)', async () => {
    const fresh = await freshDatabase('postgres')
    try {
      const { db, start, clock, purger, verifier } = await sealedChain({ ...fresh, clock: new TestClock() }, 30)
      const key = await purger.key()
      const [early, late] = [await purger.plan(clock.now()), await purger.plan(start + 1000)]
      const other = () => db.tx((tx) => purger.commit(tx, late, auditor, key))
      const voided = await db.tx((tx) => purger.commit(committingAfterRead(tx, other), early, auditor, key))
      assert.equal(voided, undefined)
      await purger.sweep()
      assert.equal(await count(db), 20)
      assert.deepEqual((await verifier.check({})).removals.length, 1)
    } finally {
      await fresh.release()
    }
  })

  test('is not overlooked by a wipe that looked just before it (postgres)', async () => {
    const fresh = await freshDatabase('postgres')
    try {
      const { db, start, purger, verifier } = await sealedChain({ ...fresh, clock: new TestClock() }, 30)
      const [key, plan, wipe] = [await purger.key(), await purger.plan(start + 1000), await purger.wiper()]
      const other = () => db.tx((tx) => purger.commit(tx, plan, auditor, key))
      await assert.rejects(
        db.tx((tx) => wipe(committingAfterRead(tx, other), auditor)),
        DatabaseUnavailable,
      )
      assert.equal(await count(db), 30)
      assert.equal((await verifier.verify()).end?.sequence, 30)
    } finally {
      await fresh.release()
    }
  })

  onEachEngine('tells what was broken before it takes it', async (_t, fixture) => {
    const { db, clock, purger } = await sealedChain(fixture, 20)
    await db.run(sql`UPDATE events SET actor_id = 'usr_other' WHERE sequence = 13`)
    assert.equal((await purger.plan(clock.now())).fault?.sequence, 13)
  })
})

describe('a wipe', () => {
  onEachEngine('takes everything and says so, and the chain goes on behind it', async (_t, fixture) => {
    const { db, purger, verifier, sealer, events } = await sealedChain(fixture, 20)
    await recordMany(db, events, 4)
    const wipe = await purger.wiper()
    const { removed, marker } = await db.tx(async (tx) => {
      const wiped = await wipe(tx, auditor)
      await events.record(tx, counted, { actor: auditor, target: null, data: { n: 1 } })
      return wiped
    })
    assert.deepEqual([removed, marker.kind, marker.sequence, marker.unsealed], [24, 'reset', 20, 4])
    assert.equal(await count(db), 1)
    await sealer.seal()
    const { end, removals } = await verifier.check({})
    assert.deepEqual([end.sequence, removals.map(({ kind }) => kind)], [21, ['reset']])
  })

  onEachEngine('of an empty log leaves a marker too, and one after the other add up', async (_t, fixture) => {
    const { db, purger, verifier } = await sealedChain(fixture, 0)
    const wipe = await purger.wiper()
    await db.tx((tx) => wipe(tx, auditor))
    await db.tx((tx) => wipe(tx, auditor))
    const { end, removals } = await verifier.check({})
    assert.deepEqual([end.sequence, removals.length], [0, 2])
  })
})

describe('tampering around a removal shows', () => {
  const forgeries = {
    'its place': sql`sequence = sequence - 1`,
    'its hash': sql`hash = 'x'`,
    'its time': sql`created_at = created_at + 1`,
    'its statement': sql`statement = 'e30.e30.AAAA'`,
    'its number': sql`number = number + 5`,
  }
  for (const [what, forgery] of Object.entries(forgeries)) {
    onEachEngine(`when a marker was given another of ${what}`, async (_t, fixture) => {
      const { db, start, purger, verifier } = await sealedChain(fixture, 30)
      await commitTo(db, purger, start + 1000)
      await commitTo(db, purger, start + 2000)
      await purger.sweep()
      await db.run(sql`UPDATE event_removals SET ${forgery} WHERE number = 2`)
      assert.equal((await verifier.verify()).fault?.kind, 'removal')
    })
  }

  onEachEngine('when a marker was taken away from the beginning, or all were', async (_t, fixture) => {
    const { db, start, purger, verifier } = await sealedChain(fixture, 30)
    await commitTo(db, purger, start + 1000)
    await commitTo(db, purger, start + 2000)
    await purger.sweep()
    await db.run(sql`DELETE FROM event_removals WHERE number = 1`)
    assert.equal((await verifier.verify()).fault?.kind, 'removal')
    await db.run(sql`DELETE FROM event_removals`)
    assert.deepEqual((await verifier.verify()).fault, { kind: 'removed', sequence: 1, eventId: null })
  })

  onEachEngine('when events behind a purge were removed as well', async (_t, fixture) => {
    const { db, start, purger, verifier } = await sealedChain(fixture, 30)
    await commitTo(db, purger, start + 1000)
    await purger.sweep()
    await db.run(sql`DELETE FROM events WHERE sequence <= 12`)
    assert.deepEqual((await verifier.verify()).fault, { kind: 'removed', sequence: 11, eventId: null })
  })

  onEachEngine('when a checkpoint is passed off as a marker', async (_t, fixture) => {
    const { db, verifier } = await sealedChain(fixture, 30)
    await db.run(sql`
      INSERT INTO event_removals (number, sequence, hash, statement, created_at)
      SELECT 1, sequence, hash, statement, created_at FROM event_checkpoints WHERE sequence = 20`)
    assert.equal((await verifier.verify()).fault?.kind, 'removal')
  })

  onEachEngine('when a point was noted elsewhere that the marker contradicts', async (_t, fixture) => {
    const { db, start, purger, verifier } = await sealedChain(fixture, 30)
    await commitTo(db, purger, start + 1000)
    await purger.sweep()
    const [noted] = (await verifier.check({})).removals
    assert.equal((await verifier.check({ anchor: { sequence: 10, hash: noted?.hash ?? '' } })).anchorSeen, true)
    assert.equal((await verifier.verify({ sequence: 10, hash: 'x' })).fault?.kind, 'removal')
    const within = await verifier.check({ anchor: { sequence: 5, hash: 'x' } })
    assert.deepEqual([within.fault, within.anchorSeen], [undefined, false])
  })
})

describe('a check in parts', () => {
  onEachEngine('stops at a signed point and goes on from there', async (_t, fixture) => {
    const { verifier, db } = await sealedChain(fixture, 1200)
    const first = await verifier.check({ budgetMs: 0 })
    assert.equal(first.resumeAfter, 500)
    await db.run(sql`UPDATE events SET actor_id = 'usr_other' WHERE sequence = 1100`)
    let check = first
    while (check.resumeAfter !== undefined) check = await verifier.check({ after: check.resumeAfter, budgetMs: 0 })
    assert.deepEqual([check.fault?.kind, check.fault?.sequence], ['changed', 1100])
    assert.equal((await verifier.check({ after: 1005 })).from.sequence, 1000)
  })

  onEachEngine('does not begin behind a checkpoint that nobody signed', async (_t, fixture) => {
    const { db, verifier } = await sealedChain(fixture, 40)
    assert.equal((await verifier.check({ after: 20 })).fault, undefined)
    const forgeries = [
      sql`statement = 'e30.e30.AAAA'`,
      sql`statement = (SELECT statement FROM event_checkpoints WHERE sequence = 10)`,
    ]
    for (const forgery of forgeries) {
      await db.run(sql`UPDATE event_checkpoints SET ${forgery} WHERE sequence = 20`)
      const { fault, end } = await verifier.check({ after: 20 })
      assert.deepEqual([fault, end.sequence], [{ kind: 'checkpoint', sequence: 20, eventId: null }, 0])
      assert.equal((await verifier.check({ after: 30 })).fault, undefined, 'what lies before was proven then')
    }
  })
})
