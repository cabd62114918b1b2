import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cookieName, parseCookies, setCookie } from './cookies.ts'

const read = (header: string | undefined): Record<string, string> => ({ ...parseCookies(header) })

test('reads the cookies of a browser', () => {
  assert.deepEqual(read('a=1; b=2;c="3"'), { a: '1', b: '2', c: '3' })
  assert.deepEqual(read('a=1; a=1'), { a: '1' })
  assert.deepEqual(read(undefined), {})
})

test('SE6: passes over what is broken, doubled or too large, and keeps the rest', () => {
  assert.deepEqual(read('a; =b; ; c=1; d=x y; e=é; f=a,b; [g]=1'), { c: '1' })
  assert.deepEqual(read('a=1; b=2; a=3'), { b: '2' })
  assert.deepEqual(read('a=3; b=2; a=1; a=3'), { b: '2' })
  assert.deepEqual(read(`a=1; b=${'x'.repeat(9000)}`), {})
})

test('SE6: no header makes it fail or gives it a prototype', () => {
  assert.equal(parseCookies('a=1')['constructor'], undefined)
  assert.deepEqual(Object.keys(parseCookies('__proto__=x')), ['__proto__'])
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (header) => void parseCookies(header)))
})

test('writes cookies that scripts can’t read and foreign sites don’t send', () => {
  assert.equal(setCookie('a', 'b', { secure: false }), 'a=b; Path=/; HttpOnly; SameSite=Lax')
  assert.equal(
    setCookie('__Host-a', 'b', { secure: true, maxAge: 1.5 }),
    '__Host-a=b; Path=/; HttpOnly; SameSite=Lax; Max-Age=1; Secure',
  )
  assert.throws(() => setCookie('a', 'b; Domain=evil', { secure: true }), TypeError)
  assert.throws(() => setCookie('__Host-a', 'b', { secure: false }), TypeError)
  assert.throws(() => setCookie('__Host-a', 'b', { secure: true, path: '/x' }), TypeError)
  assert.equal(cookieName('a', true), '__Host-a')
  assert.equal(cookieName('a', false), 'a')
})
