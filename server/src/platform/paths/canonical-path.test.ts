import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { hostilePaths, plainPaths } from '#test/support/paths.ts'
import { canonicalPath } from './canonical-path.ts'

describe('PX3: a path has one form, or is refused:', () => {
  for (const [given, canonical] of plainPaths)
    test(`${given} is ${canonical}`, () => assert.equal(written(given), canonical))
  for (const path of hostilePaths) test(`${path} is refused`, () => assert.equal(canonicalPath(path), undefined))
})

test('PX3: the form of a form is itself, whatever it was made of', () => {
  const piece = fc.constantFrom(
    'a',
    'B',
    '.',
    '..',
    '%2e',
    '%2F',
    '%41',
    '%c3%a9',
    '%',
    '/',
    '//',
    ';',
    '\\',
    '?',
    '#',
    '=',
    '%00',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const first = canonicalPath(`/${pieces.join('')}`)
      if (!first) return
      assert.deepEqual(canonicalPath(first.path + first.query), first)
      assert.ok(!first.segments.some((segment) => /^\.{0,2}$|[/\\;?#%]/.test(segment)), first.path)
    }),
    { numRuns: 2000 },
  )
})

test('the query goes on as it came, and is no part of the path', () => {
  assert.deepEqual(canonicalPath('/a?b=../%2f;c'), { path: '/a', segments: ['a'], query: '?b=../%2f;c' })
  assert.equal(canonicalPath('/a?b=c d'), undefined)
})

const written = (target: string): string | undefined => canonicalPath(target)?.path
