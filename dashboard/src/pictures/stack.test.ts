import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brushed, columnsOf, labelPlaces, stackedArea, timeTicks } from './stack.ts'

const box = { width: 100, height: 50 }
const HOUR = 3_600_000

test('stacked areas begin at zero and stand on one another', () => {
  const series = [
    { id: 'a', label: 'A', values: [1, 2] },
    { id: 'b', label: 'B', values: [1, 2] },
  ]
  const { areas, tops, xs, yTicks } = stackedArea([0, HOUR], series, box, 'en')
  assert.deepEqual(
    areas.map(({ id }) => id),
    ['a', 'b'],
  )
  assert.match(areas[0]?.path ?? '', /L?0,50Z$/)
  assert.deepEqual(xs, [0, 100])
  assert.deepEqual(tops, [25, 0])
  assert.equal(yTicks[0]?.at, 50)
})

test('columns share the width, keep their proportion, and what is there at all is seen', () => {
  const columns = columnsOf([{ id: 'a', label: 'A', values: [1000, 1, 0] }], { width: 90, height: 50 })
  assert.deepEqual(
    columns.map(({ total }) => total),
    [1000, 1, 0],
  )
  assert.deepEqual(
    columns.map(({ parts }) => parts[0]?.height),
    [50, 1, 0],
  )
  assert.ok(columns.every(({ x, width }, i) => x >= i * 30 && x + width <= (i + 1) * 30))
})

test('a brush holds whole columns, whichever way it is drawn', () => {
  assert.deepEqual(brushed(15, 75, 100, 10), [1, 7])
  assert.deepEqual(brushed(75, 15, 100, 10), [1, 7])
  assert.deepEqual(brushed(-20, 400, 100, 10), [0, 9])
})

test('times along an axis are hours within two days and days beyond', () => {
  const hours = timeTicks([0, 24 * HOUR], 400, 'en')
  const days = timeTicks([0, 30 * 24 * HOUR], 400, 'en')
  assert.match(hours[0]?.label ?? '', /\d\d:\d\d/)
  assert.match(days.at(-1)?.label ?? '', /Jan/)
  assert.ok(hours.length <= 8 && days.length <= 8)
})

test('nothing at all is drawn without falling over', () => {
  assert.deepEqual(columnsOf([], box), [])
  assert.deepEqual(stackedArea([], [], box, 'en').areas, [])
})

test('names of curves stand at their ends and never on one another', () => {
  assert.deepEqual(labelPlaces([1, 1], 0, 100), [79, 29])
  const flat = labelPlaces([0, 0, 0], 100, 100)
  assert.ok(flat.every((y, i) => i === 0 || (flat[i - 1] ?? 0) - y >= 15))
})
