import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import { newId } from '#/platform/ids.ts'
import { sql } from '#/platform/db/sql.ts'
import { Keyring } from '#/platform/crypto/keyring.ts'
import { parseMasterKey } from '#/platform/crypto/master-key.ts'
import { eventType, systemActor } from '#/platform/audit/event.ts'
import { Events } from '#/platform/audit/events.ts'
import { AuditKeys } from '#/platform/audit/audit-key.ts'
import { checkpoints, extendFormerChain, genesis, signCheckpoint } from '#/platform/audit/hash-chain.ts'
import { events } from '#/platform/audit/event-table.ts'
import { AuditPurger } from '#/platform/audit/audit-purger.ts'
import { Sealer } from '#/platform/audit/seal.ts'
import { ChainVerifier } from '#/platform/audit/chain-verifier.ts'
import type { Db } from '#/platform/db/db.ts'
import type { EngineFixture } from './engines.ts'

export const counted = eventType('thing.counted', 'A thing was counted.', Type.Object({ n: Type.Integer() }))
export const chainActor = systemActor('tests')
/** Somebody who removes. */
export const auditor = { type: 'admin', id: 'key_auditor', requestId: null, ip: null } as const

/** A database with so many sealed events, ten in a batch and a second. */
export async function sealedChain({ db, clock }: EngineFixture, length: number) {
  const masterKey = randomBytes(32).toString('hex')
  const current = parseMasterKey(masterKey, 'the test')
  const keyring = await Keyring.open({ db, clock, masterKey: { current, previous: [] } })
  const errors: object[] = []
  const deps = { db, clock, keyring, log: { error: (fields: object) => void errors.push(fields) } }
  const recorder = new Events(deps)
  const chain = { sealer: new Sealer(deps), verifier: new ChainVerifier(deps), purger: new AuditPurger(deps) }
  const start = clock.now()
  for (let n = 0; n < length; n += 10) {
    await recordMany(db, recorder, Math.min(10, length - n))
    clock.advance(1000)
    await chain.sealer.seal()
  }
  return { ...deps, ...chain, events: recorder, start, errors, masterKey }
}

/** Records some events in one transaction. */
export async function recordMany(db: Pick<Db, 'tx'>, recorder: Events, count: number): Promise<void> {
  await db.tx(async (tx) => {
    for (let n = 0; n < count; n++) await recorder.record(tx, counted, { actor: chainActor, target: null, data: { n } })
  })
}

/** A database as a version left it that did not authenticate entries: some sealed by its formula, some not yet sealed. */
export async function withFormerEntries(fixture: EngineFixture, counts: { sealed: number; waiting: number }) {
  const chain = await sealedChain(fixture, 0)
  const { db, clock, keyring } = chain
  const key = await new AuditKeys(chain).signing()
  let point = genesis
  for (let n = 0; n < counts.sealed + counts.waiting; n++) {
    const id = newId('aud', clock.now())
    await db.run(sql`
      INSERT INTO events (id, name, actor_type, actor_id, result, data, created_at)
      VALUES (${id}, ${counted.name}, 'system', 'tests', 'success', ${`{"n":${n}}`}, ${clock.now()})`)
    if (n >= counts.sealed) continue
    const row = await db.get(sql`SELECT ${events.columns} FROM ${events.name} WHERE id = ${id}`)
    point = row ? extendFormerChain(keyring, point, events.decode(row)) : point
    await db.run(sql`UPDATE events SET ${events.assign(point)} WHERE id = ${id}`)
  }
  await db.run(checkpoints.insert(signCheckpoint(point, clock.now(), key, false)))
  return chain
}
