import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { formatScope, intersect, isReservedScope, isSubset, parseScope, scopesOf } from './scope.ts'

const token = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text))
const tokens = fc.uniqueArray(token, { minLength: 1, maxLength: 20 })

describe('scope', () => {
  test('keeps the order and drops repetitions', () => {
    assert.deepEqual(parseScope('b a b c a'), ['b', 'a', 'c'])
  })

  test('refuses what RFC 6749 §3.3 does not allow', () => {
    for (const text of ['', ' ', 'a ', ' a', 'a  b', 'a\tb', 'a\nb', 'a"b', 'a\\b', 'ä', 'a\u0000', 'a\u00a0b'])
      assert.equal(parseScope(text), undefined, JSON.stringify(text))
  })

  test('refuses a scope too long to be meant', () => {
    assert.equal(parseScope('a'.repeat(4097)), undefined)
  })

  test('reads back what it wrote, for any scopes', () => {
    fc.assert(fc.property(tokens, (scopes) => assert.deepEqual(parseScope(formatScope(scopes)), scopes)))
  })

  test('answers or refuses any text without throwing', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const scopes = parseScope(text)
        if (scopes) assert.ok(text.split(' ').every((part) => scopes.includes(part)))
      }),
    )
  })

  test('an intersection is a subset of both sides and holds everything they share', () => {
    fc.assert(
      fc.property(tokens, tokens, (left, right) => {
        const both = intersect(left, right)
        assert.ok(isSubset(both, left) && isSubset(both, right))
        assert.ok(left.every((scope) => both.includes(scope) === right.includes(scope)))
      }),
    )
  })

  test('an empty stored scope means no scopes', () => {
    assert.deepEqual(scopesOf(''), [])
    assert.deepEqual(scopesOf('a b'), ['a', 'b'])
  })

  test('reserves admin scopes, vault scopes, that of the revocation feed and wildcards in any case', () => {
    for (const scope of [
      'admin',
      'Admin',
      'admin:read',
      'administrator',
      'vault',
      'vault:read',
      'VAULT:x',
      'revocations:read',
      '*',
      'mail:*',
    ])
      assert.ok(isReservedScope(scope), scope)
    for (const scope of ['openid', 'profile', 'mail:read', 'vaulted', 'revocationsX', 'read:admin'])
      assert.ok(!isReservedScope(scope), scope)
  })
})
