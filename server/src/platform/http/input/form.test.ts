import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Form, MalformedForm } from './form.ts'

test('TK7 a name that comes twice is remembered, and its first value kept', () => {
  const form = Form.parse('scope=a&scope=b&code=x&client_id=1&%63lient_id=2&state=&state=')
  assert.deepEqual(form.duplicates, ['scope', 'client_id', 'state'])
  assert.equal(form.get('scope'), 'a')
  assert.equal(form.get('client_id'), '1')
})

test('TK7 brackets make no lists and no objects', () => {
  const form = Form.parse('code[]=x&code[]=y&a[b]=c&code.d=e')
  assert.deepEqual(form.names(), ['code[]', 'a[b]', 'code.d'])
  assert.equal(form.get('code'), undefined)
})

test('a parameter without a value counts as omitted, but is there', () => {
  const form = Form.parse('scope=&state&&=x&code=1')
  assert.equal(form.get('scope'), undefined)
  assert.equal(form.get('state'), undefined)
  assert.ok(form.has('state'))
  assert.deepEqual({ ...form.toRecord() }, { '': 'x', code: '1' })
})

test('a plus is a blank, an escaped one is a plus, and only the first equals sign divides', () => {
  const form = Form.parse('a+b=c+d%2B&e=f=g')
  assert.equal(form.get('a b'), 'c d+')
  assert.equal(form.get('e'), 'f=g')
})

test('HT2 the record has no prototype to reach', () => {
  const record = Form.parse('__proto__=a&constructor=b').toRecord()
  assert.equal(Object.getPrototypeOf(record), null)
  assert.deepEqual(Object.keys(record), ['__proto__', 'constructor'])
})

test('text that browsers would guess at is refused', () => {
  for (const text of [
    '%',
    'a=%f',
    'a=%gg',
    'a=%ff',
    'a=%c0%af',
    'a=%ed%a0%80',
    'a=%c3&b=%a9',
    'a=%00',
    '%00=a',
    'a=\0',
  ]) {
    assert.throws(() => Form.parse(text), MalformedForm, text)
  }
  assert.throws(() => Form.parse('a&'.repeat(101)), MalformedForm)
  assert.equal(Form.parse('a&'.repeat(100)).names().length, 1)
})

test('whatever URLSearchParams writes is read as it was meant', () => {
  const text = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0') && value.isWellFormed())
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(text, text), { selector: ([name]) => name, maxLength: 20 }), (pairs) => {
      const form = Form.parse(new URLSearchParams(pairs).toString())
      assert.deepEqual(form.duplicates, [])
      for (const [name, value] of pairs) {
        assert.equal(form.get(name), value === '' ? undefined : value)
        assert.ok(form.has(name))
      }
    }),
  )
})

test('no text makes the parser fail in another way', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      try {
        Form.parse(text)
      } catch (error) {
        assert.ok(error instanceof MalformedForm)
      }
    }),
  )
})
