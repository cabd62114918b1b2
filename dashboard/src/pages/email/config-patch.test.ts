import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draftOf, patchOf } from './config-patch.ts'
import type { EmailGetConfigResult } from '@mandate/sdk'

const config: EmailGetConfigResult = {
  provider: 'smtp',
  from_address: null,
  from_name: 'Acme',
  daily_limit: null,
  smtp: { host: 'mail.acme.example', port: 587, user: 'acme', password: '********', security: 'starttls' },
  sender: 'Acme <no-reply@acme.example>',
  status: { tier: 'smtp', configured: true, sent_today: 0, daily_limit: 10_000, waiting: 0 },
}
const smtp = { host: 'mail.acme.example', port: 587, user: 'acme', security: 'starttls' }

test('the mask of a password is never sent back, and an empty field is the default', () => {
  assert.deepEqual(patchOf(draftOf(config)), {
    ...{ provider: 'smtp', from_name: 'Acme', from_address: null, daily_limit: null },
    smtp,
  })
})

test('a password goes along when it was typed, and goes away with its user', () => {
  const draft = draftOf(config)
  assert.deepEqual(patchOf({ ...draft, password: 'p' }).smtp, { ...smtp, password: 'p' })
  assert.deepEqual(patchOf({ ...draft, user: '' }).smtp, { ...smtp, user: null, password: null })
})

test('without a mail server nothing is said of one', () => {
  assert.equal(patchOf({ ...draftOf(config), provider: 'dev', password: 'p' }).smtp, undefined)
})
