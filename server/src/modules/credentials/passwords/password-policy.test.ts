import assert from 'node:assert/strict'
import { test } from 'node:test'
import { credentialErrors } from '#/modules/credentials/shared/errors.ts'
import { PasswordPolicy } from './password-policy.ts'
import type { ErrorCode } from '#/platform/errors/app-error.ts'

const policyOf = (shortest: number) =>
  new PasswordPolicy({ current: () => Promise.resolve({ 'password.min_length': shortest }) })

const verdict = (password: string, email = 'maya@example.com', shortest = 8): Promise<string> =>
  policyOf(shortest)
    .check(password, email)
    .then(
      () => 'fine',
      (error: unknown) => (error as { code: ErrorCode }).code.code,
    )

const mix = (length: number): string =>
  Array.from({ length }, (_, i) => 'kx7#vQ2pRw!bZ9m'[(i * 7 + Math.floor(i / 15)) % 15]).join('')

test('LG4: takes 8 to 1024 characters and 4096 bytes, and says which end was missed', async () => {
  assert.equal(await verdict(mix(7)), credentialErrors.password_too_short.code)
  assert.equal(await verdict(mix(8)), 'fine')
  assert.equal(await verdict(mix(64)), 'fine')
  assert.equal(await verdict(mix(1024)), 'fine')
  assert.equal(await verdict(mix(1025)), credentialErrors.password_too_long.code)
  assert.equal(await verdict(mix(5000)), credentialErrors.password_too_long.code)
  assert.equal(await verdict('ж'.repeat(2) + mix(511).replaceAll(/(?=.)/g, '😀')), 'fine')
  assert.equal(await verdict('x'.repeat(1_000_000)), credentialErrors.password_too_long.code)
})

test('LG4: counts characters, not the units they are stored in', async () => {
  assert.equal(await verdict('😀🎈🚲🌍'), credentialErrors.password_too_short.code)
  assert.equal(await verdict('😀🎈🚲🌍🍀🎲🧭🪁'), 'fine')
  assert.equal(await verdict('e\u0301u\u0308o\u0308a\u0308'), credentialErrors.password_too_short.code)
})

test('follows the setting, and names the length it asks for', async () => {
  assert.equal(await verdict(mix(14), 'maya@example.com', 15), credentialErrors.password_too_short.code)
  assert.equal(await verdict(mix(15), 'maya@example.com', 15), 'fine')
  await assert.rejects(policyOf(15).check('short', 'maya@example.com'), {
    message: 'The password needs at least 15 characters.',
    details: { min_length: 15 },
  })
})

test('LG4: asks for no kinds of characters, only that it is not an early guess', async () => {
  assert.equal(await verdict('just lower letters'), 'fine')
  assert.equal(await verdict('7294610385'), 'fine')
  assert.equal(await verdict('Summer2026!'), credentialErrors.password_too_common.code)
  assert.equal(await verdict('Password1!'), credentialErrors.password_too_common.code)
  assert.equal(await verdict('maya.lind1', 'maya.lind@example.com'), credentialErrors.password_too_common.code)
  assert.equal(await verdict('example.com', 'maya@example.com'), credentialErrors.password_too_common.code)
  assert.equal(await verdict('mandate123'), credentialErrors.password_too_common.code)
})
