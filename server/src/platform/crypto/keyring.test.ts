import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe } from 'node:test'
import fc from 'fast-check'
import { openDatabase } from '#/platform/db/open.ts'
import { sql } from '#/platform/db/sql.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { Keyring, macPurposes } from './keyring.ts'
import { MasterKeyError, parseMasterKey } from './master-key.ts'
import type { SealContext } from './keyring.ts'
import type { MasterKey } from './master-key.ts'

const newKey = () => parseMasterKey(randomBytes(32).toString('base64'), 'the test')
const only = (key = newKey()): MasterKey => ({ current: key, previous: [] })

const place: SealContext = { table: 'signing_keys', column: 'private_sealed', row: 'k1' }

describe('the keyring', () => {
  onEachEngine('seals what only it opens, and never twice alike', async (_t, { db, clock }) => {
    const keyring = await Keyring.open({ db, clock, masterKey: only() })
    const sealed = keyring.seal('geheim €', place)
    assert.match(sealed, /^v1\.[\w-]+$/)
    assert.equal(keyring.open(sealed, place), 'geheim €')
    assert.notEqual(keyring.seal('geheim €', place), sealed)
    assert.equal(keyring.open(keyring.seal('', place), place), '')
  })

  onEachEngine('a sealed value moved to another row, column or table does not open', async (_t, { db, clock }) => {
    const keyring = await Keyring.open({ db, clock, masterKey: only() })
    const sealed = keyring.seal('x', place)
    for (const other of [
      { ...place, row: 'k2' },
      { ...place, column: 'other' },
      { ...place, table: 'other' },
      { table: 'signing_keys","private_sealed', column: 'k1', row: '' },
    ]) {
      assert.throws(() => keyring.open(sealed, other), /does not open/)
    }
  })

  onEachEngine('a sealed value with any character changed does not open', async (_t, { db, clock }) => {
    const keyring = await Keyring.open({ db, clock, masterKey: only() })
    const sealed = keyring.seal('a secret of some length', place)
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.constantFrom(...'AZaz09-_.= '), (at, letter) => {
        if (sealed[at] === letter) return
        assert.throws(() => keyring.open(sealed.slice(0, at) + letter + sealed.slice(at + 1), place), /does not open/)
      }),
    )
    for (const other of ['', 'v1', 'v1.', 'v2.AAAA', sealed.slice(0, -4), `${sealed}AAAA`]) {
      assert.throws(() => keyring.open(other, place), /does not open/)
    }
  })

  onEachEngine('hashes differ by purpose and stay the same over a restart', async (_t, { db, clock }) => {
    const masterKey = only()
    const keyring = await Keyring.open({ db, clock, masterKey })
    const again = await Keyring.open({ db, clock, masterKey })
    const hashes = macPurposes.map((purpose) => keyring.mac(purpose, 'text'))
    assert.equal(new Set(hashes).size, macPurposes.length)
    assert.deepEqual(
      macPurposes.map((purpose) => again.mac(purpose, 'text')),
      hashes,
    )
    assert.equal(again.open(keyring.seal('x', place), place), 'x')
  })

  onEachEngine('no data key lies open in the database', async (_t, { db, clock }) => {
    const masterKey = only()
    assert.equal(await Keyring.holdsKeys(db), false)
    await Keyring.open({ db, clock, masterKey })
    assert.equal(await Keyring.holdsKeys(db), true)
    for (const row of await db.all(sql`SELECT wrapped FROM data_keys`)) {
      assert.match(row['wrapped'] as string, new RegExp(`^v1\\.${masterKey.current.id}\\.[\\w-]{80}$`))
    }
  })

  onEachEngine('ten servers that start at once agree on the keys', async (_t, { db, clock, url }) => {
    const masterKey = only()
    const other = await openDatabase({ url })
    try {
      const opening = Array.from({ length: 10 }, (_, i) =>
        Keyring.open({ db: i % 2 ? db : other.db, clock, masterKey }),
      )
      const hashes = (await Promise.all(opening)).map((keyring) => keyring.mac('token', 'x'))
      assert.equal(new Set(hashes).size, 1)
    } finally {
      await other.close()
    }
  })

  onEachEngine(
    'F19 two servers with different master keys that start at once: one runs, one is told',
    async (_t, { db, clock }) => {
      const both = await Promise.allSettled([only(), only()].map((masterKey) => Keyring.open({ db, clock, masterKey })))
      const refused = both.filter((outcome) => outcome.status === 'rejected')
      assert.equal(refused.length, 1)
      assert.ok(refused[0]?.reason instanceof MasterKeyError)
    },
  )

  onEachEngine(
    'F19 the wrong master key is refused in one line that names both, and changes nothing',
    async (_t, { db, clock }) => {
      const right = only()
      const wrong = only()
      await Keyring.open({ db, clock, masterKey: right })
      const before = await db.all(sql`SELECT * FROM data_keys ORDER BY purpose`)
      await assert.rejects(Keyring.open({ db, clock, masterKey: wrong }), (error: Error) => {
        assert.ok(error instanceof MasterKeyError)
        assert.ok(error.message.includes(right.current.id) && error.message.includes(wrong.current.id))
        assert.ok(!error.message.includes('\n') && !error.message.includes(wrong.current.bytes.toString('base64')))
        return true
      })
      assert.deepEqual(await db.all(sql`SELECT * FROM data_keys ORDER BY purpose`), before)
    },
  )

  onEachEngine('F19 a damaged or exchanged data key is refused, never replaced', async (_t, { db, clock }) => {
    const masterKey = only()
    await Keyring.open({ db, clock, masterKey })
    await db.run(sql`
      UPDATE data_keys SET wrapped = (SELECT wrapped FROM data_keys WHERE purpose = 'cookie') WHERE purpose = 'token'`)
    await assert.rejects(Keyring.open({ db, clock, masterKey }), /The data key token is damaged/)
  })

  onEachEngine(
    'F19 a new master key wraps anew what the previous one wrapped, then runs alone',
    async (_t, { db, clock }) => {
      const [first, second] = [newKey(), newKey()]
      const before = await Keyring.open({ db, clock, masterKey: only(first) })
      const sealed = before.seal('x', place)
      assert.deepEqual(before.wrapping, { masterKeyId: first.id, rewrapped: 0 })
      const turning = await Keyring.open({ db, clock, masterKey: { current: second, previous: [newKey(), first] } })
      assert.equal(turning.open(sealed, place), 'x')
      const all = (await db.all(sql`SELECT purpose FROM data_keys`)).length
      assert.deepEqual(turning.wrapping, { masterKeyId: second.id, rewrapped: all })
      assert.equal(await turning.countWrappedByOthers(db), 0, 'the earlier key may go')
      assert.equal(await before.countWrappedByOthers(db), all)
      const after = await Keyring.open({ db, clock, masterKey: only(second) })
      assert.equal(after.open(sealed, place), 'x')
      assert.equal(after.mac('token', 'x'), before.mac('token', 'x'))
      await assert.rejects(Keyring.open({ db, clock, masterKey: only(first) }), MasterKeyError)
    },
  )

  onEachEngine('F19 a rotation that stopped half way is finished by the next start', async (_t, { db, clock }) => {
    const [first, second] = [newKey(), newKey()]
    const before = await Keyring.open({ db, clock, masterKey: only(first) })
    const old = await db.all(sql`SELECT purpose, master_key_id, wrapped FROM data_keys WHERE purpose < 'f'`)
    await Keyring.open({ db, clock, masterKey: { current: second, previous: [first] } })
    for (const { purpose, master_key_id: id, wrapped } of old as Record<string, string>[]) {
      await db.run(
        sql`UPDATE data_keys SET master_key_id = ${id ?? ''}, wrapped = ${wrapped ?? ''} WHERE purpose = ${purpose ?? ''}`,
      )
    }
    await Keyring.open({ db, clock, masterKey: { current: second, previous: [first] } })
    const after = await Keyring.open({ db, clock, masterKey: only(second) })
    assert.equal(after.mac('cookie', 'x'), before.mac('cookie', 'x'))
  })

  onEachEngine('a purpose that a new release adds gets its key beside the old ones', async (_t, { db, clock }) => {
    const masterKey = only()
    const before = await Keyring.open({ db, clock, masterKey })
    await db.run(sql`DELETE FROM data_keys WHERE purpose = 'nonce'`)
    const after = await Keyring.open({ db, clock, masterKey })
    assert.equal(after.mac('token', 'x'), before.mac('token', 'x'))
    assert.notEqual(after.mac('nonce', 'x'), before.mac('nonce', 'x'))
  })
})
