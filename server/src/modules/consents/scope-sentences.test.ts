import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { describeScope } from './scope-sentences.ts'

describe('scope sentences', () => {
  test('says the scopes of OpenID Connect in plain words', () => {
    assert.equal(describeScope('profile').sentence, 'See your name')
    assert.equal(describeScope('email').kind, 'read')
  })

  test('reads a verb at either end of a scope', () => {
    assert.deepEqual(describeScope('files:read'), { kind: 'read', sentence: 'See your files' })
    assert.deepEqual(describeScope('write:mail_drafts'), {
      kind: 'write',
      sentence: 'Create and change your mail drafts',
    })
    assert.equal(describeScope('calendar.events.delete').sentence, 'Delete your calendar events')
  })

  test('shows a scope it can not read as it is, and treats it as a change', () => {
    for (const scope of ['gmail.send', 'x', 'constructor', '__proto__', 'https://api.example.com/mail']) {
      assert.deepEqual(describeScope(scope), { kind: 'write', sentence: `Use the permission “${scope}”` })
    }
  })

  test('has a sentence for any text', () => {
    fc.assert(fc.property(fc.string(), (scope) => assert.ok(describeScope(scope).sentence.length > 0)))
  })
})
