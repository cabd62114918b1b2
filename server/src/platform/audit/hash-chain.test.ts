import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { openDatabase } from '#/platform/db/open.ts'
import { sql } from '#/platform/db/sql.ts'
import { Jobs } from '#/platform/jobs/jobs.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { chainActor, counted, recordMany, sealedChain } from '#test/support/event-chain.ts'
import { Sealer } from './seal.ts'
import { ChainVerifier } from './chain-verifier.ts'
import type { Db } from '#/platform/db/db.ts'

async function idAt(db: Db, sequence: number): Promise<string> {
  return (await db.get(sql`SELECT id FROM events WHERE sequence = ${sequence}`))?.['id'] as string
}

describe('sealing', () => {
  onEachEngine('gives committed events contiguous places, and a second run has nothing to do', async (_t, fixture) => {
    const { db, sealer, verifier, events } = await sealedChain(fixture, 25)
    const rows = await db.all(sql`SELECT sequence FROM events ORDER BY sequence`)
    assert.deepEqual(
      rows.map(({ sequence }) => sequence),
      Array.from({ length: 25 }, (_, i) => i + 1),
    )
    assert.equal(await sealer.seal(), 0)
    await recordMany(db, events, 500)
    assert.equal(await sealer.seal(), 500)
    const report = await verifier.verify()
    assert.equal(report.fault, undefined)
    assert.equal(report.end.sequence, 525)
  })

  onEachEngine('an empty chain is whole', async (_t, fixture) => {
    const { verifier } = await sealedChain(fixture, 0)
    assert.deepEqual(await verifier.verify(), { end: { sequence: 0, hash: '' } })
  })

  onEachEngine('an event from the past that comes late gets the next place', async (_t, fixture) => {
    const { db, sealer, verifier, events } = await sealedChain(fixture, 10)
    fixture.clock.advance(-3_600_000)
    await recordMany(db, events, 1)
    assert.equal(await sealer.seal(), 1)
    const last = await db.get(sql`SELECT sequence FROM events ORDER BY created_at, id LIMIT 1`)
    assert.equal(last?.['sequence'], 11)
    assert.equal((await verifier.verify()).fault, undefined)
  })

  onEachEngine(
    'an open transaction neither waits for the sealing nor holds it up, and loses nothing',
    async (_t, fixture) => {
      if (fixture.engine === 'sqlite') return // one writer: there is no second open transaction
      const { db, sealer, verifier, events } = await sealedChain(fixture, 10)
      await db.tx(async (tx) => {
        await events.record(tx, counted, { actor: chainActor, target: null, data: { n: 1 } })
        await recordMany(db, events, 3)
        assert.equal(await sealer.seal(), 3)
      })
      assert.equal(await sealer.seal(), 1)
      const report = await verifier.verify()
      assert.equal(report.end?.sequence, 14)
    },
  )

  onEachEngine('sealers on two nodes at once leave one whole chain, while events keep coming', async (_t, fixture) => {
    const { db, clock, keyring, log, sealer, verifier, events } = await sealedChain(fixture, 0)
    const other = await openDatabase({ url: fixture.url })
    const second = new Sealer({ db: other.db, clock, keyring, log })
    const work: Promise<unknown>[] = []
    for (let i = 0; i < 10; i++) work.push(recordMany(db, events, 10), sealer.seal(), second.seal())
    // A sealer that met the other's work gives up its batch; the lease keeps that rare.
    await Promise.allSettled(work)
    await sealer.seal()
    const report = await verifier.verify()
    assert.deepEqual([report.fault, report.end?.sequence], [undefined, 100])
    await other.close()
  })

  onEachEngine('runs as a job when there is something to seal', async (_t, fixture) => {
    const { db, clock, sealer, events } = await sealedChain(fixture, 0)
    const jobs = new Jobs({ db, clock, log: { error: () => undefined, warn: () => undefined } })
    sealer.schedule(jobs)
    await recordMany(db, events, 3)
    await jobs.runNow('events.seal')
    assert.equal(await sealer.seal(), 0)
  })

  onEachEngine('the key that signs checkpoints is sealed and the same after a restart', async (_t, fixture) => {
    const { db, clock, keyring, log, events } = await sealedChain(fixture, 10)
    await recordMany(db, events, 1)
    await new Sealer({ db, clock, keyring, log }).seal()
    const keys = await db.all(sql`SELECT * FROM audit_keys`)
    assert.equal(keys.length, 1)
    assert.match(keys[0]?.['private_sealed'] as string, /^v1\./)
    assert.equal((await new ChainVerifier({ db, clock, keyring }).verify()).end?.sequence, 11)
  })
})

