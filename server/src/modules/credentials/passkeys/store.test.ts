import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { onEachEngine } from '#test/support/engines.ts'
import { endRows } from '#test/support/lifecycle.ts'
import { passkeysOfUser, PasskeyStore } from './store.ts'
import type { Passkey } from './passkey.ts'

const passkey = (n: number, changes: Partial<Passkey> = {}): Passkey => ({
  id: `pky_${n}`,
  userId: 'usr_1',
  credentialId: `credential-${n}`,
  publicKey: 'key',
  signCount: 0,
  aaguid: '00000000-0000-0000-0000-000000000000',
  backupEligible: true,
  backedUp: false,
  transports: ['internal'],
  name: `Key ${n}`,
  createdAt: n,
  lastUsedAt: null,
  ...changes,
})

describe('the store of passkeys', () => {
  onEachEngine('PK1: keeps a credential for one person, whoever comes first', async (_t, { db }) => {
    const store = new PasskeyStore(db)
    const insert = (it: Passkey) => db.tx((tx) => store.insert(tx, it))
    assert.equal(await insert(passkey(1)), true)
    assert.equal(await insert(passkey(2, { userId: 'usr_2', credentialId: 'credential-1' })), false)
    assert.deepEqual(await store.findByCredential('credential-1'), passkey(1))
    assert.equal(await store.findByCredential('credential-9'), undefined)
    const race = await Promise.all(
      Array.from({ length: 20 }, (_, i) => insert(passkey(i + 10, { credentialId: 'same' }))),
    )
    assert.equal(race.filter(Boolean).length, 1)
  })

  onEachEngine('PK1: notes a use only when the counter goes up, or never counts', async (_t, { db }) => {
    const store = new PasskeyStore(db)
    await db.tx((tx) => store.insert(tx, passkey(1)))
    const use = (signCount: number) =>
      db.tx((tx) => store.use(tx, 'pky_1', { signCount, backupEligible: true, backedUp: true }, 9))
    assert.deepEqual([await use(0), await use(0), await use(3)], [true, true, true])
    assert.deepEqual([await use(3), await use(2), await use(0)], [false, false, false])
    assert.equal(await use(0xffffffff), true, 'a counter has 32 bits')
    const race = await Promise.all([use(0xffffffff), use(0xffffffff)])
    assert.deepEqual(race, [false, false])
    const used = await store.findByCredential('credential-1')
    assert.deepEqual(used, passkey(1, { signCount: 0xffffffff, backedUp: true, lastUsedAt: 9 }))
  })

  onEachEngine('AD4: lists, names and removes what belongs to the person only', async (_t, fixture) => {
    const { db } = fixture
    const store = new PasskeyStore(db)
    for (const it of [passkey(1), passkey(2), passkey(3), passkey(4, { userId: 'usr_2' })]) {
      await db.tx((tx) => store.insert(tx, it))
    }
    assert.deepEqual(await store.allOf('usr_1'), [passkey(3), passkey(2), passkey(1)])
    assert.equal(await store.count('usr_1'), 3)
    const first = await store.page('usr_1', { before: undefined, limit: 1, includeTotal: true })
    const { id, createdAt } = passkey(3)
    assert.deepEqual(first, { rows: [passkey(3)], next: { id, createdAt }, total: 3 })
    const rest = await store.page('usr_1', { before: first.next, limit: 5, includeTotal: false })
    assert.deepEqual(rest, { rows: [passkey(2), passkey(1)], next: undefined, total: undefined })
    const rename = (userId: string) => db.tx((tx) => store.rename(tx, userId, 'pky_1', 'Mine'))
    assert.equal(await rename('usr_2'), undefined)
    assert.equal((await rename('usr_1'))?.name, 'Mine')
    const remove = (userId: string) => db.tx((tx) => store.remove(tx, userId, 'pky_1'))
    assert.deepEqual([await remove('usr_2'), await remove('usr_1'), await remove('usr_1')], [false, true, false])
    assert.equal(await endRows(fixture, passkeysOfUser, { by: 'user', userId: 'usr_1' }), 2)
    assert.deepEqual([await store.count('usr_1'), await store.count('usr_2')], [0, 1])
  })
})
