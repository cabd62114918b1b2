import assert from 'node:assert/strict'
import { test } from 'node:test'
import { configChange, draftOf } from './config-patch.ts'
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

test('only what changed is sent, an empty field as the default, and never the mask of a password', () => {
  const draft = draftOf(config)
  assert.equal(configChange(draft, draft), undefined)
  assert.deepEqual(configChange(draft, { ...draft, fromName: '', dailyLimit: 5, host: 'mail.acme.test' })?.patch, {
    ...{ from_name: null, daily_limit: 5 },
    smtp: { host: 'mail.acme.test' },
  })
})

test('a password goes along when it was typed, and goes away with its user', () => {
  const draft = draftOf(config)
  assert.deepEqual(configChange(draft, { ...draft, password: 'p' })?.patch, { smtp: { password: 'p' } })
  assert.deepEqual(configChange(draft, { ...draft, user: '' })?.patch, { smtp: { user: null, password: null } })
})

test('without a mail server nothing is said of one', () => {
  const draft = draftOf(config)
  assert.deepEqual(configChange(draft, { ...draft, provider: 'dev', password: 'p' })?.patch, { provider: 'dev' })
  assert.deepEqual(configChange({ ...draft, provider: 'dev' }, { ...draft, port: 25 })?.patch, {
    ...{ provider: 'smtp', smtp: { port: 25 } },
  })
})

test('what takes a change back says each value that was, and nothing where a password would be lost', () => {
  const draft = draftOf(config)
  const other = { ...draft, fromName: '', dailyLimit: 5, security: 'tls' as const }
  assert.deepEqual(configChange(draft, other)?.back, {
    from_name: 'Acme',
    daily_limit: null,
    smtp: { security: 'starttls' },
  })
  assert.deepEqual(configChange(draft, { ...draft, provider: 'dev' })?.back, { provider: 'smtp' })
  const off = { ...draft, provider: 'dev' as const, host: '', user: '' }
  const on = { ...off, provider: 'smtp' as const, host: 'mail.acme.example', port: 25 }
  assert.deepEqual(configChange(off, on)?.back, { provider: 'dev', smtp: { host: null, port: 587 } })
  assert.equal(configChange(draft, draft), undefined)
  assert.equal(configChange(draft, { ...draft, password: 'p' })?.back, undefined)
  assert.equal(configChange(draft, { ...draft, user: '' })?.back, undefined)
})
