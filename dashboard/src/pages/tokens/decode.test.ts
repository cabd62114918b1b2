import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decoded, soughtOf } from './decode.ts'

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwt = `${part({ alg: 'ES256' })}.${part({ jti: 'tok_1', name: 'Zoë' })}.c2ln`

test('a token is taken apart where it was pasted, with letters of every language', () => {
  assert.deepEqual(decoded(` Bearer ${jwt}\n`), { header: { alg: 'ES256' }, claims: { jti: 'tok_1', name: 'Zoë' } })
})

test('what is no token is nothing, however it looks', () => {
  for (const text of ['', 'a.b', 'a.b.c', `${part([])}.${part({})}.x`, `${jwt}.more`, '..'])
    assert.equal(decoded(text), undefined, text)
})

test('the search box takes a token, its id, a person, or a client', () => {
  assert.deepEqual(soughtOf(jwt), { kind: 'token', id: 'tok_1' })
  assert.deepEqual(soughtOf('tok_7'), { kind: 'token', id: 'tok_7' })
  assert.deepEqual(soughtOf(' usr_1 '), { kind: 'user', id: 'usr_1' })
  assert.deepEqual(soughtOf('planner'), { kind: 'client', id: 'planner' })
  assert.equal(soughtOf('  '), undefined)
})
