import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSearch, stringifySearch } from './search-params.ts'

test('an address keeps what is asked for, in plain words', () => {
  assert.equal(stringifySearch({ search: 'maya o', disabled: 'true', tier: '' }), '?search=maya+o&disabled=true')
  assert.equal(stringifySearch({ tier: '', other: undefined }), '')
  assert.deepEqual(parseSearch('?search=maya+o&disabled=true'), { search: 'maya o', disabled: 'true' })
})

test('of a name that comes twice the last one counts', () => {
  assert.deepEqual(parseSearch('?a=1&a=2'), { a: '2' })
})
