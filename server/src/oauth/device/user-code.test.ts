import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { newUserCode, readUserCode } from './user-code.ts'

describe('user codes', () => {
  test('are two groups of four unambiguous consonants with a hyphen', () => {
    for (let i = 0; i < 200; i++) assert.match(newUserCode(), /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
  })

  test('are read back however they are typed', () => {
    for (const typed of ['BCDF-GHJK', 'bcdfghjk', ' bcdf ghjk ', 'Bcdf–Ghjk', 'b-c-d-f-g-h-j-k', 'BCDF\u2011GHJK'])
      assert.equal(readUserCode(typed), 'BCDF-GHJK', typed)
  })

  test('are not read from anything else', () => {
    for (const typed of [
      '',
      'BCDF',
      'BCDF-GHJ',
      'BCDF-GHJKL',
      'ABCD-EFGH',
      'BCDF-GHJ1',
      "BCDF-GHJ'",
      'BCDF-GHJ%',
      'ßßßß',
      'x'.repeat(41),
    ])
      assert.equal(readUserCode(typed), undefined, typed)
  })

  test('reading never fails and always answers our spelling', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 50, unit: 'binary' }), (typed) => {
        const code = readUserCode(typed)
        if (code !== undefined) assert.match(code, /^[B-Z]{4}-[B-Z]{4}$/)
      }),
    )
  })
})
