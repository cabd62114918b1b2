import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { onEachEngine } from '#test/support/engines.ts'
import { LogoutNotices } from './logout-notices.ts'
import { logoutQueue } from './notice.ts'
import type { EngineFixture } from '#test/support/engines.ts'

const session = (sessionId: string) => ({ by: 'session', sessionId }) as const

function scene({ db, clock }: EngineFixture) {
  const queue = logoutQueue(db)
  const notices = new LogoutNotices({ clock, queue })
  const join = (sessionId: string, clientId: string, userId = 'usr_1') =>
    db.tx((tx) => notices.join(tx, { sessionId, clientId, userId }))
  const claimed = async () => {
    const names: string[] = []
    const now = clock.now()
    for (;;) {
      const claims = await queue.claim({ now, until: now + 60_000, limit: 10, busy: [] })
      if (claims.length === 0) return names.toSorted()
      names.push(...claims.map(({ clientId, sid }) => `${clientId} ${sid}`))
    }
  }
  return { db, clock, queue, notices, join, claimed }
}

describe('logout notices', () => {
  onEachEngine('are made once for each client of a session, however often it joined or ended', async (_t, fixture) => {
    const { db, notices, queue, join, claimed, clock } = scene(fixture)
    await Promise.all(Array.from({ length: 10 }, () => join('sess_1', 'one')))
    await join('sess_1', 'two')
    await join('sess_2', 'one')
    assert.equal(await queue.isDue(clock.now()), false)
    await Promise.all(Array.from({ length: 10 }, () => db.tx((tx) => notices.end(tx, session('sess_1')))))
    assert.equal(await queue.isDue(clock.now()), true)
    assert.deepEqual(await claimed(), ['one sess_1', 'two sess_1'])
  })

  onEachEngine('are made for every session of a user, and for nobody else', async (_t, fixture) => {
    const { db, notices, join, claimed } = scene(fixture)
    await join('sess_1', 'one')
    await join('sess_2', 'one')
    await join('sess_3', 'one', 'usr_2')
    await db.tx((tx) => notices.end(tx, { by: 'user', userId: 'usr_1' }))
    assert.deepEqual(await claimed(), ['one sess_1', 'one sess_2'])
  })

  onEachEngine('are taken back when another session takes the place of the one that ended', async (_t, fixture) => {
    const { db, notices, join, claimed } = scene(fixture)
    await join('sess_1', 'one')
    const replace = (from: string, to: string) =>
      db.tx(async (tx) => {
        await notices.end(tx, session(from))
        await notices.handOver(tx, from, to)
      })
    await replace('sess_1', 'sess_2')
    await join('sess_2', 'two')
    await replace('sess_2', 'sess_3')
    await join('sess_3', 'one')
    assert.deepEqual(await claimed(), [])
    await db.tx((tx) => notices.end(tx, session('sess_3')))
    assert.deepEqual(await claimed(), ['one sess_1', 'one sess_3', 'two sess_2'])
  })

  onEachEngine('are many for one statement, and each is there', async (_t, fixture) => {
    const { db, notices, join, claimed } = scene(fixture)
    for (let i = 0; i < 70; i++) await join('sess_1', `client-${i}`)
    await db.tx((tx) => notices.end(tx, session('sess_1')))
    assert.equal((await claimed()).length, 70)
  })
})
