import assert from 'node:assert/strict'
import { test } from 'node:test'
import { screens } from './index.ts'

test('every screen stands in the navigation once, and every address leads to one page', () => {
  assert.equal(new Set(screens).size, screens.length)
  const paths = screens.flatMap(({ routes }) => routes.map(({ path }) => path))
  assert.deepEqual(
    paths.filter((path, i) => paths.indexOf(path) !== i),
    [],
  )
})
