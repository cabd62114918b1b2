import assert from 'node:assert/strict'
import { test } from 'node:test'
import { initialsOf } from './initials.ts'
import { shortened } from './shortened.ts'

test('a name has the initials of its first and last part', () => {
  assert.equal(initialsOf('Maya Okafor'), 'MO')
  assert.equal(initialsOf('ana maría de la cruz'), 'AC')
  assert.equal(initialsOf('maya@example.com'), 'MC')
  assert.equal(initialsOf('planner'), 'P')
  assert.equal(initialsOf(''), '')
  assert.equal(initialsOf('<img src=x>'), 'IS')
})

test('an id keeps its kind and its end', () => {
  assert.equal(shortened('usr_01JDK8W2T5Q4Z7F0V3'), 'usr_01JDK8…Z7F0V3')
  assert.equal(shortened('usr_short'), 'usr_short')
})
