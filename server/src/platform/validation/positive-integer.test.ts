import assert from 'node:assert/strict'
import { test } from 'node:test'
import { positiveInteger } from './positive-integer.ts'

test('a whole number from 1 has one spelling, and is one that every program can hold', () => {
  for (const text of ['1', '7', '120', '9'.repeat(15)]) assert.equal(String(positiveInteger(text)), text)
  for (const text of ['', '0', '-1', '01', '+1', ' 1', '1 ', '1\n', '1.0', '1e3', '0x1', '१', 'x', '9'.repeat(16)]) {
    assert.equal(positiveInteger(text), undefined, JSON.stringify(text))
  }
})
