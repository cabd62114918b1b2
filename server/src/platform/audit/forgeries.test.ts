import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { newEs256Key, readPrivateKey } from '#/platform/crypto/es256-key.ts'
import { sql } from '#/platform/db/sql.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { counted, chainActor, recordMany, sealedChain, withFormerEntries } from '#test/support/event-chain.ts'
import { addRemoval, latestPurgeMarker } from './purge-markers.ts'
import type { Db } from '#/platform/db/db.ts'

/** Writes an entry around the server, as whoever holds the database could; the second copies the code of a genuine one. */
const writeForged = (db: Db, id: string, mac: string | null = null): Promise<number> =>
  db.run(sql`
    INSERT INTO events (id, name, actor_type, actor_id, result, data, created_at, mac)
    VALUES (${id}, 'thing.counted', 'system', 'tests', 'success', '{"n":1}', ${1}, ${mac})`)

async function anyMac(db: Db): Promise<string> {
  return String((await db.get(sql`SELECT mac FROM events LIMIT 1`))?.['mac'])
}

describe('AD17: an entry that the server did not record shows', () => {
  for (const stolen of [false, true]) {
    const how = stolen ? 'with the code of another entry' : 'without a code'
    onEachEngine(`before it is sealed and after, ${how}`, async (_t, fixture) => {
      const { db, sealer, verifier, errors } = await sealedChain(fixture, 10)
      await writeForged(db, 'aud_forged', stolen ? await anyMac(db) : null)
      const fault = { kind: 'forged', sequence: 11, eventId: 'aud_forged' }
      assert.deepEqual(await verifier.verify(), { fault })
      assert.equal(await sealer.seal(), 1)
      assert.deepEqual(errors, [{ forged: ['aud_forged'] }])
      assert.deepEqual(await verifier.verify(), { fault })
    })
  }

  onEachEngine('when it was changed before it was sealed', async (_t, fixture) => {
    const { db, sealer, verifier, events } = await sealedChain(fixture, 10)
    const id = await db.tx((tx) => events.record(tx, counted, { actor: chainActor, target: null, data: { n: 1 } }))
    assert.equal((await verifier.verify()).fault, undefined)
    for (const change of [sql`actor_id = 'usr_other'`, sql`client_request_id = 'other-request'`, sql`mac = NULL`]) {
      const before = await db.get(sql`SELECT actor_id, client_request_id, mac FROM events WHERE id = ${id}`)
      await db.run(sql`UPDATE events SET ${change} WHERE id = ${id}`)
      assert.deepEqual(await verifier.verify(), { fault: { kind: 'forged', sequence: 11, eventId: id } })
      await db.run(sql`
        UPDATE events SET actor_id = ${String(before?.['actor_id'])}, client_request_id = NULL, mac = ${String(before?.['mac'])}
        WHERE id = ${id}`)
    }
    await sealer.seal()
    assert.equal((await verifier.verify()).end?.sequence, 11)
  })

  onEachEngine('when the code of a sealed entry was changed or taken away', async (_t, fixture) => {
    const { db, verifier } = await sealedChain(fixture, 10)
    for (const change of [sql`mac = 'x'`, sql`mac = NULL`, sql`client_request_id = 'other-request'`]) {
      const kept = await db.get(sql`SELECT id, mac FROM events WHERE sequence = 4`)
      await db.run(sql`UPDATE events SET ${change} WHERE sequence = 4`)
      assert.deepEqual(await verifier.verify(), { fault: { kind: 'changed', sequence: 4, eventId: kept?.['id'] } })
      await db.run(sql`
        UPDATE events SET mac = ${String(kept?.['mac'])}, client_request_id = NULL WHERE sequence = 4`)
    }
  })
})

describe('AD18: a key that the server did not make shows', () => {
  onEachEngine('and nothing that it signed is believed', async (_t, fixture) => {
    const { db, verifier } = await sealedChain(fixture, 25)
    const { publicJwk, privateText } = await newEs256Key()
    // Whoever holds the database takes entries out and signs a marker for that with a key of their own.
    const end = await db.get(sql`SELECT hash FROM events WHERE sequence = 20`)
    await db.run(sql`
      INSERT INTO audit_keys (id, public_jwk, private_sealed, created_at)
      VALUES ('audit-2', ${JSON.stringify(publicJwk)}, ${privateText}, 1)`)
    const removal = { kind: 'purge', sequence: 20, hash: String(end?.['hash']), unsealed: 0, before: 1 } as const
    const given = { ...removal, brokenAt: null, removedAt: 1, actor: chainActor }
    await db.tx(async (tx) => {
      await addRemoval(tx, given, await latestPurgeMarker(tx), {
        id: 'audit-2',
        privateKey: readPrivateKey(privateText),
      })
      await tx.run(sql`DELETE FROM events WHERE sequence <= 20`)
      await tx.run(sql`DELETE FROM event_checkpoints WHERE sequence <= 20`)
    })
    assert.deepEqual(await verifier.verify(), { fault: { kind: 'key', sequence: 0, eventId: null } })
    await db.run(sql`DELETE FROM audit_keys WHERE id = 'audit-2'`)
    assert.equal((await verifier.verify()).fault?.kind, 'removal')
  })

  onEachEngine('also when it took the place of ours', async (_t, fixture) => {
    const { db, verifier } = await sealedChain(fixture, 10)
    const { publicJwk } = await newEs256Key()
    await db.run(sql`UPDATE audit_keys SET public_jwk = ${JSON.stringify(publicJwk)}`)
    assert.deepEqual(await verifier.verify(), { fault: { kind: 'key', sequence: 0, eventId: null } })
  })
})

describe('a log of before entries were authenticated', () => {
  onEachEngine('keeps verifying, and what waited then is sealed as it was', async (_t, fixture) => {
    const { db, sealer, verifier, events } = await withFormerEntries(fixture, { sealed: 12, waiting: 3 })
    assert.equal((await verifier.verify()).end?.sequence, 12)
    await recordMany(db, events, 2)
    assert.equal(await sealer.seal(), 5)
    assert.equal((await verifier.verify()).end?.sequence, 17)
  })

  onEachEngine('takes no entry without a code once something was sealed anew', async (_t, fixture) => {
    const { db, sealer, verifier, events } = await withFormerEntries(fixture, { sealed: 12, waiting: 0 })
    await recordMany(db, events, 1)
    await sealer.seal()
    await writeForged(db, 'aud_forged')
    assert.deepEqual(await verifier.verify(), { fault: { kind: 'forged', sequence: 14, eventId: 'aud_forged' } })
    await sealer.seal()
    assert.deepEqual(await verifier.verify(), { fault: { kind: 'forged', sequence: 14, eventId: 'aud_forged' } })
  })

  onEachEngine('shows what was changed in it', async (_t, fixture) => {
    const { db, verifier } = await withFormerEntries(fixture, { sealed: 12, waiting: 0 })
    const eventId = String((await db.get(sql`SELECT id FROM events WHERE sequence = 5`))?.['id'])
    await db.run(sql`UPDATE events SET client_request_id = 'a-request' WHERE sequence = 5`)
    assert.deepEqual(await verifier.verify(), { fault: { kind: 'forged', sequence: 5, eventId } })
    await db.run(sql`UPDATE events SET client_request_id = NULL, actor_id = 'usr_other' WHERE sequence = 5`)
    assert.deepEqual(await verifier.verify(), { fault: { kind: 'changed', sequence: 5, eventId } })
  })
})
