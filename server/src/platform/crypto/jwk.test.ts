import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import vectors from '#test/vectors/rfc.json' with { type: 'json' }
import { PublicJwks, UnusableJwk, importPublicJwk, jwkThumbprint } from './jwk.ts'

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
const rsaPair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const rsa = rsaPair.publicKey.export({ format: 'jwk' })
const ed = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })

const refuses = (jwk: unknown): void => assert.throws(() => importPublicJwk(jwk), UnusableJwk, JSON.stringify(jwk))

test('the thumbprint of RFC 7638 §3.1 comes out as printed there', () => {
  assert.equal(jwkThumbprint(vectors.jwk_thumbprint.jwk), vectors.jwk_thumbprint.thumbprint)
})

test('a thumbprint ignores members that do not make the key', () => {
  assert.equal(jwkThumbprint({ ...ec, kid: 'a', use: 'sig', alg: 'ES256' }), jwkThumbprint(ec))
  assert.throws(() => jwkThumbprint({ kty: 'EC', crv: 'P-256', x: ec.x }), UnusableJwk)
})

test('public keys of the three kinds are taken', () => {
  assert.equal(importPublicJwk({ ...ec, kid: 'a', alg: 'ES256' }).asymmetricKeyType, 'ec')
  assert.equal(importPublicJwk(rsa).asymmetricKeyType, 'rsa')
  assert.equal(importPublicJwk(ed).asymmetricKeyType, 'ed25519')
  for (const jwk of [ec, rsa, ed]) assert.equal(importPublicJwk(jwk).type, 'public')
})

test('DP1 a key that shows a private member is refused, even with a value that is no key', () => {
  for (const name of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k', 'oth']) refuses({ ...ec, [name]: '' })
  refuses(rsaPair.privateKey.export({ format: 'jwk' }))
})

test('DP1 a symmetric, unknown or absent kind of key is refused', () => {
  for (const kty of ['oct', 'ec', 'AKP', '', 'toString', '__proto__', null, 1, ['EC']]) refuses({ ...ec, kty })
  for (const jwk of [undefined, null, 'x', 1, [], [ec], {}]) refuses(jwk)
})

test('DP1 a point off the curve, and coordinates of another length or spelling, are refused', () => {
  const bytes = Buffer.from(ec.y as string, 'base64url')
  bytes[31] = (bytes[31] as number) ^ 1
  refuses({ ...ec, y: bytes.toString('base64url') })
  refuses({ ...ec, x: Buffer.alloc(32).toString('base64url'), y: Buffer.alloc(32).toString('base64url') })
  refuses({
    ...ec,
    x: Buffer.concat([Buffer.alloc(1), Buffer.from(ec.x as string, 'base64url')]).toString('base64url'),
  })
  refuses({ ...ec, x: `${ec.x as string}=` })
  refuses({ ...ec, x: 1 })
  refuses({ ...ed, x: 'AAAA' })
})

test('DP1 other curves are refused', () => {
  refuses(generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ format: 'jwk' }))
  refuses(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).publicKey.export({ format: 'jwk' }))
  refuses(generateKeyPairSync('ed448').publicKey.export({ format: 'jwk' }))
  refuses(generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' }))
})

test('DP1 RSA keys below 2048 bits, above 4096, or with an odd exponent are refused', () => {
  refuses(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' }))
  refuses(generateKeyPairSync('rsa', { modulusLength: 2040 }).publicKey.export({ format: 'jwk' }))
  refuses({ kty: 'RSA', e: 'AQAB', n: Buffer.alloc(8192, 0xab).toString('base64url') })
  for (const e of ['AQ', 'Ag', 'AAEAAQ', '', Buffer.alloc(300, 0xff).toString('base64url')]) refuses({ ...rsa, e })
  refuses({ ...rsa, n: `AA${rsa.n as string}` })
})

test('nothing makes the importer throw anything else', () => {
  const member = fc.constantFrom('kty', 'crv', 'x', 'y', 'n', 'e', 'd')
  const value = fc.oneof(fc.constantFrom('EC', 'RSA', 'OKP', 'P-256', 'Ed25519', 'AQAB', ec.x, rsa.n), fc.jsonValue())
  fc.assert(
    fc.property(fc.oneof(fc.dictionary(member, value), fc.jsonValue()), (jwk) => {
      try {
        importPublicJwk(jwk)
      } catch (error) {
        assert.ok(error instanceof UnusableJwk, String(error))
      }
    }),
  )
})

test('DP1 a key that is known is looked at as strictly as one that is new', () => {
  const keys = new PublicJwks()
  for (const jwk of [ec, rsa, ed, { ...ec, kid: 'again' }]) {
    const { key, thumbprint } = keys.import(jwk)
    assert.equal(thumbprint, jwkThumbprint(jwk))
    assert.ok(key.equals(importPublicJwk(jwk)))
    assert.equal(keys.import(jwk).key, key)
  }
  const others = [{ ...ec, d: 'AAAA' }, { ...ec, k: '' }, { ...ec, crv: 'P-384' }, { ...ec, x: `${ec.x ?? ''}=` }, null]
  for (const jwk of others) assert.throws(() => keys.import(jwk), UnusableJwk, JSON.stringify(jwk))
})
