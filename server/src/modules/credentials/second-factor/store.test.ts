import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { SecondFactorStore } from './store.ts'
import type { EngineFixture } from '#test/support/engines.ts'
import type { TotpFactor } from './factor.ts'

const offered = (userId: string, secretSealed = 'sealed'): TotpFactor => ({
  userId,
  secretSealed,
  activatedAt: null,
  lastStep: 0,
  createdAt: 1,
})

async function active({ db }: EngineFixture, userId = 'usr_1'): Promise<SecondFactorStore> {
  const store = new SecondFactorStore(db)
  await store.offer(offered(userId))
  await db.tx((tx) => store.activate(tx, offered(userId), 10, 5))
  return store
}

describe('the store of second factors', () => {
  onEachEngine('replaces an offer, and never an active factor', async (_t, { db }) => {
    const store = new SecondFactorStore(db)
    assert.equal(await store.find('usr_1'), undefined)
    assert.equal(await store.offer(offered('usr_1', 'first')), true)
    assert.equal(await store.offer(offered('usr_1', 'second')), true)
    assert.deepEqual(await store.find('usr_1'), offered('usr_1', 'second'))
    const activate = (secret: string) => db.tx((tx) => store.activate(tx, offered('usr_1', secret), 10, 5))
    assert.equal(await activate('first'), false, 'another was offered since')
    assert.equal(await activate('second'), true)
    assert.equal(await activate('second'), false)
    assert.equal(await store.offer(offered('usr_1', 'third')), false)
    const factor = { ...offered('usr_1', 'second'), activatedAt: 5, lastStep: 10 }
    assert.deepEqual(await store.find('usr_1'), factor)
    assert.deepEqual(await db.tx((tx) => store.hold(tx, 'usr_1')), factor)
  })

  onEachEngine('MF1: accepts each step once and none before it, of active factors', async (_t, fixture) => {
    const { db } = fixture
    const store = await active(fixture)
    const accept = (userId: string, step: number) => db.tx((tx) => store.acceptStep(tx, userId, step))
    assert.equal(await accept('usr_1', 10), false, 'the step that activated it')
    assert.equal(await accept('usr_1', 11), true)
    assert.equal(await accept('usr_1', 11), false)
    assert.equal(await accept('usr_1', 10), false)
    assert.equal(await accept('usr_2', 12), false)
    await store.offer(offered('usr_2'))
    assert.equal(await accept('usr_2', 12), false, 'an offer')
    assert.equal(await db.tx((tx) => store.hold(tx, 'usr_2')), undefined)
    const race = await Promise.all(Array.from({ length: 50 }, () => accept('usr_1', 20)))
    assert.equal(race.filter(Boolean).length, 1)
  })

  onEachEngine('MF2: uses each recovery code once, of its own person', async (_t, { db }) => {
    const store = new SecondFactorStore(db)
    await db.tx((tx) => store.addCodes(tx, 'usr_1', ['a', 'b', 'c'], 1))
    const use = (userId: string, hash: string) => db.tx((tx) => store.useCode(tx, userId, hash, 2))
    assert.equal(await use('usr_2', 'a'), false)
    assert.equal(await use('usr_1', 'z'), false)
    const race = await Promise.all(Array.from({ length: 50 }, () => use('usr_1', 'a')))
    assert.equal(race.filter(Boolean).length, 1)
    assert.equal(await store.codesLeft('usr_1'), 2)
    assert.equal(await store.codesLeft('usr_2'), 0)
    await db.tx((tx) => store.removeCodes(tx, 'usr_1'))
    assert.equal(await store.codesLeft('usr_1'), 0)
  })

  onEachEngine('says when it removes whether the factor was active', async (_t, fixture) => {
    const { db } = fixture
    const store = await active(fixture)
    await store.offer(offered('usr_2'))
    const remove = (userId: string) => db.tx((tx) => store.remove(tx, userId))
    assert.equal(await remove('usr_1'), true)
    assert.equal(await remove('usr_1'), false)
    assert.equal(await remove('usr_2'), false)
    assert.deepEqual(await db.all(sql`SELECT user_id FROM totp_factors`), [])
  })
})
