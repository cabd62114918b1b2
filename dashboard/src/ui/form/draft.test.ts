import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownOf, unsent, write } from './draft.ts'
import { changeOf } from './merge-patch.ts'

interface About {
  readonly name: string
  readonly tier: string
  readonly scopes: readonly string[]
  readonly metadata: Readonly<Record<string, unknown>>
}

const known: About = { name: 'Ada', tier: 'free', scopes: ['read'], metadata: { team: 'a' } }
const nothing = new Map<never, never>()

test('a form in which nothing was written shows what the server has, whoever changed it', () => {
  assert.deepEqual(shownOf(known, nothing), { value: known, before: known })
  const later = { ...known, name: 'Ada Byron' }
  assert.deepEqual(shownOf(later, nothing).value, later)
})

test('what was written stays while what others changed comes in beside it', () => {
  const written = write(known, nothing, { name: 'Ada King' })
  const { value, before } = shownOf<About>({ ...known, name: 'A.', tier: 'gold', scopes: [] }, written)
  assert.deepEqual(value, { ...known, name: 'Ada King', tier: 'gold', scopes: [] })
  assert.deepEqual(changeOf(before, value), { patch: { name: 'Ada King' }, back: { name: 'A.' } })
})

test('two people who write into one object both win', () => {
  const written = write(known, nothing, { metadata: { team: 'a', seat: 3 } })
  const { value, before } = shownOf<About>({ ...known, metadata: { team: 'a', room: 2 } }, written)
  assert.deepEqual(changeOf(before, value), { patch: { metadata: { seat: 3 } }, back: { metadata: { seat: null } } })
})

test('what is written over what was written is still compared with what the server had', () => {
  const first = write(known, nothing, { metadata: { team: 'a', s: 1 } })
  const { value, before } = shownOf(known, write(known, first, { metadata: { team: 'a', seat: 3 } }))
  assert.deepEqual(changeOf(before, value)?.patch, { metadata: { seat: 3 } })
})

test('a member that is as the server has it again is not written', () => {
  const written = write(known, write(known, nothing, { name: 'Ada K' }), { name: 'Ada', scopes: ['read'] })
  assert.equal(written.size, 0)
})

test('once it is saved the word of the server counts again, but for what was written meanwhile', () => {
  const sent = write(known, nothing, { name: '  Ada King ', tier: 'gold' })
  const now = write(known, sent, { tier: 'silver' })
  const { value } = shownOf<About>({ ...known, name: 'Ada King', tier: 'gold' }, unsent(now, sent))
  assert.deepEqual(value, { ...known, name: 'Ada King', tier: 'silver' })
})
