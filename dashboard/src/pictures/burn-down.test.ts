import assert from 'node:assert/strict'
import { test } from 'node:test'
import { burnDown } from './burn-down.ts'

const token = (id: string, from: number, to: number, endedAt: number | null = null) => ({
  id,
  from,
  to,
  endedAt,
  isBound: false,
})

test('a token shrinks to its expiry, and what is living and next to expire comes first', () => {
  const { bars, now } = burnDown(
    [token('old', 0, 50), token('long', 50, 150), token('soon', 50, 125), token('cut', 0, 150, 60)],
    100,
  )
  assert.deepEqual(
    bars.map(({ id, state }) => [id, state]),
    [
      ['soon', 'living'],
      ['long', 'living'],
      ['cut', 'ended'],
      ['old', 'expired'],
    ],
  )
  assert.equal(bars[1]?.left, 0.5)
  assert.equal(bars[2]?.x1, 60 / 150)
  assert.equal(now, 100 / 150)
})

test('no token at all is a picture, too', () => {
  assert.deepEqual(burnDown([], 5).bars, [])
})
