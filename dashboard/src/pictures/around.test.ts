import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aroundMiddle } from './around.ts'

test('what stands around the middle has places of its own within the picture', () => {
  const places = aroundMiddle(6, 400, 200)
  assert.equal(new Set(places.map(({ x, y }) => `${x.toFixed()} ${y.toFixed()}`)).size, 6)
  assert.ok(places.every(({ x, y }) => x > 0 && x < 400 && y > 0 && y < 200))
})
