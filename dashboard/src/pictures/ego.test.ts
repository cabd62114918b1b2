import assert from 'node:assert/strict'
import { test } from 'node:test'
import { egoOf } from './ego.ts'

const one = (id: string, value: number) => ({ id, kind: 'person' as const, name: id, value })

test('the busiest neighbours stand on either side, their lines as thick as what goes along them', () => {
  const { placed, hiddenIn, hiddenOut } = egoOf([one('a', 1), one('b', 10), one('c', 5)], [one('d', 10)], 100, 2)
  assert.deepEqual(
    placed.map(({ id, side, y }) => [id, side, y]),
    [
      ['b', 'in', 25],
      ['c', 'in', 75],
      ['d', 'out', 50],
    ],
  )
  assert.deepEqual([placed[0]?.thickness, hiddenIn, hiddenOut], [7, 1, 0])
})
