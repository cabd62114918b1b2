import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { PushedRequests, REQUEST_URI_PREFIX } from './pushed-requests.ts'

describe('pushed requests', () => {
  onEachEngine('stand for their parameters once', async (_t, { db, clock }) => {
    const pushed = new PushedRequests({ db, clock })
    const { requestUri, expiresInSeconds } = await pushed.push('client_1', 'scope=a&resource=x&resource=y')
    assert.ok(requestUri.startsWith(REQUEST_URI_PREFIX))
    assert.equal(expiresInSeconds, 60)
    assert.equal(await pushed.consume(requestUri, 'client_1'), 'scope=a&resource=x&resource=y')
    assert.equal(await pushed.consume(requestUri, 'client_1'), undefined)
  })

  onEachEngine('give their parameters to one of 50 browsers at once', async (_t, { db, clock }) => {
    const pushed = new PushedRequests({ db, clock })
    const { requestUri } = await pushed.push('client_1', 'scope=a')
    const answers = await Promise.all(Array.from({ length: 50 }, () => pushed.consume(requestUri, 'client_1')))
    assert.equal(answers.filter((answer) => answer !== undefined).length, 1)
  })

  onEachEngine('stay usable after another client tried', async (_t, { db, clock }) => {
    const pushed = new PushedRequests({ db, clock })
    const { requestUri } = await pushed.push('client_1', 'scope=a')
    assert.equal(await pushed.consume(requestUri, 'client_2'), undefined)
    assert.equal(await pushed.consume(requestUri, 'client_1'), 'scope=a')
  })

  onEachEngine('live a minute', async (_t, { db, clock }) => {
    const pushed = new PushedRequests({ db, clock })
    const first = await pushed.push('client_1', 'scope=a')
    const second = await pushed.push('client_1', 'scope=b')
    clock.advance(59_999)
    assert.equal(await pushed.consume(first.requestUri, 'client_1'), 'scope=a')
    clock.advance(1)
    assert.equal(await pushed.consume(second.requestUri, 'client_1'), undefined)
  })

  onEachEngine('are kept without the URI that opens them', async (_t, { db, clock }) => {
    const { requestUri } = await new PushedRequests({ db, clock }).push('client_1', 'scope=a')
    const rows = await db.all(sql`SELECT * FROM pushed_requests`)
    assert.ok(!JSON.stringify(rows).includes(requestUri.slice(REQUEST_URI_PREFIX.length)))
  })
})
