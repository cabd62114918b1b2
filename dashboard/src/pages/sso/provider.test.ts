import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isProvider, protocolOf } from './provider.ts'

test('a provider that is named by its protocol speaks no other', () => {
  assert.equal(protocolOf('saml', 'oidc'), 'saml')
  assert.equal(protocolOf('oidc', 'saml'), 'oidc')
  assert.equal(protocolOf('okta', 'saml'), 'saml')
  assert.equal(protocolOf('okta', 'anything'), 'oidc')
  assert.equal(protocolOf('google', undefined), 'oidc')
})

test('an address that names no provider asks for one', () => {
  assert.equal(isProvider('entra'), true)
  assert.equal(isProvider('toString'), false)
  assert.equal(isProvider(undefined), false)
})
