import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listOf, queryOf } from './view-query.ts'

test('a view keeps filters in one order, and nothing of the moment', () => {
  assert.equal(
    queryOf({ system_role: 'owner', disabled: 'false', peek: 'usr_1', search: '' }),
    'disabled=false&system_role=owner',
  )
  assert.equal(queryOf({ search: 'año nuevo' }), 'search=a%C3%B1o+nuevo')
  assert.equal(queryOf({}), '')
})

test('a list has views, a page of one thing has none', () => {
  assert.equal(listOf('/users'), 'users')
  assert.equal(listOf('/audit-logs'), 'audit-logs')
  assert.equal(listOf('/users/usr_1'), undefined)
  assert.equal(listOf('/'), undefined)
})