describe('tampering shows', () => {
  const changes = {
    'who did it': sql`actor_id = 'usr_other'`,
    'what was done': sql`name = 'thing.forgotten'`,
    'to whom': sql`target_id = 'x'`,
    'how it ended': sql`result = 'denied'`,
    'the data': sql`data = '{"n":99}'`,
    'the time': sql`created_at = created_at + 1`,
    'the address': sql`address = '10.0.0.1'`,
    'the hash': sql`hash = 'x'`,
  }
  for (const [what, change] of Object.entries(changes)) {
    onEachEngine(`when ${what} was changed in a sealed event`, async (_t, fixture) => {
      const { db, verifier } = await sealedChain(fixture, 25)
      const eventId = await idAt(db, 13)
      await db.run(sql`UPDATE events SET ${change} WHERE id = ${eventId}`)
      assert.deepEqual(await verifier.verify(), { fault: { kind: 'changed', sequence: 13, eventId } })
    })
  }

  onEachEngine('when an event was removed from the middle or the beginning', async (_t, fixture) => {
    const { db, verifier } = await sealedChain(fixture, 25)
    await db.run(sql`DELETE FROM events WHERE sequence = 13`)
    assert.deepEqual(await verifier.verify(), { fault: { kind: 'removed', sequence: 13, eventId: null } })
    await db.run(sql`DELETE FROM events WHERE sequence = 1`)
    assert.deepEqual(await verifier.verify(), { fault: { kind: 'removed', sequence: 1, eventId: null } })
  })

  onEachEngine('when two events changed places', async (_t, fixture) => {
    const { db, verifier } = await sealedChain(fixture, 25)
    const [a, b] = [await idAt(db, 7), await idAt(db, 9)]
    await db.run(sql`UPDATE events SET sequence = 1000 WHERE id = ${a}`)
    await db.run(sql`UPDATE events SET sequence = 7 WHERE id = ${b}`)
    await db.run(sql`UPDATE events SET sequence = 9 WHERE id = ${a}`)
    assert.deepEqual(await verifier.verify(), { fault: { kind: 'changed', sequence: 7, eventId: b } })
  })

  onEachEngine('when an event was taken out and sealed again', async (_t, fixture) => {
    const { db, sealer, verifier } = await sealedChain(fixture, 25)
    await db.run(sql`UPDATE events SET sequence = NULL, hash = NULL WHERE sequence = 5`)
    await sealer.seal()
    assert.deepEqual(await verifier.verify(), { fault: { kind: 'removed', sequence: 5, eventId: null } })
  })

  onEachEngine('when the end was cut off, also after new events were sealed', async (_t, fixture) => {
    const { db, sealer, verifier, events } = await sealedChain(fixture, 25)
    await db.run(sql`DELETE FROM events WHERE sequence > 22`)
    assert.deepEqual(await verifier.verify(), { fault: { kind: 'truncated', sequence: 23, eventId: null } })
    await recordMany(db, events, 5)
    await sealer.seal()
    assert.deepEqual(await verifier.verify(), { fault: { kind: 'removed', sequence: 23, eventId: null } })
  })

  onEachEngine('when all events were removed', async (_t, fixture) => {
    const { db, verifier } = await sealedChain(fixture, 25)
    await db.run(sql`DELETE FROM events`)
    assert.deepEqual(await verifier.verify(), { fault: { kind: 'truncated', sequence: 1, eventId: null } })
  })

  onEachEngine('when the end was cut off with its checkpoints, to who noted a point elsewhere', async (_t, fixture) => {
    const { db, verifier } = await sealedChain(fixture, 25)
    const { end } = await verifier.verify()
    assert.ok(end)
    assert.deepEqual(await verifier.verify(end), { end })
    await db.run(sql`DELETE FROM events WHERE sequence > 20`)
    await db.run(sql`DELETE FROM event_checkpoints WHERE sequence > 20`)
    assert.equal((await verifier.verify()).end?.sequence, 20)
    assert.deepEqual(await verifier.verify(end), { fault: { kind: 'truncated', sequence: 21, eventId: null } })
    const eventId = await idAt(db, 20)
    const otherPoint = { sequence: 20, hash: 'x' }
    assert.deepEqual(await verifier.verify(otherPoint), { fault: { kind: 'changed', sequence: 20, eventId } })
  })

  onEachEngine('when the last checkpoint was removed, or all', async (_t, fixture) => {
    const { db, verifier } = await sealedChain(fixture, 25)
    await db.run(sql`DELETE FROM event_checkpoints WHERE sequence = 25`)
    assert.deepEqual(await verifier.verify(), { fault: { kind: 'checkpoint', sequence: 25, eventId: null } })
    await db.run(sql`DELETE FROM event_checkpoints`)
    assert.deepEqual(await verifier.verify(), { fault: { kind: 'checkpoint', sequence: 25, eventId: null } })
  })

  const forgeries = {
    'its hash': sql`hash = 'x'`,
    'its time': sql`created_at = created_at + 1`,
    'its signature': sql`statement = 'e30.e30.AAAA'`,
    'its statement, for that of another batch': sql`statement = (SELECT statement FROM event_checkpoints WHERE sequence = 10)`,
    'its key': sql`statement = replace(statement, 'a', 'b')`,
  }
  for (const [what, forgery] of Object.entries(forgeries)) {
    onEachEngine(`when a checkpoint was given another of ${what}`, async (_t, fixture) => {
      const { db, verifier } = await sealedChain(fixture, 25)
      const eventId = await idAt(db, 20)
      await db.run(sql`UPDATE event_checkpoints SET ${forgery} WHERE sequence = 20`)
      assert.deepEqual(await verifier.verify(), { fault: { kind: 'checkpoint', sequence: 20, eventId } })
    })
  }
})
