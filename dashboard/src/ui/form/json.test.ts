import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readJson } from './json.ts'

test('a text is read as JSON, and an empty one is no value', () => {
  assert.deepEqual(readJson('{ "seat": 3 }'), { value: { seat: 3 } })
  assert.deepEqual(readJson(' \n'), { value: undefined })
})

test('of what is no JSON it is said where, as far as the browser says it', () => {
  assert.deepEqual(readJson('{\n  "seat": 3\n  "room": 4\n}'), { problem: { line: '3', column: '3' } })
  assert.deepEqual(readJson('{ "seat": '), { problem: undefined })
})
