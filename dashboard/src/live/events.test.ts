import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fits, Messages, waitAfter } from './events.ts'

test('a stream comes in pieces and is taken apart into messages', () => {
  const messages = new Messages()
  assert.deepEqual(messages.take('retry: 2000\n\nid: 4\nevent: rea'), [])
  assert.deepEqual(messages.take('dy\ndata: {}\n\n: alive\n\nid: 5\n\n'), [
    { event: 'ready', id: '4', data: '{}' },
    { event: 'message', id: '5', data: '' },
  ])
  assert.deepEqual(messages.take('id: 6\nevent: event\ndata: {"a":": b"}\n\n'), [
    { event: 'event', id: '6', data: '{"a":": b"}' },
  ])
})

test('globs name kinds of events', () => {
  assert.ok(fits(['token.*'], 'token.revoked'))
  assert.ok(fits(['session.created', '*'], 'anything'))
  assert.ok(!fits(['token.*'], 'tokens.revoked'))
  assert.ok(!fits([], 'token.revoked'))
  assert.ok(!fits(['a.*.a'], 'a.a'))
})

test('whoever fails to connect waits longer each time, but not for ever', () => {
  assert.equal(waitAfter(0, 1), 1000)
  assert.equal(waitAfter(0, 0), 500)
  assert.equal(waitAfter(3, 1), 8000)
  assert.equal(waitAfter(20, 1), 30_000)
})
