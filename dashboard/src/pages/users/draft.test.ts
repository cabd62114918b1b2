import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draftOf, userChange, withEmail } from './draft.ts'
import type { AdminUser } from '@mandate/sdk'

const user: AdminUser = {
  id: 'usr_1',
  email: 'ada@example.com',
  email_verified: true,
  name: 'Ada',
  mfa_enabled: false,
  system_role: null,
  tier: 'free',
  metadata: { team: 'engines' },
  disabled: false,
  disabled_at: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
}

test('only what was changed is sent, and what takes it back has no more', () => {
  assert.equal(userChange(draftOf(user), draftOf(user)), undefined)
  assert.deepEqual(
    userChange(draftOf(user), { ...draftOf(user), name: 'Ada Byron', metadata: { team: 'engines', seat: 3 } }),
    {
      patch: { name: 'Ada Byron', metadata: { seat: 3 } },
      back: { name: 'Ada', metadata: { seat: null } },
    },
  )
})

test('another address is unproven until somebody says otherwise, and comes back as proven as it was', () => {
  const moved = withEmail(draftOf(user), 'ada@example.org', user)
  assert.deepEqual(userChange(draftOf(user), moved), {
    patch: { email: 'ada@example.org', email_verified: false },
    back: { email: 'ada@example.com', email_verified: true },
  })
  assert.deepEqual(userChange(draftOf(user), { ...moved, email_verified: true })?.patch, {
    email: 'ada@example.org',
    email_verified: true,
  })
  assert.deepEqual(withEmail(moved, 'ada@example.com', user), draftOf(user))
  assert.equal(withEmail(draftOf(user), 'Ada@Example.com', user).email_verified, true)
})

test('an address that was declared proven is not taken back: since when it was unproven is gone', () => {
  const unproven = { ...user, email_verified: false }
  assert.deepEqual(userChange(draftOf(unproven), { ...draftOf(unproven), email_verified: true }), {
    patch: { email_verified: true },
    back: undefined,
  })
})
