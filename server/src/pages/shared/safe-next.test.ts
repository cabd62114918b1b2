import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hostileNext } from '#test/support/hostile-next.ts'
import { safeNext } from './safe-next.ts'

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
