import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { layered } from './layers.ts'

const sizes = { width: 100, height: 40, between: { layers: 50, nodes: 10 } }
const arrows = (...pairs: readonly string[]) => pairs.map((pair) => ({ from: pair[0] ?? '', to: pair[1] ?? '' }))
const laidOut = (ids: string, ...pairs: readonly string[]) => {
  const { places, height } = layered([...ids], arrows(...pairs), sizes)
  const place = (id: string) => places.get(id) ?? assert.fail(`${id} has no place`)
  return { place, height, x: (id: string) => place(id).x, y: (id: string) => place(id).y }
}

describe('the layers of a map', () => {
  test('go from left to right, each node behind the last one that leads to it', () => {
    const { x } = laidOut('dcba', 'ab', 'bc', 'ac', 'cd')
    assert.deepEqual([...'abcd'].map(x), [0, 150, 300, 450])
  })

  test('keep the nodes of one apart, from the top of the picture to its bottom', () => {
    const { x, y, height } = laidOut('abcdef', 'ab', 'ac', 'ad', 'ae', 'af')
    const rows = [...'bcdef'].map(y).toSorted((a, b) => a - b)
    assert.ok([...'bcdef'].every((id) => x(id) === 150))
    assert.ok(
      rows.every((row, at) => at === 0 || row - (rows[at - 1] ?? 0) >= 50),
      rows.join(),
    )
    assert.deepEqual([rows[0], height], [0, (rows.at(-1) ?? 0) + 40])
    assert.equal(y('a'), 100, 'in the middle of those that it leads to')
  })

  test('are sorted so that arrows cross less', () => {
    const { y } = laidOut('abcxyz', 'az', 'by', 'cx')
    assert.ok(y('a') < y('b') && y('b') < y('c'), 'as they came')
    assert.ok(y('z') < y('y') && y('y') < y('x'), 'as those before them stand')
  })

  test('leave room where an arrow passes', () => {
    const { y } = laidOut('abc', 'ab', 'bc', 'ac')
    assert.notEqual(y('b'), y('a'), 'the long arrow goes beside it')
  })

  test('come to an end in a circle, and place somebody who stands alone', () => {
    const { x, height } = laidOut('abcq', 'ab', 'bc', 'ca', 'qq')
    assert.deepEqual(new Set([...'abc'].map(x)).size, 3)
    assert.equal(x('q'), 0)
    assert.ok(Number.isFinite(height))
    assert.equal(laidOut('').height, 0)
  })
})
