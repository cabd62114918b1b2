import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOfCallback, newPending, requestParameters } from './authorization.ts'
import { sha256 } from './random.ts'

const ISSUER = 'https://id.example.com'
const CALLBACK = 'https://app.example.com/callback'
const metadata = { issuer: ISSUER, authorization_response_iss_parameter_supported: true }
const pending = newPending(ISSUER, 'app_1', { redirect_uri: CALLBACK, scope: 'openid email' })
const callback = (parameters: Record<string, string>): string =>
  `${CALLBACK}?${new URLSearchParams(parameters).toString()}`
const good = { code: 'code_1', state: pending.state, iss: ISSUER }

test('each request has a state, a nonce and a verifier of its own, and the verifier stays here', async () => {
  const other = newPending(ISSUER, 'app_1', { redirect_uri: CALLBACK, scope: 'openid' })
  assert.notEqual(other.state, pending.state)
  assert.notEqual(other.nonce, pending.nonce)
  const parameters = await requestParameters(pending, { redirect_uri: CALLBACK, scope: 'openid email' })
  assert.equal(parameters['code_challenge'], await sha256(pending.codeVerifier))
  assert.equal(JSON.stringify(parameters).includes(pending.codeVerifier), false)
})

test('expects an ID token only where openid is a scope of its own', () => {
  assert.equal(newPending(ISSUER, 'app_1', { redirect_uri: CALLBACK, scope: 'openid2 email' }).nonce, undefined)
})

test('takes the code of a callback that belongs to the request', () => {
  assert.equal(codeOfCallback(callback(good), pending, metadata), 'code_1')
})

test('refuses a callback of another sign-in, or of none', () => {
  for (const state of ['other', '']) {
    assert.throws(() => codeOfCallback(callback({ ...good, state }), pending, metadata), { error: 'state_mismatch' })
  }
  assert.throws(() => codeOfCallback(callback({ code: 'c' }), pending, metadata), { error: 'state_mismatch' })
})

test('refuses what another server says, even as an error, and silence where the issuer is promised', () => {
  const { iss: _, ...silent } = good
  assert.throws(() => codeOfCallback(callback({ ...good, iss: 'https://evil.example' }), pending, metadata), {
    error: 'issuer_mismatch',
  })
  assert.throws(() => codeOfCallback(callback(silent), pending, metadata), { error: 'issuer_mismatch' })
  const failed = { state: pending.state, error: 'access_denied', iss: 'https://evil.example' }
  assert.throws(() => codeOfCallback(callback(failed), pending, metadata), { error: 'issuer_mismatch' })
  assert.equal(codeOfCallback(callback(silent), pending, { issuer: ISSUER }), 'code_1')
})

test('refuses parameters that stand there twice', () => {
  for (const twice of [`&code=other`, `&state=${pending.state}`, `&iss=${ISSUER}`]) {
    assert.throws(() => codeOfCallback(callback(good) + twice, pending, metadata), { error: 'invalid_response' })
  }
})

test('says what the server said when it refused', () => {
  const refused = { state: pending.state, iss: ISSUER, error: 'access_denied', error_description: 'No.' }
  assert.throws(() => codeOfCallback(callback(refused), pending, metadata), { error: 'access_denied', message: 'No.' })
})
