import assert from 'node:assert/strict'
import { test } from 'node:test'
import { levelOf, weekOf } from './strips.ts'

const HOUR = 3_600_000
// A Monday.
const monday = Date.UTC(2026, 0, 12)

test('a cell is as dark as its part of the most, and never empty where there was something', () => {
  assert.deepEqual(
    [0, 1, 25, 26, 100].map((value) => levelOf(value, 100)),
    [0, 1, 1, 2, 4],
  )
  assert.equal(levelOf(3, 0), 0)
})

test('hours are summed by day of the week and hour of the day', () => {
  const hours = Array.from({ length: 14 * 24 }, (_, i) => (i % 24 === 9 ? 1 : 0))
  const week = weekOf(monday, hours)
  assert.deepEqual(
    week.map((row) => row[9]),
    [2, 2, 2, 2, 2, 2, 2],
  )
  assert.equal(weekOf(monday + 23 * HOUR, [5])[0]?.[23], 5)
})
