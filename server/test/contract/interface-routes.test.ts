import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { heldLines } from './contract-state.ts'
import { contractLines } from './interface-routes.ts'

describe('the route list of the interface specification', () => {
  const held = heldLines()

  test('is served line by line with the authentication it names', () => {
    assert.deepEqual(
      held.flatMap(({ problem }) => problem ?? []),
      [],
    )
  })

  test('names every line once', () => {
    const names = contractLines.map(({ method, path }) => `${method} ${path}`)
    assert.deepEqual(names.length, new Set(names).size)
    for (const name of names) assert.match(name, /^(GET|POST|PUT|PATCH|DELETE) \/\S+$/)
  })
})
