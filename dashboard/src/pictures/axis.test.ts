import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linear, timeTicks } from './axis.ts'

const HOUR = 3_600_000

test('times along an axis are hours within two days and days beyond', () => {
  const hours = timeTicks([0, 24 * HOUR], 400, 'en')
  const days = timeTicks([0, 30 * 24 * HOUR], 400, 'en')
  assert.match(hours[0]?.label ?? '', /\d\d:\d\d/)
  assert.match(days.at(-1)?.label ?? '', /Jan/)
  assert.ok(hours.length <= 8 && days.length <= 8)
})

test('a value stands where its share of the stretch is, and in the middle of a stretch without a length', () => {
  const x = linear([10, 20], [0, 100])
  assert.deepEqual([10, 15, 20].map(x), [0, 50, 100])
  assert.equal(linear([7, 7], [0, 100])(7), 50)
  assert.deepEqual(timeTicks([], 400, 'en').length > 0, true)
})
