import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queryOf } from './query.ts'

const now = Date.UTC(2026, 0, 15, 12)

test('the address says which part of the map is asked for, and nonsense is dropped', () => {
  assert.deepEqual(queryOf({}, now).query, { limit: 500 })
  assert.deepEqual(queryOf({ broken: 'true', min_depth: '3', actor: 'usr_1', back: '2' }, now).query, {
    limit: 500,
    broken: true,
    min_depth: 3,
    actor: 'usr_1',
    to: '2026-01-15T10:00:00.000Z',
  })
  assert.deepEqual(queryOf({ min_depth: '-1', back: 'x', broken: 'maybe' }, now).query, { limit: 500 })
})

test('the same map has the same key whenever it is asked for', () => {
  assert.equal(queryOf({ back: '2' }, now).key, queryOf({ back: '2' }, now + 5000).key)
  assert.equal(queryOf({}, now).isNarrowed, false)
})
