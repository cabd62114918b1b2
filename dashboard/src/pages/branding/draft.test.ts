import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lookPatch, tokensPatch, withChanges } from './draft.ts'
import type { LookDraft } from './draft.ts'

const draft: LookDraft = {
  ...{ name: 'Acme', accent: '#305eb7', accentDark: '', body: 'system', heading: '' },
  ...{ support: '', terms: 'https://acme.example/terms', privacy: '' },
}

test('what nobody touched is not sent, so that what is built in stays built in', () => {
  assert.deepEqual(lookPatch(draft, draft), {})
  assert.deepEqual(lookPatch(draft, { ...draft, accent: '#0f766e' }), { colors: { accent: '#0f766e' } })
})

test('an emptied field goes back to what is built in', () => {
  assert.deepEqual(lookPatch(draft, { ...draft, name: '', terms: '' }), { name: null, terms_url: null })
  assert.deepEqual(lookPatch({ ...draft, accentDark: '#ffffff' }, draft), { colors: { accent_dark: null } })
})

test('headings follow the text unless they have a font of their own', () => {
  assert.deepEqual(lookPatch(draft, { ...draft, body: 'serif' }), { fonts: { body: 'serif', heading: null } })
  const own = { ...draft, heading: 'serif' } as const
  assert.deepEqual(lookPatch(own, { ...own, body: 'humanist' }), { fonts: { body: 'humanist' } })
})

test('design tokens are sent one by one, and an emptied one as null', () => {
  const before = { light: { text: '#111111' }, radius_px: 8 }
  const after = { light: { text: null, muted: '#333333' }, dark: {}, radius_px: 8, shadow: 'none' } as const
  assert.deepEqual(tokensPatch(before, after), { shadow: 'none', light: { text: null, muted: '#333333' } })
  assert.deepEqual(tokensPatch(before, withChanges(before, tokensPatch(before, after))), tokensPatch(before, after))
})
