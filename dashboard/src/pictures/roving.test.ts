import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextMark } from './roving.ts'

test('arrow keys go along a row of marks and stop at its ends', () => {
  assert.equal(nextMark('ArrowRight', 0, 3), 1)
  assert.equal(nextMark('ArrowRight', 2, 3), 2)
  assert.equal(nextMark('ArrowLeft', 0, 3), 0)
  assert.equal(nextMark('End', 0, 3), 2)
  assert.equal(nextMark('Home', 2, 3), 0)
  assert.equal(nextMark('a', 1, 3), undefined)
})

test('in rows, up and down go to the mark above and below', () => {
  assert.equal(nextMark('ArrowDown', 1, 48, 24), 25)
  assert.equal(nextMark('ArrowUp', 25, 48, 24), 1)
  assert.equal(nextMark('ArrowDown', 30, 48, 24), 30)
})
