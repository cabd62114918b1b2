import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KnownTokens } from './known-tokens.ts'
import { AccessToken } from './token.ts'

const tokenOf = (exp: number): AccessToken =>
  new AccessToken('x', 'k1', { sub: 'usr_1', client_id: 'app_1', jti: 'tok_1', exp })
const keyOf = (): string => 'key'

test('a token is known until it expires or its key is another', () => {
  const known = new KnownTokens()
  known.add('a', { token: tokenOf(100), key: 'key' })
  assert.ok(known.find('a', 99, keyOf))
  assert.equal(known.find('a', 100, keyOf), undefined)
  assert.equal(
    known.find('a', 99, () => 'other'),
    undefined,
  )
  assert.equal(known.find('b', 99, keyOf), undefined)
})

test('what is not asked for makes room, and what is in use stays', () => {
  const known = new KnownTokens()
  const token = tokenOf(100)
  for (const hash of ['used', 'unused']) known.add(hash, { token, key: 'key' })
  for (let count = 0; count < 20_000; count += 1) {
    known.add(`other ${count}`, { token, key: 'key' })
    assert.ok(known.find('used', 1, keyOf))
  }
  assert.equal(known.find('unused', 1, keyOf), undefined)
  assert.equal(known.find('other 0', 1, keyOf), undefined)
})
