import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signInAddress } from './sign-in.ts'

test('whoever is not signed in is led to sign in, and back to where they were', () => {
  assert.equal(signInAddress('unauthorized', '', '/admin/users?q=a'), '/login?next=%2Fadmin%2Fusers%3Fq%3Da')
})

test('whoever owes something is led to give it', () => {
  assert.equal(signInAddress('mfa_enrollment_required', '/id', '/admin'), '/id/account/second-step?next=%2Fadmin')
  assert.equal(signInAddress('sign_in_unfinished', '', '/admin'), '/continue?next=%2Fadmin')
  assert.equal(signInAddress('mfa_required', '', '/admin'), '/login?next=%2Fadmin')
})
