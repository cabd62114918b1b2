import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRoleName } from './role-name.ts'

test('the name of a role is shown as it was written, without space around or twice inside', () => {
  assert.deepEqual(parseRoleName('  Support   Team '), { name: 'Support Team', canonical: 'support team' })
  assert.equal(parseRoleName('Übersetzer')?.name, 'Übersetzer')
})

test('names that look the same have one canonical form', () => {
  for (const text of ['editor', 'EDITOR', 'Ｅditor', ' editor ', 'ｅｄｉｔｏｒ'])
    assert.equal(parseRoleName(text)?.canonical, 'editor', text)
  assert.equal(parseRoleName('U\u0308ber')?.canonical, parseRoleName('über')?.canonical)
})

test('what can not be shown, is empty or too long, or splits a list is no name', () => {
  for (const text of ['', ' ', 'a,b', 'a\nb', 'a\u0000', 'a\u202eb', 'x'.repeat(101), 'x'.repeat(1_000_000)])
    assert.equal(parseRoleName(text), undefined, JSON.stringify(text.slice(0, 20)))
  assert.ok(parseRoleName('x'.repeat(100)))
})
