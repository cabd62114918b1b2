import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideLink } from './link-decision.ts'
import type { User } from '#/modules/users/index.ts'
import type { Profile } from './profile.ts'

const profile = (more: Partial<Profile> = {}): Profile => ({
  subject: 's',
  email: 'maya@example.com',
  emailVerified: true,
  name: null,
  ...more,
})

const user = (more: Partial<User> = {}) =>
  ({ id: 'usr_1', emailVerified: true, systemRole: null, disabledAt: null, ...more }) as User

test('RP5: only an address that both sides verified makes two accounts one', () => {
  const decide = (given: Partial<Profile>, local?: Partial<User>) => {
    const decision = decideLink(profile(given), local && user(local))
    return decision.kind === 'refuse' ? decision.reason : decision.kind
  }
  assert.equal(decide({}), 'sign_up')
  assert.equal(decide({ emailVerified: false }), 'email_unverified')
  assert.equal(decide({ email: null }), 'no_email')
  assert.equal(decide({ email: null, emailVerified: true }, {}), 'no_email')
  assert.equal(decide({}, {}), 'link')
  assert.equal(decide({ emailVerified: false }, {}), 'email_unverified')
  assert.equal(decide({}, { emailVerified: false }), 'address_in_use')
  assert.equal(decide({ emailVerified: false }, { emailVerified: false }), 'email_unverified')
  assert.equal(decide({}, { disabledAt: 1 }), 'user_disabled')
  assert.equal(decide({}, { disabledAt: 1, emailVerified: false }), 'address_in_use')
  for (const systemRole of ['owner', 'operator', 'support', 'auditor'] as const)
    assert.equal(decide({}, { systemRole }), 'address_in_use', 'a provider makes nobody run the server')
})
