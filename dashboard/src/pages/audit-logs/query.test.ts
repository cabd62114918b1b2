import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filterOf, rangeOf, typedQuery } from './query.ts'

const now = Date.UTC(2026, 0, 15, 12, 0, 30)

test('a typed query becomes filters, and what is no filter is looked for', () => {
  assert.deepEqual(typedQuery('actor:agent action:oauth.* result:denied gmail send'), {
    actor_type: 'agent',
    action: 'oauth.*',
    status: 'denied',
    search: 'gmail send',
  })
  assert.deepEqual(typedQuery('by:usr_1 target:agt_1 https://x'), {
    actor_id: 'usr_1',
    target_id: 'agt_1',
    search: 'https://x',
  })
  assert.deepEqual(typedQuery('  '), {})
})

test('the address becomes the filters of the API, without what that would refuse', () => {
  assert.deepEqual(filterOf({ actor_type: 'robot', status: 'odd', action: 'a b', search: 'x', from: 'soon' }, now), {})
  assert.deepEqual(filterOf({ actor_type: 'agent', action: 'token.*', target_id: 'tok_1', search: 'mail' }, now), {
    actor_type: 'agent',
    action: 'token.*',
    target_id: 'tok_1',
    search: 'mail',
  })
})

test('a range counts back from now by whole minutes, and a chosen time stands as it is', () => {
  assert.deepEqual(filterOf({ range: '1h' }, now), { from: '2026-01-15T11:00:00.000Z' })
  const times = { from: '2026-01-15T10:00:00.000Z', to: '2026-01-15T11:00:00.000Z' }
  assert.deepEqual(filterOf(times, now), times)
  assert.equal(rangeOf({ range: 'toString' }), undefined)
})
