import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { MalformedJson, parseJson } from './json-body.ts'

const bytes = (text: string): Buffer => Buffer.from(text)

test('values are those of JSON.parse', () => {
  const json = fc.json({ noUnicodeString: false }).filter(isAccepted)
  fc.assert(fc.property(json, (text) => assert.deepEqual(parseJson(bytes(text)), JSON.parse(text))))
})

/** What the parser refuses on purpose has tests of its own. */
function isAccepted(text: string): boolean {
  return text.isWellFormed() && !/__proto__|constructor|\\u0000|\\ud[89a-f]/i.test(text)
}

test('strings that look like structure are only strings', () => {
  for (const text of [
    '{"a":"}],{[:\\"","b":"a\\\\"}',
    '["a\\u0022b","{\\"a\\":1,\\"a\\":2}"]',
    '{"a,":{"b":[{"a":1}]},"a":[1,2]}',
  ]) {
    assert.deepEqual(parseJson(bytes(text)), JSON.parse(text))
  }
})

test('HT1 the same name in different objects is fine, twice in one object is not', () => {
  assert.deepEqual(parseJson(bytes('{"a":{"a":1},"b":[{"a":1},{"a":2}]}')), { a: { a: 1 }, b: [{ a: 1 }, { a: 2 }] })
  for (const text of ['{"a":1,"a":1}', '{"b":{"a":1},"c":1,"b":2}', '[{"a":1,"b":[],"a":2}]', '{"a":[1,{}],"a":2}']) {
    assert.throws(() => parseJson(bytes(text)), MalformedJson, text)
  }
})

test('HT1 numbers keep to what a double holds', () => {
  assert.deepEqual(parseJson(bytes('[1e308,-0.5E-3,0,12]')), [1e308, -0.0005, 0, 12])
  for (const text of ['1e309', '[1,-1e400]', '{"a":1E+999}', `[${'9'.repeat(400)}]`]) {
    assert.throws(() => parseJson(bytes(text)), MalformedJson, text)
  }
})

test('HT1 no bytes make the parser fail in another way', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '\\u',
    'd800',
    '1',
    '-',
    'e',
    '.',
    'true',
    'null',
    ' ',
    '"a"',
  )
  const texts = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(''))
  const anything = fc.oneof(texts.map(bytes), fc.uint8Array({ maxLength: 200 }))
  fc.assert(
    fc.property(anything, (body) => {
      try {
        parseJson(body)
      } catch (error) {
        assert.ok(error instanceof MalformedJson)
      }
    }),
    { numRuns: 500 },
  )
})
