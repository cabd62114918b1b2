import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queryOf } from './query.ts'

test('the address of the list is its query', () => {
  assert.deepEqual(queryOf({ search: 'maya', disabled: 'false', system_role: 'owner', peek: 'usr_1' }), {
    search: 'maya',
    disabled: false,
    system_role: 'owner',
  })
})

test('what the API does not know is not asked', () => {
  assert.deepEqual(queryOf({ search: '', disabled: 'perhaps', system_role: 'king' }), {})
})
