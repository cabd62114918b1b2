import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { onEachEngine } from '#test/support/engines.ts'
import { TokenNursery } from '#test/support/token-store.ts'
import { livingDelegationChains } from './delegation-chains.ts'

describe('the delegation chains of a person’s tokens', () => {
  onEachEngine('name each client once, from the one that was let in to the one that acts', async (_t, base) => {
    const nursery = new TokenNursery(base)
    const root = await nursery.plant({ userId: 'usr_1', clientId: 'planner' })
    const hop = await nursery.graft(root, { clientId: 'mailer', act: { sub: 'mailer' } })
    const deeper = { clientId: 'sender', act: { sub: 'sender', act: { sub: 'mailer' } } }
    await nursery.graft(hop, deeper)
    await nursery.graft(hop, deeper)
    await nursery.graft(root, { clientId: 'planner', act: { sub: 'planner' } })
    const chains = await livingDelegationChains(base.db, 'usr_1', base.clock.now())
    assert.deepEqual(
      chains.toSorted((a, b) => a.length - b.length),
      [['planner'], ['planner', 'mailer'], ['planner', 'mailer', 'sender']],
    )
  })

  onEachEngine('leave out what is over, what is somebody else’s, and do without a root', async (_t, base) => {
    const nursery = new TokenNursery(base)
    await nursery.plant({ userId: 'usr_1', clientId: 'revoked', revokedAt: 1 })
    await nursery.plant({ userId: 'usr_1', clientId: 'expired', expiresAt: base.clock.now() })
    await nursery.plant({ userId: 'usr_2', clientId: 'theirs' })
    await nursery.plant({ userId: 'usr_1', clientId: 'orphan', rootId: 'tok_gone' })
    assert.deepEqual(await livingDelegationChains(base.db, 'usr_1', base.clock.now()), [['orphan']])
  })
})
