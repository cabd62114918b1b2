import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { Keyring } from '#/platform/crypto/keyring.ts'
import { parseMasterKey } from '#/platform/crypto/master-key.ts'
import { sql } from '#/platform/db/sql.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Sql } from '#/platform/db/sql.ts'
import { altered } from '#test/support/altered-db.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { openTokens, sealTokens } from './connection.ts'

const newKey = () => parseMasterKey(randomBytes(32).toString('base64'), 'the test')

/** The same database, whose node is killed after some writes. */
function dyingAfter(db: Db, writes: number): Db {
  let left = writes
  const run = (statement: Sql): Promise<number> => {
    if (left-- <= 0) throw new Error('killed')
    return db.run(statement)
  }
  return altered(db, { run })
}

onEachEngine(
  'VA6: a change of the master key that is killed midway goes on, and connections open throughout',
  async (_t, { db, clock }) => {
    const [first, second] = [newKey(), newKey()]
    const before = await Keyring.open({ db, clock, masterKey: { current: first, previous: [] } })
    const owned = Array.from({ length: 20 }, (_, i) => ({ id: `vc_${i}`, userId: `usr_${i % 3}` }))
    const tokens = { accessToken: 'access', refreshToken: 'refresh' }
    const sealed = owned.map((one) => sealTokens(before, one, tokens))
    const opens = (keyring: Keyring): boolean =>
      owned.every((one, i) => openTokens(keyring, one, sealed[i] ?? '').refreshToken === 'refresh')
    // A node that is up reads and writes all the while.
    const over = new AbortController()
    let reads = 0
    const reading = (async () => {
      for (; !over.signal.aborted; reads++) {
        assert.ok(opens(before))
        await turn()
      }
    })()
    const turning = { current: second, previous: [first] }
    await assert.rejects(Keyring.open({ db: dyingAfter(db, 3), clock, masterKey: turning }), /killed/)
    const waiting = async () =>
      Number((await db.get(sql`SELECT count(*) AS count FROM data_keys WHERE master_key_id = ${first.id}`))?.['count'])
    const halfway = await waiting()
    assert.ok(halfway > 0)
    // Neither key alone opens what is between the two; both do, and finish the work.
    for (const alone of [first, second])
      await assert.rejects(Keyring.open({ db, clock, masterKey: { current: alone, previous: [] } }))
    const resumed = await Keyring.open({ db, clock, masterKey: turning })
    assert.equal(resumed.wrapping.rewrapped, halfway)
    assert.equal(await waiting(), 0)
    const after = await Keyring.open({ db, clock, masterKey: { current: second, previous: [] } })
    assert.ok(opens(resumed) && opens(after))
    over.abort()
    await reading
    assert.ok(reads > 0)
  },
)
