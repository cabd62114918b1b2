import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { screens } from './index.ts'

test('every screen stands in the table once, and every address belongs to one page', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  assert.equal(screens.length, folders.length)
  assert.equal(new Set(screens).size, screens.length)
  const paths = screens.flatMap(({ routes }) => routes.map(({ path }) => path))
  assert.deepEqual(paths.toSorted(), [...new Set(paths)].toSorted())
})

test('the ids of a kind lead to one screen', () => {
  const prefixes = screens.flatMap(({ objects = {} }) => Object.keys(objects))
  assert.deepEqual(prefixes.toSorted(), [...new Set(prefixes)].toSorted())
})
