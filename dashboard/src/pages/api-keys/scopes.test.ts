import assert from 'node:assert/strict'
import { test } from 'node:test'
import { levelOf, resourcesOf, scopesFrom } from './scopes.ts'

test('scopes become levels of resources, and levels become scopes', () => {
  const scopes = ['users:read', 'agents:*', 'tokens:write', 'roles:read', 'roles:write']
  const levels = Object.fromEntries(resourcesOf(scopes).map((resource) => [resource, levelOf(scopes, resource)]))
  assert.deepEqual(levels, { agents: 'both', roles: 'both', tokens: 'write', users: 'read' })
  assert.deepEqual(scopesFrom(levels), ['agents:*', 'roles:*', 'tokens:write', 'users:read'])
  assert.equal(levelOf(scopes, 'vault'), 'none')
  assert.deepEqual(scopesFrom({ vault: 'none' }), [])
})
