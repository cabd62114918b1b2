import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queryOf } from './query.ts'

test('the address says which agents are listed, and what the API does not know is dropped', () => {
  assert.deepEqual(queryOf({ search: 'plan', active: 'true', peek: 'agt_1' }), { search: 'plan', active: true })
  assert.deepEqual(queryOf({ active: 'maybe', search: '' }), {})
})
