import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plural } from './plural.ts'

test('a phrase takes the form that its language has for a number', () => {
  const days = plural('en', { one: '# day', other: '# days' })
  assert.deepEqual([0, 1, 2, 21].map(days), ['0 days', '1 day', '2 days', '21 days'])
  const left = plural('es', { one: 'queda uno', other: 'quedan #' })
  // Spanish has a form of its own for a million, which a catalogue may leave out.
  assert.deepEqual([0, 1, 2, 1_000_000].map(left), ['quedan 0', 'queda uno', 'quedan 2', 'quedan 1000000'])
})

test('none at all may be said in words of its own', () => {
  const tokens = plural('en', { '=0': 'no token', one: 'one token', other: '# of # tokens' })
  assert.deepEqual([0, 1, 3].map(tokens), ['no token', 'one token', '3 of 3 tokens'])
})
