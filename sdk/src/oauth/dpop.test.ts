import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeJwt, decodeProtectedHeader, EmbeddedJWK, jwtVerify } from 'jose'
import { FakeServer, json, twoAtOnce } from '#test/fake-server.ts'
import { DpopKey } from './dpop.ts'
import { dpopFetch } from './dpop-fetch.ts'
import { sha256 } from './random.ts'

const challenge = (nonce: string): Response =>
  json({}, 401, { 'www-authenticate': 'DPoP error="use_dpop_nonce"', 'dpop-nonce': nonce })

test('a proof names the request without query or fragment, the token, and the key that signed it', async () => {
  const key = await DpopKey.generate()
  const proof = await key.prove({ method: 'GET', url: 'https://api.example.com/notes?a=1#b', accessToken: 'token' })
  const { payload } = await jwtVerify(proof, EmbeddedJWK, { typ: 'dpop+jwt', algorithms: ['ES256'] })
  assert.equal(payload['htm'], 'GET')
  assert.equal(payload['htu'], 'https://api.example.com/notes')
  assert.equal(payload['ath'], await sha256('token'))
  assert.deepEqual(Object.keys(decodeProtectedHeader(proof).jwk ?? {}), ['kty', 'crv', 'x', 'y'])
})

test('the private half of a key can’t be read out', async () => {
  const { pair } = await DpopKey.generate()
  await assert.rejects(crypto.subtle.exportKey('jwk', pair.privateKey))
})

test('a key that was kept is the same key', async () => {
  const key = await DpopKey.generate()
  assert.equal((await DpopKey.from(structuredClone(key.pair))).thumbprint, key.thumbprint)
})

test('tries once more with the nonce that a server wants, body and all, and keeps one for each origin', async () => {
  const server = new FakeServer(challenge('n1'), json({}), json({}), json({}))
  const call = dpopFetch({ key: await DpopKey.generate(), accessToken: async () => 'token', fetch: server.fetch })
  const response = await call('https://a.example/x', { method: 'POST', body: 'hello' })
  assert.equal(response.status, 200)
  await call('https://a.example/y')
  await call('https://b.example/z')
  const nonces = server.requests.map(({ headers }) => decodeJwt(headers.get('dpop') ?? '')['nonce'])
  assert.deepEqual(nonces, [undefined, 'n1', 'n1', undefined])
  assert.deepEqual(
    server.requests.slice(0, 2).map(({ body }) => body),
    ['hello', 'hello'],
  )
  assert.equal(server.requests[0]?.headers.get('authorization'), 'DPoP token')
  const ids = server.requests.map(({ headers }) => decodeJwt(headers.get('dpop') ?? '').jti)
  assert.equal(new Set(ids).size, ids.length)
})

test('calls that are told the same nonce at the same time are both made again', async () => {
  const together = twoAtOnce()
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { headers } = new Request(input, init)
    if (decodeJwt(headers.get('dpop') ?? '')['nonce'] === 'n1') return json({})
    await together()
    return challenge('n1')
  }
  const call = dpopFetch({ key: await DpopKey.generate(), accessToken: 'token', fetch })
  const responses = await Promise.all([call('https://a.example/x'), call('https://a.example/y')])
  assert.deepEqual(
    responses.map(({ status }) => status),
    [200, 200],
  )
})

test('a server that never is content is not asked for ever', async () => {
  const server = new FakeServer(challenge('n1'), challenge('n2'))
  const call = dpopFetch({ key: await DpopKey.generate(), accessToken: 'token', fetch: server.fetch })
  assert.equal((await call('https://a.example/x')).status, 401)
})
