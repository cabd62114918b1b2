import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acrAmong, acrOf, acrValues } from './acr.ts'

const [ONE, TWO, PASSKEY] = acrValues

test('the class of a sign-in is the strongest that its methods make', () => {
  assert.equal(acrOf(['pwd']), ONE)
  assert.equal(acrOf(['email']), ONE)
  assert.equal(acrOf(['fed']), ONE)
  assert.equal(acrOf(['pwd', 'otp']), ONE, 'a code alone is no second factor until it is accepted as one')
  assert.equal(acrOf(['pwd', 'otp', 'mfa']), TWO)
  assert.equal(acrOf(['hwk', 'user', 'mfa']), PASSKEY)
  assert.equal(acrOf(['pwd', 'swk', 'user', 'mfa']), PASSKEY)
})

test('a class is met by itself and by what is stronger, and the first that is met counts', () => {
  assert.equal(acrAmong([TWO], ['pwd']), undefined)
  assert.equal(acrAmong([PASSKEY, TWO], ['pwd', 'otp', 'mfa']), TWO)
  assert.equal(acrAmong([ONE, PASSKEY], ['hwk', 'user', 'mfa']), ONE)
  assert.equal(acrAmong([], ['hwk']), undefined)
})
