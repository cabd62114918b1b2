import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeOf, mergePatch, patched } from './merge-patch.ts'

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

test('members that are called like what every object inherits are members like others', () => {
  assert.deepEqual(mergePatch({ constructor: 'Gaudí' }, {}), { constructor: null })
  const named = JSON.parse('{"__proto__":{"a":1}}') as object
  assert.equal(JSON.stringify(mergePatch({}, named)), '{"__proto__":{"a":1}}')
})

interface About {
  readonly name: string
  readonly tier?: string
  readonly metadata: Readonly<Record<string, unknown>>
}

test('a change has what differs alone, and what takes it back', () => {
  const before: About = { name: 'Ada', tier: 'free', metadata: { team: 'a', seat: 1 } }
  assert.deepEqual(changeOf(before, { ...before, name: 'Ada Byron', metadata: { team: 'b', room: 2 } }), {
    patch: { name: 'Ada Byron', metadata: { seat: null, team: 'b', room: 2 } },
    back: { name: 'Ada', metadata: { room: null, team: 'a', seat: 1 } },
  })
  assert.equal(changeOf(before, structuredClone(before)), undefined)
})

test('a change of members that hold a null is not taken back: a merge patch cannot write one', () => {
  const before: About = { name: 'Ada', metadata: { a: { b: null }, c: 1 } }
  assert.deepEqual(changeOf(before, { ...before, metadata: { c: 1 } }), {
    patch: { metadata: { a: null } },
    back: undefined,
  })
  // One that stays as it is stands in nobody's way.
  assert.deepEqual(changeOf(before, { ...before, name: 'Eve' }), { patch: { name: 'Eve' }, back: { name: 'Ada' } })
  assert.deepEqual(changeOf({ text: null }, { text: 'a' }), { patch: { text: 'a' }, back: { text: null } })
})

test('a patch changes of another object what it names, at any depth', () => {
  const before = { name: 'Ada', tier: 'free', metadata: { team: 'a', seat: 1 }, list: [1] }
  const patch = mergePatch(before, { name: 'Ada', tier: 'free', metadata: { team: 'b' }, list: [2] })
  assert.deepEqual(patched({ ...before, name: 'Grace', metadata: { team: 'c', seat: 2, room: 3 } }, patch ?? {}), {
    ...{ name: 'Grace', tier: 'free', list: [2] },
    metadata: { team: 'b', room: 3 },
  })
  assert.deepEqual(patched<object>({ a: 1 }, { a: null, b: { c: null, d: 1 } }), { b: { d: 1 } })
  const named = JSON.parse('{"__proto__":{"a":1}}') as object
  assert.equal(JSON.stringify(patched({}, named)), '{"__proto__":{"a":1}}')
})
