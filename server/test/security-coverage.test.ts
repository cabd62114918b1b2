import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogue, notYet } from '#test/support/security-catalogue.ts'
import { testsById, uncovered } from '#test/support/security-coverage.ts'

const ids = Object.values(catalogue).flatMap((lines) => Object.keys(lines))

test('every attack of the catalogue has a test that names it, or a reason why not yet', () => {
  assert.deepEqual(uncovered(), [])
})

test('no reason is left over from before there was a test', () => {
  const tests = testsById()
  assert.deepEqual(
    Object.keys(notYet).filter((id) => tests.has(id) || !ids.includes(id)),
    [],
  )
})
