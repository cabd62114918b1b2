import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pasted } from './pasted.ts'

const jwt = (claims: object): string =>
  `eyJhbGciOiJFUzI1NiJ9.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`

test('an id says by its beginning what it is of', () => {
  assert.deepEqual(pasted(' usr_01JDK8W2T5 '), { kind: 'id', prefix: 'usr', id: 'usr_01JDK8W2T5' })
})

test('an address is one', () => {
  assert.deepEqual(pasted('maya@example.com'), { kind: 'email', email: 'maya@example.com' })
})

test('a token is known by the id in it', () => {
  assert.deepEqual(pasted(jwt({ jti: 'tok_1?', name: 'ñ' })), { kind: 'token', jti: 'tok_1?' })
  assert.equal(pasted(jwt({ sub: 'usr_1' })), undefined)
  assert.equal(pasted('a.b.c'), undefined)
})

test('the code of a device is read in each of its spellings', () => {
  for (const text of ['bcdf-ghjk', 'BCDFGHJK', 'bcdf ghjk']) {
    assert.deepEqual(pasted(text), { kind: 'code', code: 'BCDF-GHJK' })
  }
})

test('anything else is what somebody looks for', () => {
  for (const text of ['', 'maya', 'maya okafor', '<script>alert(1)</script>']) assert.equal(pasted(text), undefined)
})
