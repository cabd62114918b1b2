import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { describeScope } from './scope-sentences.ts'

describe('scope sentences', () => {
  test('says the scopes of OpenID Connect in plain words', () => {
    assert.equal(describeScope('profile', 'en').sentence, 'See your name')
    assert.equal(describeScope('email', 'en').kind, 'read')
  })

  test('reads a verb at either end of a scope', () => {
    assert.deepEqual(describeScope('files:read', 'en'), { kind: 'read', sentence: 'See your files' })
    assert.deepEqual(describeScope('write:mail_drafts', 'en'), {
      kind: 'write',
      sentence: 'Create and change your mail drafts',
    })
    assert.equal(describeScope('calendar.events.delete', 'en').sentence, 'Delete your calendar events')
  })

  test('shows a scope it can not read as it is, and treats it as a change', () => {
    for (const scope of ['gmail.send', 'x', 'constructor', '__proto__', 'https://api.example.com/mail']) {
      assert.deepEqual(describeScope(scope, 'en'), { kind: 'write', sentence: `Use the permission “${scope}”` })
    }
  })

  test('has a sentence for any text', () => {
    fc.assert(fc.property(fc.string(), (scope) => assert.ok(describeScope(scope, 'en').sentence.length > 0)))
  })
})

test('says the same in Spanish, and quotes what only the resource server could translate', () => {
  assert.deepEqual(describeScope('offline_access', 'es'), {
    kind: 'write',
    sentence: 'Seguir actuando en tu nombre cuando no estás',
  })
  assert.equal(describeScope('calendar.events.delete', 'es').sentence, 'Borrar tus datos de «calendar events»')
  assert.equal(describeScope('__proto__', 'es').sentence, 'Usar el permiso «__proto__»')
})
