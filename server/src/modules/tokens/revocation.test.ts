import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { onEachEngine } from '#test/support/engines.ts'
import type { EngineFixture } from '#test/support/engines.ts'
import { TokenNursery } from '#test/support/token-store.ts'
import type { TokenSelector } from './lineage.ts'
import type { Token } from './token.ts'

function made(base: EngineFixture) {
  const nursery = new TokenNursery(base)
  const { db, clock, store } = nursery
  const plant = (token: Partial<Token>) => nursery.plant({ userId: 'usr_1', clientId: 'client_1', ...token })
  const revoke = (selector: TokenSelector) => db.tx((tx) => store.revoke(tx, selector, 'test', clock.now()))
  return { plant, revoke, nursery }
}

describe('a revocation of tokens', () => {
  onEachEngine('SE4 of a session spares the lines that were granted offline access, when told so', async (_t, base) => {
    const { plant, revoke, nursery } = made(base)
    const online = await plant({ kind: 'refresh', sessionId: 'sess_1', scope: 'openid read' })
    const offline = await plant({ kind: 'refresh', sessionId: 'sess_1', scope: 'openid offline_access read' })
    const narrowed = await nursery.graft(offline, { sessionId: 'sess_1', scope: 'read' })
    const alike = ['offline_accessory', 'OFFLINE_ACCESS', 'offlineXaccess', 'my:offline_access', '']
    const others = await Promise.all(alike.map((scope) => plant({ sessionId: 'sess_1', scope })))
    const elsewhere = await plant({ sessionId: 'sess_2' })
    const counts = await revoke({ by: 'session', sessionId: 'sess_1', offlineToo: false })
    assert.equal(counts.total, 1 + others.length)
    assert.deepEqual(await nursery.unrevoked(online, offline, narrowed, elsewhere), [false, true, true, true])
    assert.equal((await revoke({ by: 'session', sessionId: 'sess_1', offlineToo: true })).total, 2)
    assert.deepEqual(await nursery.unrevoked(offline, narrowed, elsewhere), [false, false, true])
  })

  onEachEngine('of a person or a client reaches all, or what came from sessions or consents', async (_t, base) => {
    const { plant, revoke, nursery } = made(base)
    const fromSession = await plant({ sessionId: 'sess_gone', consentId: 'con_1' })
    const fromConsent = await plant({ consentId: 'con_2' })
    const own = await plant({})
    const foreign = await plant({ userId: 'usr_2', clientId: 'client_2', sessionId: 'sess_x', consentId: 'con_x' })
    assert.equal((await revoke({ by: 'user', userId: 'usr_1', via: 'session' })).total, 1)
    assert.deepEqual(await nursery.unrevoked(fromSession, fromConsent, own), [false, true, true])
    assert.equal((await revoke({ by: 'client', clientId: 'client_1', via: 'consent' })).total, 1)
    assert.deepEqual(await nursery.unrevoked(fromConsent, own), [false, true])
    assert.equal((await revoke({ by: 'user', userId: 'usr_1' })).total, 1)
    assert.deepEqual(await nursery.unrevoked(own, foreign), [false, true])
  })
})
