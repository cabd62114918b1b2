import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { canonicalEmail, parseEmail } from './email.ts'

test('LG5: every spelling of one address is one identity', () => {
  for (const spelling of [
    'maya@example.com',
    ' Maya@Example.COM ',
    'MAYA@EXAMPLE.COM',
    'ｍａｙａ@example.com',
    'maya＠ｅｘａｍｐｌｅ.com',
    'maya@example。com'.replace('。', '．'),
    'ⓜaya@example.com',
  ]) {
    assert.equal(canonicalEmail(spelling), 'maya@example.com', spelling)
  }
})

test('LG5: what is not one plain address is refused', () => {
  for (const text of [
    '',
    '@',
    'maya',
    'maya@',
    '@example.com',
    'maya@x.com,eve@y.com',
    'maya@x.com;eve@y.com',
    'maya@x.com eve@y.com',
    '"maya@evil.com x"@example.com',
    '"maya"@example.com',
    'Maya <maya@example.com>',
    'maya@evil.com@example.com',
    'maya@example.com\r\nBcc: eve@evil.com',
    'maya\n@example.com',
    'maya\0@example.com',
    'maya@exam\0ple.com',
    'maya@example.com\u0000',
    'maya\u200b@example.com',
    'maya@exa\u00admple.com',
    'mаya@example.com', // Cyrillic а
    'ıan@example.com', // dotless i
    '.maya@example.com',
    'maya.@example.com',
    'ma..ya@example.com',
    'maya@example',
    'maya@-example.com',
    'maya@example-.com',
    'maya@example..com',
    'maya@.example.com',
    'maya@example.com.',
    'maya@127.0.0.1',
    'maya@[127.0.0.1]',
    'maya@0x7f.1',
    'maya@example.com/x',
    'maya@example.com#x',
    'maya@example.com:25',
    'maya@exa%6dple.com',
    'maya(comment)@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.com`,
    `a@${'b.'.repeat(126)}com`,
    'x'.repeat(100_000),
    `${'a@'.repeat(50_000)}b.com`,
  ]) {
    assert.equal(canonicalEmail(text), undefined, JSON.stringify(text.slice(0, 60)))
  }
})

test('takes plus signs, dots and hyphens, international domains, and localhost on one’s own machine', () => {
  assert.equal(canonicalEmail('maya.lind+news@mail.example.co'), 'maya.lind+news@mail.example.co')
  assert.equal(canonicalEmail("o'brien-x_1@example.com"), "o'brien-x_1@example.com")
  assert.equal(canonicalEmail('maya@bücher.example'), 'maya@xn--bcher-kva.example')
  assert.equal(canonicalEmail('maya@BÜCHER.example'), 'maya@xn--bcher-kva.example')
  assert.equal(canonicalEmail('admin@localhost'), 'admin@localhost')
})

test('keeps the case of the mailbox for writing to it', () => {
  assert.deepEqual(parseEmail('Maya.Lind@Example.COM'), {
    email: 'Maya.Lind@example.com',
    canonical: 'maya.lind@example.com',
  })
})

test('the canonical form is its own canonical form and holds one @ and no control character', () => {
  const part = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('a', '.', '@', 'ｅ', 'ß', 'İ', '"', '\r\n', '\0'),
  )
  const address = fc.array(part, { maxLength: 8 }).map((parts) => `${parts.join('')}@example.com`)
  fc.assert(
    fc.property(fc.oneof(address, fc.emailAddress()), (text) => {
      const canonical = canonicalEmail(text)
      if (canonical === undefined) return
      assert.equal(canonicalEmail(canonical), canonical)
      assert.match(canonical, /^[!-?A-~]+@[a-z0-9.-]+$/)
      assert.ok(canonical.length <= 254)
    }),
  )
})
