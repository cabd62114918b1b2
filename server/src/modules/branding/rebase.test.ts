import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rebased } from './rebase.ts'

const base = { name: 'A', logo: null, tokens: { light: { text: '#111111' }, radius: 6 } }

test('what nobody touched in a draft follows what others publish', () => {
  const now = { ...base, name: 'B', tokens: { light: { text: '#222222' }, radius: 6 } }
  assert.deepEqual(rebased(base, base, now), now)
})

test('what a draft changed stays, member by member', () => {
  const mine = { ...base, tokens: { light: { text: '#111111', muted: '#333333' }, radius: 8 } }
  const now = { ...base, name: 'B', tokens: { light: { text: '#222222' }, radius: 7 } }
  assert.deepEqual(rebased(base, mine, now), {
    ...{ name: 'B', logo: null },
    tokens: { light: { text: '#222222', muted: '#333333' }, radius: 8 },
  })
})

test('what a draft took away, or others did, is gone', () => {
  assert.deepEqual(rebased<object>(base, { name: 'A', logo: null, tokens: {} }, { ...base, name: 'B' }), {
    ...{ name: 'B', logo: null },
    tokens: {},
  })
  assert.deepEqual(rebased<object>(base, { ...base, name: 'C' }, { name: 'A', logo: null }), { name: 'C', logo: null })
})

test('of a member that both changed, that of the draft counts', () => {
  assert.deepEqual(rebased({ name: 'A' }, { name: 'B' }, { name: 'C' }), { name: 'B' })
})

test('an object that a draft or others emptied takes nothing along that the other one has put into it since', () => {
  const written = { texts: { en: { title: 'A' } } }
  const both = { texts: { en: { title: 'A', footer: 'B' } } }
  const others = { texts: { en: { footer: 'B' } } }
  assert.deepEqual(rebased<object>(written, { texts: {} }, both), others)
  assert.deepEqual(rebased<object>(written, both, { texts: {} }), others)
  assert.deepEqual(rebased<object>(written, { texts: {} }, written), { texts: {} })
})
