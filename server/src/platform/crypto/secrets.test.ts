import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { constantTimeEqual, equalDigests, hasValidChecksum, hashSecret, newSecret, randomText } from './secrets.ts'

test('a new secret has its prefix, 43 random characters and a checksum of 6', () => {
  const secret = newSecret('mandate_sk_')
  assert.match(secret, /^mandate_sk_[0-9A-Za-z]{49}$/)
  assert.equal(hasValidChecksum(secret, 'mandate_sk_'), true)
  assert.notEqual(newSecret('mandate_sk_'), secret)
})

test('changing any one character of a secret breaks its checksum', () => {
  const secret = newSecret('p_')
  fc.assert(
    fc.property(fc.nat(secret.length - 1), fc.constantFrom(...'09AZaz_-é'), (at, letter) => {
      if (secret[at] === letter) return
      assert.equal(hasValidChecksum(secret.slice(0, at) + letter + secret.slice(at + 1), 'p_'), false)
    }),
  )
})

test('a checksum belongs to its prefix, and no text throws', () => {
  assert.equal(hasValidChecksum(newSecret('a_'), 'b_'), false)
  assert.equal(hasValidChecksum('', 'a_'), false)
  fc.assert(fc.property(fc.string(), (text) => assert.equal(hasValidChecksum(`a_${text}`, 'a_'), false)))
})

test('a secret is stored as its SHA-256', () => {
  assert.equal(hashSecret('x'), createHash('sha256').update('x').digest('base64url'))
})

test('texts are compared whole, whatever their lengths', () => {
  assert.equal(constantTimeEqual('abc', 'abc'), true)
  assert.equal(constantTimeEqual('abc', 'abd'), false)
  assert.equal(constantTimeEqual('abc', 'abcd'), false)
  assert.equal(constantTimeEqual('', ''), true)
})

test('digests are compared whole, and what is no digest of the kind equals none', () => {
  const digest = hashSecret('x')
  assert.equal(equalDigests(digest, hashSecret('x')), true)
  for (let at = 0; at < digest.length; at++) {
    const other = digest[at] === 'A' ? 'B' : 'A'
    assert.equal(equalDigests(digest, digest.slice(0, at) + other + digest.slice(at + 1)), false)
  }
  for (const other of ['', digest.slice(1), `${digest}A`, `${digest.slice(1)}é`, 'é'.repeat(digest.length)])
    assert.equal(equalDigests(digest, other), false)
})

test('random letters are even: in 62000 of them each comes 1000 times, give or take', () => {
  const counts = new Map<string, number>()
  for (const letter of randomText(62_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  assert.equal(counts.size, 62)
  for (const [letter, count] of counts) assert.ok(Math.abs(count - 1000) < 250, `${letter}: ${count}`)
})
