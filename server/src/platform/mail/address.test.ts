import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAddress } from './address.ts'
import { assertSafe, MailFailure } from './mailer.ts'
import type { MailMessage } from './mailer.ts'
import { cpuTimeOf } from '#test/support/timing.ts'

const plain = ['maya@example.com', 'MAYA@example.com', "o'neil+tag@mail.example", 'a@localhost', 'x@xn--mnchen-3ya.de']

/** Texts that one reader takes for an address and another for two, or for a header. */
const hostile = [
  '',
  'maya',
  '@example.com',
  'maya@',
  'maya@@example.com',
  'a@example.com,b@evil.example',
  'a@example.com;b@evil.example',
  'a@example.com b@evil.example',
  'a@example.com\r\nBcc: b@evil.example',
  'a@example.com\nRCPT TO:<b@evil.example>',
  'a@example.com\u0000',
  '"a@evil.example x"@example.com',
  '"a b"@example.com',
  'Maya <maya@example.com>',
  '<maya@example.com>',
  'maya@example.com (comment)',
  'group: a@example.com, b@evil.example;',
  'maya@[127.0.0.1]',
  'maya@example.com>',
  'ma..ya@example.com',
  '.maya@example.com',
  'maya@-example.com',
  'maya@example..com',
  'maya@exa_mple.com',
  'maya@münchen.de',
  'mａya@example.com',
  'maya@example.com\u2028',
  'maya\u00a0@example.com',
  `${'a'.repeat(250)}@example.com`,
]

test('takes plain addresses', () => {
  for (const address of plain) assert.ok(isAddress(address), address)
})

test('EM2, LG5: refuses what could be read as two addresses or as a header', () => {
  for (const address of hostile) assert.ok(!isAddress(address), JSON.stringify(address))
})

test('EM2: a bomb of nested addresses costs no time', async () => {
  const bombs = ['('.repeat(60_000), `${'"'.repeat(60_000)}@x`, `a@${'b-'.repeat(30_000)}`, `${'a.'.repeat(30_000)}@`]
  for (const bomb of bombs) assert.ok((await cpuTimeOf(() => assert.ok(!isAddress(bomb)))) < 50)
})

const good: MailMessage = {
  id: 'eml_1',
  from: { name: 'Mandate', address: 'no-reply@example.com' },
  to: 'maya@example.com',
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
  date: 0,
}

test('EM2: a message with a control character where headers are made never reaches a transport', () => {
  assertSafe(good)
  const wrong: Partial<MailMessage>[] = [
    { to: 'maya@example.com\r\nBcc: eve@evil.example' },
    { subject: 'Hello\r\nBcc: eve@evil.example' },
    { subject: 'Hello\u0000' },
    { subject: 'Hello\u2028there' },
    { subject: 'x'.repeat(999) },
    { from: { name: 'Mandate\nBcc: eve@evil.example', address: 'no-reply@example.com' } },
    { from: { name: 'Mandate', address: 'no-reply@example.com>\r\nRCPT TO:<eve@evil.example' } },
  ]
  for (const part of wrong) {
    assert.throws(
      () => assertSafe({ ...good, ...part }),
      (error) => error instanceof MailFailure && error.kind === 'refused',
      JSON.stringify(part),
    )
  }
})
