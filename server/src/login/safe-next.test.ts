import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { safeNext } from './safe-next.ts'

/** Texts that would lead, or that some browser or proxy would read as leading, to another host. */
export const hostileNext = [
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\\/evil.example',
  'https://evil.example',
  'https:evil.example',
  'https:/evil.example',
  'http:evil.example',
  'HTTPS://EVIL.EXAMPLE',
  'javascript:alert(1)',
  'data:text/html,x',
  'mailto:a@evil.example',
  'evil.example',
  '@evil.example',
  '.evil.example',
  '?next=//evil.example',
  '#//evil.example',
  ' //evil.example',
  '\t//evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\nLocation: https://evil.example',
  '/a\r\nSet-Cookie: x=y',
  '/a\0b',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/%2f/evil.example',
  '/%5cevil.example',
  '/./%2F/evil.example',
  '/％2f',
  '/\u2044\u2044evil.example',
  '/a\u3002evil.example',
  '',
  `/${'a'.repeat(5000)}`,
]

test('HT10: leads home from every text that points elsewhere', () => {
  assert.ok(hostileNext.length >= 30)
  for (const next of hostileNext) assert.equal(safeNext(next), '/', JSON.stringify(next.slice(0, 40)))
  assert.equal(safeNext(undefined), '/')
})

test('leads on to a path of this server, with its query and without its fragment', () => {
  assert.equal(safeNext('/oauth/device/verify?user_code=ABCD-EFGH'), '/oauth/device/verify?user_code=ABCD-EFGH')
  assert.equal(safeNext('/account#passkeys'), '/account')
  assert.equal(safeNext('/a/../b?x=%2F%2Fevil.example'), '/b?x=%2F%2Fevil.example')
  assert.equal(safeNext('/a@evil.example'), '/a@evil.example')
  assert.equal(safeNext('/'), '/')
})

test('whatever it answers stays on the origin it is opened on', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '%2f',
    '%5c',
    'evil.example',
    '@',
    ':',
    '?',
    '#',
    '\t',
    'a',
    'http',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const next = safeNext(pieces.join(''))
      assert.match(next, /^\/(?![/\\])/)
      assert.equal(new URL(next, 'https://id.example').origin, 'https://id.example')
      assert.equal(safeNext(next), next)
    }),
  )
})
