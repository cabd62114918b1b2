import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actorsOf } from './actors.ts'

test('names who acts, whoever acts now first', () => {
  assert.deepEqual(actorsOf({ act: { sub: 'mailer', act: { sub: 'planner' } } }), ['mailer', 'planner'])
  assert.deepEqual(actorsOf({}), [])
})

test('a chain with a gap is none', () => {
  assert.throws(() => actorsOf({ act: { act: { sub: 'planner' } } }), TypeError)
})
