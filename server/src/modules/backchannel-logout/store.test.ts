import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { onEachEngine } from '#test/support/engines.ts'
import { LogoutNotices } from './logout-notices.ts'
import { LogoutNoticeStore } from './store.ts'
import type { EngineFixture } from '#test/support/engines.ts'

function scene({ db, clock }: EngineFixture) {
  const store = new LogoutNoticeStore(db)
  const notices = new LogoutNotices({ db, clock })
  const join = (sessionId: string, clientId: string, userId = 'usr_1') =>
    db.tx((tx) => notices.join(tx, { sessionId, clientId, userId }))
  const claim = (limit = 10) => store.claim(clock.now(), clock.now() + 60_000, limit)
  const claimed = async () => (await claim()).map(({ clientId, sid }) => `${clientId} ${sid}`).toSorted()
  return { db, clock, store, notices, join, claim, claimed }
}

describe('logout notices', () => {
  onEachEngine('are made once for each client of a session, however often it joined or ended', async (_t, fixture) => {
    const { db, notices, store, join, claimed, clock } = scene(fixture)
    await Promise.all(Array.from({ length: 10 }, () => join('sess_1', 'one')))
    await join('sess_1', 'two')
    await join('sess_2', 'one')
    assert.equal(await store.isDue(clock.now()), false)
    await Promise.all(Array.from({ length: 10 }, () => db.tx((tx) => notices.endOf(tx, 'sess_1'))))
    assert.equal(await store.isDue(clock.now()), true)
    assert.deepEqual(await claimed(), ['one sess_1', 'two sess_1'])
  })

  onEachEngine('are made for every session of a user, and for nobody else', async (_t, fixture) => {
    const { db, notices, join, claimed } = scene(fixture)
    await join('sess_1', 'one')
    await join('sess_2', 'one')
    await join('sess_3', 'one', 'usr_2')
    await db.tx((tx) => notices.endOfUser(tx, 'usr_1'))
    assert.deepEqual(await claimed(), ['one sess_1', 'one sess_2'])
  })

  onEachEngine('are taken back when another session takes the place of the one that ended', async (_t, fixture) => {
    const { db, notices, join, claimed } = scene(fixture)
    await join('sess_1', 'one')
    const replace = (from: string, to: string) =>
      db.tx(async (tx) => {
        await notices.endOf(tx, from)
        await notices.handOver(tx, from, to)
      })
    await replace('sess_1', 'sess_2')
    await join('sess_2', 'two')
    await replace('sess_2', 'sess_3')
    await join('sess_3', 'one')
    assert.deepEqual(await claimed(), [])
    await db.tx((tx) => notices.endOf(tx, 'sess_3'))
    assert.deepEqual(await claimed(), ['one sess_1', 'one sess_3', 'two sess_2'])
  })

  onEachEngine('are claimed by one node at a time, and finished by the attempt that counts', async (_t, fixture) => {
    const { db, clock, store, notices, join, claim } = scene(fixture)
    for (let i = 0; i < 20; i++) await join('sess_1', `client-${i}`)
    await db.tx((tx) => notices.endOf(tx, 'sess_1'))
    const claims = (await Promise.all(Array.from({ length: 10 }, () => claim(3)))).flat()
    assert.equal(new Set(claims.map(({ id }) => id)).size, claims.length)
    const rest = await claim(20)
    assert.equal(claims.length + rest.length, 20)
    assert.deepEqual(await claim(), [])
    const [late] = [...claims, ...rest]
    assert.ok(late)
    clock.advance(60_000)
    const again = (await claim(20)).find(({ id }) => id === late.id)
    assert.equal(again?.attempts, 2)
    assert.equal(await db.tx((tx) => store.finish(tx, late)), false, 'somebody else has it by now')
    await store.postpone(late, 0)
    assert.deepEqual(await claim(), [])
    assert.equal(await db.tx((tx) => store.finish(tx, again)), true)
    assert.equal(await db.tx((tx) => store.finish(tx, again)), false)
  })
})
