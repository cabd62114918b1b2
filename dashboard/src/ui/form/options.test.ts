import assert from 'node:assert/strict'
import { test } from 'node:test'
import { optionsOf } from './options.ts'

test('labels become options in the order they are written in', () => {
  assert.deepEqual(optionsOf({ standard: 'Seven more', none: 'One attempt' }), [
    { value: 'standard', label: 'Seven more' },
    { value: 'none', label: 'One attempt' },
  ])
})
