import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { Events } from '#/platform/audit/events.ts'
import { forUpdate, hasOneWriter } from '#/platform/db/dialect.ts'
import { sql } from '#/platform/db/sql.ts'
import { onEachEngine } from '#test/support/engines.ts'
import type { EngineFixture } from '#test/support/engines.ts'
import { TokenNursery } from '#test/support/token-store.ts'
import { DelegationStore } from './delegation-store.ts'
import { tokenExchanged } from './events.ts'
import type { Token } from './token.ts'

/** Records a token with the event of its exchange; `told` collects what was told of as durable. */
function recorder({ db, clock }: EngineFixture, told: string[]) {
  const store = new DelegationStore(db)
  const events = new Events({
    clock,
    keyring: { mac: () => 'mac' },
    onRecorded: ({ data }) => told.push(String(data['token_id'])),
  })
  const actor = { type: 'agent', id: 'other', requestId: 'req_1', ip: null } as const
  return (token: Token): Promise<boolean> => {
    const data = {
      client_id: token.clientId,
      subject: token.subject,
      subject_token_id: token.parentId ?? '',
      token_id: token.id,
    }
    const rest = {
      policy_id: token.policyId,
      depth: token.depth,
      scope: 'read',
      dropped_scope: '',
      audience: [],
      chain: ['other'],
    }
    const input = { actor, target: { type: 'token', id: token.id }, data: { ...data, ...rest } }
    return store.record({ token, event: events.prepare(tokenExchanged, input), now: clock.now() })
  }
}

const hop = { clientId: 'other', act: { sub: 'other \ud83d\ude00 "\\' }, grantType: 'client_credentials' } as const

/** A person's token and what an agent got for it under a policy. */
async function chain(nursery: TokenNursery): Promise<{ root: Token; middle: Token }> {
  const root = await nursery.plant({ userId: 'usr_1', consentId: 'con_1' })
  return { root, middle: await nursery.graft(root, { ...hop, policyId: 'pol_1' }) }
}

describe('what exchanges yield', () => {
  onEachEngine('is recorded with its event, many together', async (_t, base) => {
    const told: string[] = []
    const nursery = new TokenNursery(base)
    const record = recorder(base, told)
    const { root, middle } = await chain(nursery)
    const children = [root, middle, middle, root].map((parent) =>
      nursery.childOf(parent, { ...hop, policyId: 'pol_1' }),
    )
    assert.deepEqual(
      await Promise.all(children.map(record)),
      children.map(() => true),
    )
    const ids = children.map(({ id }) => id)
    assert.deepEqual(told.toSorted(), ids.toSorted())
    const rows = await base.db.all(
      sql`SELECT target_id, data FROM events WHERE name = 'token.exchanged' ORDER BY target_id`,
    )
    assert.deepEqual(
      rows.map((row) => row['target_id']),
      ids.toSorted(),
    )
    for (const row of rows)
      assert.equal((JSON.parse(String(row['data'])) as { token_id: string }).token_id, row['target_id'])
    for (const child of children) {
      assert.deepEqual(await nursery.store.find(base.db, child.id), child)
      assert.equal((await nursery.store.findLiving(child.id, base.clock.now()))?.isLiving, true)
    }
  })

  onEachEngine('G4 is not recorded when an ancestor, client, person or policy ended', async (_t, base) => {
    const nursery = new TokenNursery(base)
    const record = recorder(base, [])
    const { root, middle } = await chain(nursery)
    const ends = [
      [sql`UPDATE tokens SET revoked_at = 1 WHERE id = ${root.id}`, sql`UPDATE tokens SET revoked_at = NULL`],
      [sql`UPDATE clients SET active = 0 WHERE client_id = 'other'`, sql`UPDATE clients SET active = 1`],
      [sql`UPDATE users SET disabled_at = 1`, sql`UPDATE users SET disabled_at = NULL`],
      [sql`UPDATE consents SET revoked_at = 1`, sql`UPDATE consents SET revoked_at = NULL`],
      [sql`UPDATE policies SET revoked_at = 1`, sql`UPDATE policies SET revoked_at = NULL`],
      [sql`UPDATE policies SET expires_at = ${base.clock.now()}`, sql`UPDATE policies SET expires_at = NULL`],
    ] as const
    for (const [end, undo] of ends) {
      await base.db.run(end)
      const child = nursery.childOf(middle, { ...hop, policyId: 'pol_1' })
      assert.equal(await record(child), false, end.strings.join())
      assert.equal(await nursery.store.find(base.db, child.id), undefined)
      await base.db.run(undo)
    }
    const orphan = nursery.childOf(nursery.draft(), hop)
    assert.deepEqual([await record(orphan), await nursery.store.find(base.db, orphan.id)], [false, undefined])
    assert.deepEqual(await base.db.all(sql`SELECT id FROM events WHERE name = 'token.exchanged'`), [])
    assert.equal(await record(nursery.childOf(middle, { ...hop, policyId: 'pol_1' })), true)
  })

  onEachEngine(
    'waits for nobody who holds an ancestor or the person, and is not recorded; a single writer comes after them',
    async (_t, base) => {
      const nursery = new TokenNursery(base)
      const record = recorder(base, [])
      const { root, middle } = await chain(nursery)
      for (const held of [sql`tokens WHERE id = ${root.id}`, sql`users WHERE id = 'usr_1'`]) {
        const [isHeld, goOn] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
        const ending = base.db.tx(async (tx) => {
          await tx.all(sql`SELECT id FROM ${held} ${forUpdate}`)
          isHeld.resolve(undefined)
          if (!hasOneWriter[tx.engine]) await goOn.promise
        })
        await isHeld.promise
        const isRecorded = await record(nursery.childOf(middle, { ...hop, policyId: 'pol_1' }))
        assert.equal(isRecorded, hasOneWriter[base.engine])
        goOn.resolve(undefined)
        await ending
      }
    },
  )

  onEachEngine('G4 many at once are each refused for their own ancestors alone', async (_t, base) => {
    const nursery = new TokenNursery(base)
    const record = recorder(base, [])
    const [good, ended, held] = [await chain(nursery), await chain(nursery), await chain(nursery)]
    await base.db.run(sql`UPDATE tokens SET revoked_at = 1 WHERE id = ${ended.root.id}`)
    const [isHeld, goOn] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    const ending = base.db.tx(async (tx) => {
      await tx.all(sql`SELECT id FROM tokens WHERE id = ${held.root.id} ${forUpdate}`)
      isHeld.resolve(undefined)
      if (!hasOneWriter[tx.engine]) await goOn.promise
    })
    await isHeld.promise
    const parents = [good.root, ended.root, held.root, good.middle, ended.middle, held.middle, good.root]
    const children = [...parents, nursery.draft()].map((parent) =>
      nursery.childOf(parent, { ...hop, policyId: 'pol_1' }),
    )
    const after = hasOneWriter[base.engine]
    assert.deepEqual(await Promise.all(children.map(record)), [true, false, after, true, false, after, true, false])
    goOn.resolve(undefined)
    await ending
  })
})
