import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { heldLines } from './contract-state.ts'
import { contractLines } from './interface-routes.ts'

describe('the route list of the interface specification', () => {
  const held = heldLines()

  test('is served line by line with the authentication it names, but for the parts to come', () => {
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

  test('waits for whole parts, never for a line of a part that is built', () => {
    const waiting = held.filter(({ line }) => line.planned)
    const served = new Set(held.filter(({ line }) => !line.planned).map(({ line }) => line.section))
    assert.deepEqual(
      waiting.filter(({ line }) => served.has(line.section)).map(({ line }) => line.path),
      [],
    )
    assert.ok(held.length - waiting.length >= 120, `only ${held.length - waiting.length} lines are served`)
  })
})
