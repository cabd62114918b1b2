import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aroundMiddle, dotField, ringPath } from './dots.ts'

test('dots that are hit stand first, and those without room are counted', () => {
  const all = [
    { id: 'a', isHit: false },
    { id: 'b', isHit: true },
    { id: 'c', isHit: false },
  ]
  const { dots, height, hidden } = dotField(all, 20, 10, 2)
  assert.deepEqual(
    dots.map(({ id, x, y }) => [id, x, y]),
    [
      ['b', 5, 5],
      ['a', 15, 5],
    ],
  )
  assert.deepEqual([height, hidden], [10, 1])
})

test('a ring is nothing, a part, or all of a circle', () => {
  assert.equal(ringPath(0, 10), '')
  assert.equal(ringPath(0.25, 10), 'M0 -10A10 10 0 0 1 10.00 -0.00')
  assert.match(ringPath(0.75, 10), / 0 1 1 -10\.00 0\.00$/)
  assert.equal(ringPath(2, 10), ringPath(1, 10))
})

test('what stands around the middle has places of its own within the picture', () => {
  const places = aroundMiddle(6, 400, 200)
  assert.equal(new Set(places.map(({ x, y }) => `${x.toFixed()} ${y.toFixed()}`)).size, 6)
  assert.ok(places.every(({ x, y }) => x > 0 && x < 400 && y > 0 && y < 200))
})
