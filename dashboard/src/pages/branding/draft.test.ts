import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeOf } from '#/ui/form/merge-patch.ts'
import { draftOfTokens, lookChange, lookPatch } from './draft.ts'
import type { LookDraft, TokensDraft } from './draft.ts'

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

test('nothing is sent where nothing changed, and what was chosen is told from what is built in where a change is taken back', () => {
  assert.equal(lookChange(draft, { ...draft }), undefined)
  const support = 'mailto:pier@example.com'
  assert.deepEqual(lookChange(draft, { ...draft, support, terms: '' }), {
    patch: { support_url: support, terms_url: null },
    back: { support_url: null, terms_url: draft.terms },
  })
  for (const unknown of [{ name: 'Pier' }, { accent: '#0f766e' }, { body: 'serif' }, { heading: 'serif' }] as const) {
    assert.equal(lookChange(draft, { ...draft, support, ...unknown })?.back, undefined)
  }
})

test('design tokens are sent one by one, an emptied one as null, and taken back as they were', () => {
  const before = draftOfTokens({ design_tokens: { light: { text: '#111111' }, radius_px: 8 } })
  const after: TokensDraft = { ...before, light: { muted: '#333333' }, radius_px: null, shadow: 'none' }
  assert.deepEqual(changeOf(before, after), {
    patch: { radius_px: null, shadow: 'none', light: { text: null, muted: '#333333' } },
    back: { radius_px: 8, shadow: null, light: { text: '#111111', muted: null } },
  })
  assert.equal(changeOf(before, { ...before, light: { text: '#111111' }, dark: {} }), undefined)
})
