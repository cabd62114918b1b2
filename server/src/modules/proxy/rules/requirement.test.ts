import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRequirement } from './requirement.ts'

test('a requirement is one of those there are', () => {
  const known = {
    anonymous: 'anonymous',
    authenticated: 'authenticated',
    agent: 'agent',
    'role:Editor': 'role',
    'role:Night shift': 'role',
    'permission:documents:read': 'permission',
    'permission:documents:*': 'permission',
    'org:harbour': 'org',
    'org:org_0000000000000000000000000000000000': 'org',
    'scope:notes:read': 'scope',
  }
  for (const [text, kind] of Object.entries(known)) assert.equal(parseRequirement(text)?.kind, kind, text)
})

test('whatever else is none, so that no rule asks for nothing', () => {
  const unknown = [
    ...['', 'Anonymous', 'anyone', 'authenticated:', 'agent:x', 'role:', 'role: Editor', 'role:a,b', 'permission:read'],
    ...[
      'permission:',
      'permission:Documents:read',
      'org:',
      'org:a b',
      'org:A',
      'scope:',
      'scope:a b',
      'tier:pro',
      'scope:a"',
    ],
  ]
  for (const text of unknown) assert.equal(parseRequirement(text), undefined, text)
})
