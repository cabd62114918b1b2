import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopesOfRole } from './roles.ts'
import { allows, isFullAccess, isKeyScope, scopesBeyond } from './scopes.ts'

const cases: [granted: string[], required: string, allowed: boolean][] = [
  [['*'], 'users:write', true],
  [['users:read'], 'users:read', true],
  [['users:read'], 'users:write', false],
  [['users:write'], 'users:read', false],
  [['users:*'], 'users:write', true],
  [['users:*'], 'users-archive:write', false],
  [['*:read'], 'agents:read', true],
  [['*:read'], 'agents:write', false],
  [['*', '!system:write'], 'system:write', false],
  [['*', '!system:write'], 'system:read', true],
  [[], 'users:read', false],
  [['use'], 'users:read', false],
]
for (const [granted, required, allowed] of cases) {
  test(`${granted.join(' ') || 'nothing'} ${allowed ? 'allows' : 'does not allow'} ${required}`, () => {
    assert.equal(allows(granted, required), allowed)
  })
}

test('takes as scopes of a key what the contract names, and nothing that only roles have', () => {
  for (const scope of ['*', 'users:read', 'api-keys:write', 'agents:*']) assert.ok(isKeyScope(scope), scope)
  for (const scope of ['', 'users', '*:read', '!users:read', 'users:delete', 'users:read ']) {
    assert.ok(!isKeyScope(scope), scope)
  }
})

const roles: [role: string | null, may: string[], mayNot: string[]][] = [
  ['owner', ['system:write', 'api-keys:write', 'users:write'], []],
  [
    'operator',
    ['users:write', 'agents:write', 'system:read', 'api-keys:read'],
    [
      'system:write',
      'api-keys:write',
      'audit-logs:write',
      'email:write',
      'providers:write',
      'sso:write',
      'vault:write',
    ],
  ],
  ['support', ['users:write', 'sessions:write'], ['agents:read', 'system:read']],
  ['auditor', ['audit-logs:read', 'users:read'], ['users:write', 'system:write']],
  ['emperor', [], ['users:read']],
  [null, [], ['users:read']],
]
for (const [role, may, mayNot] of roles) {
  test(`the role ${role} may ${may.join(', ') || 'nothing'}`, () => {
    for (const scope of may) assert.ok(allows(scopesOfRole(role), scope), scope)
    for (const scope of mayNot) assert.ok(!allows(scopesOfRole(role), scope), scope)
  })
}

const widths: [granted: string[], asked: string[], beyond: string[]][] = [
  [['*'], ['*', 'users:*', 'agents:read'], []],
  [['*', '!system:write'], ['*'], ['*']],
  [['*', '!system:write'], ['system:read', 'users:*'], []],
  [
    ['*', '!system:write'],
    ['system:*', 'system:write'],
    ['system:*', 'system:write'],
  ],
  [['users:*'], ['users:read', 'users:write', 'users:*'], []],
  [['users:read', 'users:write'], ['users:*'], []],
  [['users:read'], ['users:*', 'users:write', 'users:read', '*'], ['users:*', 'users:write', '*']],
  [['*:read'], ['users:read', 'users:*'], ['users:*']],
  [[], ['users:read'], ['users:read']],
  [['api-keys:write'], ['api-keys:write', 'api-keys:read'], ['api-keys:read']],
]
for (const [granted, asked, beyond] of widths) {
  test(`AD2: who holds ${granted.join(' ') || 'nothing'} gives no ${beyond.join(', ') || 'more than that'}`, () => {
    assert.deepEqual(scopesBeyond(granted, asked), beyond)
  })
}

test('only everything without an exception is full access', () => {
  assert.ok(isFullAccess(['*']))
  for (const scopes of [['*', '!email:write'], ['users:*'], ['*:read', '*:write'], []]) assert.ok(!isFullAccess(scopes))
})
