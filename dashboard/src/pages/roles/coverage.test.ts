import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changed, coveredBy, heldFor, isWildcard, permittedBy, rowsOf } from './coverage.ts'

const named = (permission: string) => ({ id: `perm_${permission}`, permission })

test('a permission is permitted by itself and by the wildcards over it, the narrowest first', () => {
  assert.deepEqual(permittedBy('documents:read'), ['documents:read', 'documents:*', '*:read', '*'])
  assert.deepEqual(permittedBy('documents:*'), ['documents:*', '*'])
  assert.deepEqual(permittedBy('*:read'), ['*:read', '*'])
  assert.deepEqual(permittedBy('*'), ['*'])
})

test('names the narrowest that is held, and nothing where none is as wide', () => {
  assert.equal(heldFor('documents:read', new Set(['*', 'documents:*'])), 'documents:*')
  assert.equal(heldFor('documents:read', new Set(['documents:read', 'documents:*'])), 'documents:read')
  assert.equal(heldFor('documents:*', new Set(['documents:read', '*:read'])), undefined)
  assert.equal(heldFor('*', new Set(['documents:*', '*:read'])), undefined)
  assert.equal(heldFor('documents:read', new Set()), undefined)
})

test('a wildcard covers what it stands for, narrower wildcards as well, and not itself', () => {
  const all = ['*', '*:read', 'documents:*', 'documents:read', 'files:read', 'files:write']
  assert.deepEqual(coveredBy('documents:*', all), ['documents:read'])
  assert.deepEqual(coveredBy('*:read', all), ['documents:read', 'files:read'])
  assert.deepEqual(coveredBy('*', all), ['*:read', 'documents:*', 'documents:read', 'files:read', 'files:write'])
  assert.deepEqual(coveredBy('files:read', all), [])
  assert.deepEqual(all.filter(isWildcard), ['*', '*:read', 'documents:*'])
})

test('rows are each there once, by name, wildcards before what they stand for', () => {
  const rows = rowsOf([named('files:read'), named('documents:read')], [named('documents:*'), named('files:read')])
  assert.deepEqual(
    rows.map(({ permission }) => permission),
    ['documents:*', 'documents:read', 'files:read'],
  )
})

test('what is given is held once, and what is taken is gone', () => {
  const held = [named('files:read')]
  assert.deepEqual(changed(held, named('documents:read'), true), [named('documents:read'), named('files:read')])
  assert.deepEqual(changed(held, named('files:read'), true), held)
  assert.deepEqual(changed(held, named('files:read'), false), [])
})
