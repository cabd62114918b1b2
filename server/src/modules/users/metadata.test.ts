import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '#/platform/errors/app-error.ts'
import { checkedMetadata, mergeMetadata } from './metadata.ts'

test('metadata merges as RFC 7396 says: null removes, objects merge, the rest replaces', () => {
  const target = { plan: { seats: 3, notes: 'x' }, tags: ['a', 'b'], gone: 1, flat: 'text' }
  const patch = { plan: { seats: 4, notes: null }, tags: ['c'], gone: null, flat: { now: { an: 'object', no: null } } }
  assert.deepEqual(mergeMetadata(target, patch), {
    plan: { seats: 4 },
    tags: ['c'],
    flat: { now: { an: 'object' } },
  })
  assert.deepEqual(target.plan, { seats: 3, notes: 'x' }, 'what was there is left as it was')
})

test('a member named like a prototype is a member and no prototype', () => {
  const patch = JSON.parse('{"__proto__":{"admin":true},"constructor":{"name":"x"}}') as Record<string, unknown>
  const merged = mergeMetadata({}, patch)
  assert.equal((merged as { admin?: boolean }).admin, undefined)
  assert.equal(Object.getPrototypeOf(merged), Object.prototype)
  assert.deepEqual(Object.keys(merged), ['__proto__', 'constructor'])
})

test('metadata holds 16 KiB and not a byte more', () => {
  const room = 16 * 1024 - '{"note":""}'.length
  assert.ok(checkedMetadata({ note: 'x'.repeat(room) }))
  const isTooLarge = (error: unknown) => error instanceof AppError && error.code.code === 'metadata_too_large'
  assert.throws(() => checkedMetadata({ note: 'x'.repeat(room + 1) }), isTooLarge)
  assert.throws(() => checkedMetadata({ note: 'é'.repeat(room / 2 + 1) }), isTooLarge)
})
