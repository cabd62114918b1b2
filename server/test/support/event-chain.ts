import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import { Keyring } from '#/platform/crypto/keyring.ts'
import { parseMasterKey } from '#/platform/crypto/master-key.ts'
import { eventType, systemActor } from '#/platform/audit/event.ts'
import { Events } from '#/platform/audit/events.ts'
import { AuditPurger } from '#/platform/audit/audit-purger.ts'
import { Sealer } from '#/platform/audit/seal.ts'
import { ChainVerifier } from '#/platform/audit/verify.ts'
import type { Db } from '#/platform/db/db.ts'
import type { EngineFixture } from './engines.ts'

export const counted = eventType('thing.counted', 'A thing was counted.', Type.Object({ n: Type.Integer() }))
export const chainActor = systemActor('tests')
/** Somebody who removes. */
export const auditor = { type: 'admin', id: 'key_auditor', requestId: null, ip: null } as const

/** A database with so many sealed events, ten in a batch and a second. */
export async function sealedChain({ db, clock }: EngineFixture, length: number) {
  const current = parseMasterKey(randomBytes(32).toString('hex'), 'the test')
  const keyring = await Keyring.open({ db, clock, masterKey: { current, previous: [] } })
  const deps = { db, clock, keyring }
  const events = new Events(deps)
  const chain = { sealer: new Sealer(deps), verifier: new ChainVerifier(deps), purger: new AuditPurger(deps) }
  const start = clock.now()
  for (let n = 0; n < length; n += 10) {
    await recordMany(db, events, Math.min(10, length - n))
    clock.advance(1000)
    await chain.sealer.seal()
  }
  return { ...deps, ...chain, events, start }
}

/** Records some events in one transaction. */
export async function recordMany(db: Pick<Db, 'tx'>, events: Events, count: number): Promise<void> {
  await db.tx(async (tx) => {
    for (let n = 0; n < count; n++) await events.record(tx, counted, { actor: chainActor, target: null, data: { n } })
  })
}
