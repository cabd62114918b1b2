import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergePatch } from './merge-patch.ts'

test('a patch takes away what is gone, at any depth, and leaves out what stayed', () => {
  const before = { email_domain: 'example.com', not: { ip_in: ['192.0.2.0/24'], new_device: true } }
  assert.deepEqual(mergePatch(before, { not: { ip_in: ['192.0.2.7'] } }), {
    email_domain: null,
    not: { ip_in: ['192.0.2.7'], new_device: null },
  })
  assert.equal(mergePatch(before, structuredClone(before)), undefined)
  assert.deepEqual(mergePatch({}, { any_of: [{}] }), { any_of: [{}] })
})

test('a list is replaced as a whole, and only when it changed', () => {
  const before = { name: 'A', steps: [{ type: 'delay', config: { seconds: 1 } }] }
  assert.deepEqual(mergePatch(before, { ...structuredClone(before), name: 'B' }), { name: 'B' })
  assert.deepEqual(mergePatch(before, { ...before, steps: [] }), { steps: [] })
})
