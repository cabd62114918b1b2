import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allows } from './scopes.ts'

test('an owner may everything, an auditor reads everything', () => {
  assert.ok(allows(['*'], 'users:write'))
  assert.ok(allows(['*:read'], 'users:read'))
  assert.ok(!allows(['*:read'], 'users:write'))
})

test('support sees people and their sessions, nothing else', () => {
  const support = ['users:*', 'sessions:*']
  assert.ok(allows(support, 'users:write'))
  assert.ok(!allows(support, 'agents:read'))
})

test('what is taken back is not allowed', () => {
  const operator = ['*', '!system:write']
  assert.ok(allows(operator, 'system:read'))
  assert.ok(!allows(operator, 'system:write'))
})
