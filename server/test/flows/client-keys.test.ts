import assert from 'node:assert/strict'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { testCertificate } from '#test/support/certificate.ts'
import { ProofKey } from '#test/support/dpop.ts'
import { compactJws, ecSigner } from '#test/support/jwt.ts'
import { listen } from '#test/support/listen.ts'
import { assertOAuthError, configure, createAgent } from '#test/support/oauth.ts'
import { registerClient } from '#test/support/registration.ts'
import type { TestApp } from '#test/support/app.ts'

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** The form of a request for a token of the client's own, proven by a signature. */
function signedForm(app: TestApp, clientId: string, more: Record<string, unknown> = {}) {
  const iat = Math.floor(app.clock.now() / 1000)
  const claims = { iss: clientId, sub: clientId, aud: app.baseUrl, jti: randomUUID(), iat, exp: iat + 60, ...more }
  const client_assertion = compactJws({ alg: 'ES256', kid: 'one' }, claims, ecSigner(privateKey))
  return { grant_type: 'client_credentials', client_assertion_type: ASSERTION_TYPE, client_assertion }
}

const authenticate = (app: TestApp, clientId: string) =>
  app.send({ url: '/oauth/token', form: signedForm(app, clientId) })

const ownKeys = {
  token_endpoint_auth_method: 'private_key_jwt',
  jwks: { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one' }] },
}

test('an assertion is used up when the request goes on, not when a nonce is asked for first', async (t) => {
  const app = await createTestApp(t)
  await configure(app, { 'dpop.require_nonce': true })
  const agent = await createAgent(app, ownKeys)
  const key = new ProofKey()
  const form = signedForm(app, agent.clientId)
  const send = (nonce?: string) => {
    const proof = key.sign({ htm: 'POST', htu: `${app.baseUrl}/oauth/token`, iat: app.clock.now() / 1000, nonce })
    return app.send({ url: '/oauth/token', form, headers: { dpop: proof } })
  }
  const asked = await send()
  assertOAuthError(asked, 400, 'use_dpop_nonce')
  const nonce = String(asked.headers['dpop-nonce'])
  assert.equal((await send(nonce)).status, 200)
  assertOAuthError(await send(nonce), 401, 'invalid_client', /used before/)
})

test('whoever proves the key hears what is wrong with the assertion; whoever does not, hears nothing', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app, ownKeys)
  const form = signedForm(app, agent.clientId, { aud: 'https://other.example' })
  assertOAuthError(await app.send({ url: '/oauth/token', form }), 401, 'invalid_client', /aud must be the issuer/)
  const forged = { ...form, client_assertion: `${form.client_assertion.replace(/[^.]+$/, '')}${'B'.repeat(86)}` }
  assertOAuthError(
    await app.send({ url: '/oauth/token', form: forged }),
    401,
    'invalid_client',
    /authentication failed/,
  )
})

test('RG2: the address of a client’s keys is asked when the client authenticates, not when it registers', async (t) => {
  const certificate = testCertificate('keys.example')
  const outbound = { resolver: async () => ['127.0.0.1'], ca: certificate.cert }
  const app = await createTestApp(t, { baseUrl: 'https://id.example', mode: 'production', outbound })
  const keys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'one' }]
  const server = await listen(t, (_request, response) => response.end(JSON.stringify({ keys })), certificate)
  const jwks_uri = `https://keys.example:${server.port}/jwks`
  const method = { token_endpoint_auth_method: 'private_key_jwt' }
  const client = await registerClient(app, { ...method, jwks_uri })
  const agent = await createAgent(app, { ...method, jwks_uri })
  assert.equal(server.hits.length, 0)

  assertOAuthError(await authenticate(app, client.clientId), 401, 'invalid_client')
  assert.equal(server.hits.length, 0, 'loopback is not called in production, whatever its name')

  await configure(app, { 'outbound.allowed_hosts': [`keys.example:${server.port}`] })
  assertOAuthError(await authenticate(app, client.clientId), 401, 'invalid_client')
  app.clock.advance(30_000)
  assert.equal((await authenticate(app, client.clientId)).status, 200)
  assert.equal((await authenticate(app, agent.clientId)).status, 200)
  assert.equal(server.hits.length, 1, 'the same keys for both')
  assert.equal(server.hits[0]?.url, '/jwks')

  const patched = await app.admin('PATCH', `/agents/${agent.id}`, { jwks_uri: null, jwks: { keys } })
  assert.deepEqual([patched.status, patched.json['jwks_uri']], [200, null])
  app.clock.advance(301_000)
  assert.equal((await authenticate(app, agent.clientId)).status, 200)
  assert.equal(server.hits.length, 1)
})

test('WH2: a client whose keys do not come is refused in time, and others are served meanwhile', async (t) => {
  const certificate = testCertificate('keys.example')
  const outbound = { resolver: async () => ['127.0.0.1'], ca: certificate.cert, timeoutMs: 3000 }
  const app = await createTestApp(t, { outbound })
  const server = await listen(t, (_request, response) => response.write('{"keys":['), certificate)
  const method = { token_endpoint_auth_method: 'private_key_jwt' }
  const slow = await createAgent(app, { ...method, jwks_uri: `https://keys.example:${server.port}/jwks` })
  const own = await createAgent(app, { ...method, jwks: { keys: [publicKey.export({ format: 'jwk' })] } })
  const started = performance.now()
  let answered = 0
  const count = <T>(answer: T): T => (answered++, answer)
  const waiting = [0, 1].map(() => authenticate(app, slow.clientId).then(count))
  assert.equal((await authenticate(app, own.clientId)).status, 200)
  assert.equal(answered, 0)
  for (const answer of await Promise.all(waiting)) assertOAuthError(answer, 401, 'invalid_client')
  assert.ok(performance.now() - started < 30_000)
  assert.equal(server.hits.length, 1)
})
