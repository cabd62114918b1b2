import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { AppError } from '#/platform/errors/app-error.ts'
import { matches, parseFilter } from './filter.ts'
import type { Filter } from './filter.ts'

const shown = (filter: Filter): string =>
  filter.kind === 'compare'
    ? `${filter.attribute} ${filter.operator} ${JSON.stringify(filter.value)}`
    : `(${shown(filter.left)} ${filter.kind} ${shown(filter.right)})`

const read: Readonly<Record<string, string>> = {
  'userName eq "ada"': 'username eq "ada"',
  'USERNAME EQ "Ada"': 'username eq "Ada"',
  'a eq "1" or b eq "2" and c eq "3"': '(a eq "1" or (b eq "2" and c eq "3"))',
  '(a eq "1" or b eq "2") and c eq "3"': '((a eq "1" or b eq "2") and c eq "3")',
  'a eq "x and y or (z)"': 'a eq "x and y or (z)"',
  'a eq "quote \\" and \\\\ back"': String.raw`a eq "quote \" and \\ back"`,
  'active eq true and b eq False': '(active eq true and b eq false)',
  'urn:ietf:params:scim:schemas:core:2.0:User:userName eq "a"': 'username eq "a"',
  'emails[type eq "work"].value eq "a@b"': 'emails.value eq "a@b"',
  ' a   eq   "1" ': 'a eq "1"',
}

for (const [text, expected] of Object.entries(read)) {
  test(`reads the filter ${text}`, () => assert.equal(shown(parseFilter(text)), expected))
}

test('refuses what it does not know, and never in another way', () => {
  const piece = fc.constantFrom(
    'a',
    'eq',
    'co',
    '"x"',
    '"',
    'and',
    'or',
    '(',
    ')',
    'true',
    '[',
    ']',
    '\\',
    '.',
    'not',
    '1',
    ' ',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      try {
        parseFilter(pieces.join(' '))
      } catch (error) {
        assert.ok(error instanceof AppError, String(error))
      }
    }),
  )
})

test('says which element of a list is meant, whatever the case of its names', () => {
  const work = { Type: 'Work', value: 'ada@acme.com' }
  assert.ok(matches(parseFilter('type eq "work"'), work))
  assert.ok(matches(parseFilter('type eq "home" or value sw "ada"'), work))
  assert.ok(!matches(parseFilter('type eq "work" and value co "alan"'), work))
  assert.ok(!matches(parseFilter('primary eq true'), work))
})
