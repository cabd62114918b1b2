import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labelPlaces, stackedArea } from './stack.ts'

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

test('nothing at all is drawn without falling over', () => {
  assert.deepEqual(stackedArea([], [], box, 'en').areas, [])
})

test('names of curves stand at their ends and never on one another', () => {
  assert.deepEqual(labelPlaces([1, 1], 0, 100), [79, 29])
  const flat = labelPlaces([0, 0, 0], 100, 100)
  assert.ok(flat.every((y, i) => i === 0 || (flat[i - 1] ?? 0) - y >= 15))
})
