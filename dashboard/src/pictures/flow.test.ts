import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flowOf, OTHERS } from './flow.ts'

const stream = (from: string, through: string, to: string, value = 1) => ({ from, through, to, value })

test('every column holds as much as went through it, and bands are as thick as what they carry', () => {
  const { nodes, bands } = flowOf([stream('maya', 'planner', 'mail', 3), stream('noor', 'planner', 'files', 1)], 110, 5)
  const of = (column: number) => nodes.filter((node) => node.column === column)
  assert.deepEqual(
    [0, 1, 2].map((column) => of(column).reduce((sum, { value }) => sum + value, 0)),
    [4, 4, 4],
  )
  assert.equal(of(1)[0]?.height, 100)
  assert.deepEqual(
    bands.map(({ thickness }) => thickness).toSorted((a, b) => a - b),
    [25, 25, 75, 75],
  )
  assert.ok(nodes.every(({ y, height }) => y >= 0 && y + height <= 110.001))
})

test('what has no place of its own stands together, and says how many that are', () => {
  const streams = Array.from({ length: 9 }, (_, i) => stream(`person ${i}`, 'planner', 'mail', 9 - i))
  const { nodes } = flowOf(streams, 200, 4)
  const people = nodes.filter(({ column }) => column === 0)
  assert.deepEqual(
    people.map(({ id }) => id),
    ['person 0', 'person 1', 'person 2', OTHERS],
  )
  assert.deepEqual([people[3]?.others, people[3]?.value], [6, 21])
})

test('nothing flows where nothing was', () => {
  assert.deepEqual(flowOf([], 100, 5), { nodes: [], bands: [] })
})
