import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { PushedRequests, REQUEST_URI_PREFIX } from './pushed-requests.ts'

describe('pushed requests', () => {
  onEachEngine('stand for their parameters until they are used up', async (_t, { db, clock }) => {
    const pushed = new PushedRequests({ db, clock })
    const { requestUri, expiresInSeconds } = await pushed.push('client_1', 'scope=a&resource=x&resource=y')
    assert.ok(requestUri.startsWith(REQUEST_URI_PREFIX))
    assert.equal(expiresInSeconds, 60)
    for (const _ of ['opened', 'reloaded'])
      assert.equal((await pushed.find(requestUri, 'client_1'))?.params, 'scope=a&resource=x&resource=y')
    const { hash = '' } = (await pushed.find(requestUri, 'client_1')) ?? {}
    assert.equal(await db.tx((tx) => pushed.consume(tx, hash)), true)
    assert.equal(await pushed.find(requestUri, 'client_1'), undefined)
  })

  onEachEngine('are used up by one of 50 answers at once', async (_t, { db, clock }) => {
    const pushed = new PushedRequests({ db, clock })
    const { requestUri } = await pushed.push('client_1', 'scope=a')
    const { hash = '' } = (await pushed.find(requestUri, 'client_1')) ?? {}
    const wins = await Promise.all(Array.from({ length: 50 }, () => db.tx((tx) => pushed.consume(tx, hash))))
    assert.equal(wins.filter(Boolean).length, 1)
    assert.equal(await db.tx((tx) => pushed.consume(tx, 'made up')), false)
  })

  onEachEngine('are not for another client', async (_t, { db, clock }) => {
    const pushed = new PushedRequests({ db, clock })
    const { requestUri } = await pushed.push('client_1', 'scope=a')
    assert.equal(await pushed.find(requestUri, 'client_2'), undefined)
    assert.equal((await pushed.find(requestUri, 'client_1'))?.params, 'scope=a')
  })

  onEachEngine('open for a minute, and may be answered after it', async (_t, { db, clock }) => {
    const pushed = new PushedRequests({ db, clock })
    const { requestUri } = await pushed.push('client_1', 'scope=a')
    clock.advance(59_999)
    const { hash = '' } = (await pushed.find(requestUri, 'client_1')) ?? {}
    clock.advance(1)
    assert.equal(await pushed.find(requestUri, 'client_1'), undefined)
    assert.equal(await db.tx((tx) => pushed.consume(tx, hash)), true)
  })

  onEachEngine('are kept without the URI that opens them', async (_t, { db, clock }) => {
    const { requestUri } = await new PushedRequests({ db, clock }).push('client_1', 'scope=a')
    const rows = await db.all(sql`SELECT * FROM pushed_requests`)
    assert.ok(!JSON.stringify(rows).includes(requestUri.slice(REQUEST_URI_PREFIX.length)))
  })
})
