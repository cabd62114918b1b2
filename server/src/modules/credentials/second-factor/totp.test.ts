import assert from 'node:assert/strict'
import { test } from 'node:test'
import vectors from '#test/vectors/totp.json' with { type: 'json' }
import { otpauthUri, qrSvg } from './authenticator-app.ts'
import { encodeBase32 } from './base32.ts'
import { codeAt, matchingStep, timeStep } from './totp.ts'

test('makes the codes of RFC 4226 Appendix D', () => {
  const secret = Buffer.from(vectors.rfc4226.secret)
  assert.deepEqual(
    vectors.rfc4226.codes.map((_code, counter) => codeAt(secret, counter)),
    vectors.rfc4226.codes,
  )
})

test('makes the codes of RFC 6238 Appendix B', () => {
  const secret = Buffer.from(vectors.rfc6238.secret)
  for (const { seconds, code } of vectors.rfc6238.codes) {
    assert.equal(codeAt(secret, timeStep(seconds * 1000)), code.slice(-6))
  }
})

test('writes base 32 as RFC 4648 §10 does, without padding', () => {
  for (const { text, encoded } of vectors.rfc4648.base32) assert.equal(encodeBase32(Buffer.from(text)), encoded)
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, i) => i))
  assert.match(encodeBase32(bytes), /^[A-Z2-7]{410}$/)
})

test('MF1: takes the codes of the step before and after, and none further away', () => {
  const secret = Buffer.from('a secret of twenty b')
  const now = Date.UTC(2026, 0, 15, 12, 0, 15)
  const step = timeStep(now)
  for (const offset of [-1, 0, 1]) assert.equal(matchingStep(secret, codeAt(secret, step + offset), now), step + offset)
  for (const offset of [-3, -2, 2, 3]) assert.equal(matchingStep(secret, codeAt(secret, step + offset), now), undefined)
  for (const code of ['', '1', '0000000', 'abcdef', ` ${codeAt(secret, step)}`, '１２３４５６']) {
    assert.equal(matchingStep(secret, code, now), undefined, code)
  }
  assert.equal(matchingStep(secret, codeAt(secret, 0), 0), 0, 'also at the beginning of time')
})

test('names server and account so that authenticator apps show them', () => {
  const secret = Buffer.from('12345678901234567890')
  const uri = otpauthUri({ secret, issuer: 'id.example.com', account: 'maya+a&b@example.com' })
  const url = new URL(uri)
  assert.equal(url.protocol, 'otpauth:')
  assert.equal(decodeURIComponent(url.pathname), '/id.example.com:maya+a&b@example.com')
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    issuer: 'id.example.com',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})

test('draws a QR code as one small path with a quiet zone', async () => {
  const { encode } = await import('uqr')
  const svg = await qrSvg('otpauth://totp/a:b?secret=GEZDGNBVGY3TQOJQ')
  const { data, size } = encode('otpauth://totp/a:b?secret=GEZDGNBVGY3TQOJQ', { border: 4 })
  const drawn = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  let [x, y] = [0, 0]
  for (const [, from, row, further, length] of svg.matchAll(/(?:M(\d+) (\d+)\.5|m(\d+) 0)h(\d+)/g)) {
    if (row !== undefined) [x, y] = [Number(from), Number(row)]
    else x += Number(further)
    for (const end = x + Number(length); x < end; x++) (drawn[y] as boolean[])[x] = true
  }
  assert.deepEqual(drawn, data)
  assert.match(svg, new RegExp(`^<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"`))
  assert.ok(svg.length < 4000)
})
