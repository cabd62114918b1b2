import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesBetween, changesFromTo, changing, given, ifGiven, mergePatch } from './merge-patch.ts'

test('what a patch leaves out stays, and null is a value', () => {
  const patch: { name?: string; note?: string | null; tags?: string[] } = { note: null }
  const before = { name: 'a', note: 'x' as string | null, tags: 0 }
  const fields = given<typeof before>({
    name: patch.name,
    note: patch.note,
    tags: ifGiven(patch.tags, (tags) => tags.length),
  })
  assert.deepEqual(fields, { note: null })
  assert.deepEqual({ ...before, ...fields }, { name: 'a', note: null, tags: 0 })
  assert.deepEqual(given<typeof before>({ tags: ifGiven(['a', 'b'], (tags) => tags.length) }), { tags: 2 })
})

test('an object merges as RFC 7396 says: null removes, objects merge, the rest replaces', () => {
  const target = { plan: { seats: 3, notes: 'x' }, tags: ['a', 'b'], gone: 1, flat: 'text' }
  const patch = { plan: { seats: 4, notes: null }, tags: ['c'], gone: null, flat: { now: { an: 'object', no: null } } }
  assert.deepEqual(mergePatch(target, patch), {
    plan: { seats: 4 },
    tags: ['c'],
    flat: { now: { an: 'object' } },
  })
  assert.deepEqual(target.plan, { seats: 3, notes: 'x' }, 'what was there is left as it was')
})

test('a member named like a prototype is a member and no prototype', () => {
  const patch = JSON.parse('{"__proto__":{"admin":true},"constructor":{"name":"x"}}') as Record<string, unknown>
  const merged = mergePatch({}, patch)
  assert.equal((merged as { admin?: boolean }).admin, undefined)
  assert.equal(Object.getPrototypeOf(merged), Object.prototype)
  assert.deepEqual(Object.keys(merged), ['__proto__', 'constructor'])
})

test('a value is spelled on its way in, at any depth', () => {
  const upper = (value: unknown) => (typeof value === 'string' ? value.toUpperCase() : value)
  assert.deepEqual(mergePatch({ kept: 'a' }, { own: 'b', deep: { own: 'c' } }, upper), {
    kept: 'a',
    own: 'B',
    deep: { own: 'C' },
  })
})

test('a field that gets the value it has changes nothing', () => {
  const before = { name: 'a', tags: ['x'], at: 1 as number | null }
  assert.deepEqual(changing(before, { name: 'a', tags: ['x'] }), {})
  assert.deepEqual(changing(before, { tags: ['x', 'y'], at: null }), { tags: ['x', 'y'], at: null })
})

test('changes are told by name, also of what comes and goes', () => {
  const [before, after] = [
    { same: [1], other: 1, gone: 'x' },
    { same: [1], other: 2, come: 'y' },
  ]
  assert.deepEqual(changesBetween(before, after), {
    other: { before: 1, after: 2 },
    gone: { before: 'x', after: undefined },
    come: { before: undefined, after: 'y' },
  })
  assert.deepEqual(changesFromTo(before, after), {
    other: { from: 1, to: 2 },
    gone: { from: 'x', to: null },
    come: { from: null, to: 'y' },
  })
})
