import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { signingKeyOf } from './private-key.ts'

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const ed = generateKeyPairSync('ed25519').privateKey
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

test('a key is read from PEM and from a JWK by what it is, and can be taken out of the page by nobody', async () => {
  for (const [key, alg] of [
    [ec, 'ES256'],
    [ed, 'EdDSA'],
    [rsa, 'PS256'],
  ] as const) {
    for (const text of [
      key.export({ format: 'pem', type: 'pkcs8' }),
      JSON.stringify({ ...key.export({ format: 'jwk' }), use: 'sig', key_ops: ['verify'] }),
    ]) {
      const found = await signingKeyOf(text)
      assert.deepEqual([found?.alg, found?.kid, found?.key.extractable], [alg, undefined, false], text.slice(0, 30))
      await assert.rejects(crypto.subtle.exportKey('pkcs8', found?.key ?? assert.fail()))
    }
  }
  const named = await signingKeyOf(JSON.stringify({ ...rsa.export({ format: 'jwk' }), alg: 'RS256', kid: 'mine' }))
  assert.deepEqual([named?.alg, named?.kid], ['RS256', 'mine'])
})

test('what is no private key is none', async () => {
  const { d: _, ...open } = ec.export({ format: 'jwk' })
  const pem = '-----BEGIN PRIVATE KEY-----\nnothing\n-----END PRIVATE KEY-----'
  for (const text of ['', 'a key', '{}', '[]', 'null', '{"kty":"oct","k":"AA"}', JSON.stringify(open), pem]) {
    assert.equal(await signingKeyOf(text), undefined, text)
  }
})
