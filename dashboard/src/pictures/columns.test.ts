import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brushed, columnsOf } from './columns.ts'

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

test('no columns at all are drawn without falling over', () => {
  assert.deepEqual(columnsOf([], { width: 100, height: 50 }), [])
})
