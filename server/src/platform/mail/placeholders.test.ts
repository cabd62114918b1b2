import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { escapeHtml, fill, placeholdersOf } from './placeholders.ts'

const asIs = (value: string): string => value
const values = (given: Record<string, string>) => new Map(Object.entries(given))

test('puts values in their places, spaces around the name or not', () => {
  assert.equal(fill('{{a}}, {{ b }} {c} }}', values({ a: '1', b: '2', c: '3' }), asIs), '1, 2 {c} }}')
})

test('EM1: a value is never looked at again', () => {
  assert.equal(fill('{{a}}{{b}}', values({ a: '{{b}}', b: '{{a}}' }), asIs), '{{b}}{{a}}')
  assert.equal(fill('{{a}}b}}', values({ a: '{{', b: 'secret' }), asIs), '{{b}}')
})

test('EM1: there is nothing to evaluate in a name', () => {
  const expressions = [
    'constructor',
    '__proto__',
    'toString',
    'a.b',
    "a['b']",
    'a()',
    'constructor.constructor("return 1")()',
    '#if a',
    '> partial',
    '{a}',
    'a|raw',
    '1+1',
    '',
  ]
  for (const expression of expressions)
    assert.equal(fill(`[{{${expression}}}]`, values({ a: 'x' }), asIs).includes('x'), false)
  assert.equal(fill('{{constructor}}', values({ a: 'x' }), asIs), '')
})

test('EM1: no value becomes markup', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (value) => {
      const filled = fill('<a title="{{a}}">{{a}}</a>', values({ a: value }), escapeHtml)
      assert.equal(filled.split('<').length, 3)
      assert.equal(filled.split('>').length, 3)
      assert.equal(filled.split('"').length, 3)
    }),
  )
})

test('names a placeholder that never ends', () => {
  assert.deepEqual(
    [...placeholdersOf('{{a}} {{b')].map(({ name }) => name),
    ['a', undefined],
  )
})
