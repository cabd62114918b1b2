import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { ANY, formatPermission, MAX_PERMISSION_LENGTH, parsePermission, permits, permittedBy } from './permission.ts'
import type { Permission } from './permission.ts'
import { cpuTimeOf } from '#test/support/timing.ts'

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,5}([._-][a-z0-9]{1,5}){0,2}$/)
const wordOrAny = fc.oneof(word, fc.constant(ANY))
const permission: fc.Arbitrary<Permission> = fc.record(
  { resource: wordOrAny, action: wordOrAny },
  { noNullPrototype: true },
)
const concrete: fc.Arbitrary<Permission> = fc.record({ resource: word, action: word })
// Few words, so that two permissions often have some in common.
const few = fc.constantFrom('documents', 'reports', ANY)
const related = fc.record({ resource: few, action: few }).map(formatPermission)

describe('the form of a permission', () => {
  const good = ['documents:read', 'documents:*', '*:read', '*', 'a:b', 'tax-reports:file_2', 'x.y:z9', '*:a.b']
  for (const text of good) {
    test(`${text} is one, spelled the one way`, () => {
      const parsed = parsePermission(text)
      assert.ok(parsed)
      assert.equal(formatPermission(parsed), text)
    })
  }

  const bad = [
    ['nothing', ''],
    ['a resource alone', 'documents'],
    ['no resource', ':read'],
    ['no action', 'documents:'],
    ['a second spelling of everything', '*:*'],
    ['three words', 'documents:drafts:read'],
    ['a part of a word as a wildcard', 'doc*:read'],
    ['two stars', '**'],
    ['upper case', 'Documents:read'],
    ['a space', 'documents: read'],
    ['a line break at the end', 'documents:read\n'],
    ['letters that look like others', 'dоcuments:read'],
    ['a digit first', '9lives:read'],
    ['a hyphen at the edge', 'documents-:read'],
    ['two separators in a row', 'a--b:read'],
    ['a word that is too long', `${'a'.repeat(65)}:read`],
    ['a list', 'documents:read,documents:write'],
  ] as const
  for (const [what, text] of bad) {
    test(`${what} is none`, () => assert.equal(parsePermission(text), undefined))
  }

  test('what is written is read as the same', () => {
    fc.assert(fc.property(permission, (p) => assert.deepEqual(parsePermission(formatPermission(p)), p)))
  })

  test('a text that is read as one is written as it was, and no longer than the longest', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[a-z*:._-]{0,12}$/))
    fc.assert(
      fc.property(text, (t) => {
        const parsed = parsePermission(t)
        if (!parsed) return
        assert.equal(formatPermission(parsed), t)
        assert.ok(t.length <= MAX_PERMISSION_LENGTH)
      }),
    )
  })

  test('a very long text is answered at once', async () => {
    for (const text of [`${'a-'.repeat(500_000)}:read`, ':'.repeat(500_000)]) {
      assert.ok((await cpuTimeOf(() => assert.equal(parsePermission(text), undefined))) < 500)
    }
  })
})

describe('what a permission permits', () => {
  const cases: [granted: string, asked: string, permitted: boolean][] = [
    ['documents:read', 'documents:read', true],
    ['documents:read', 'documents:write', false],
    ['documents:read', 'reports:read', false],
    ['documents:*', 'documents:write', true],
    ['documents:*', 'documents-archive:write', false],
    ['*:read', 'reports:read', true],
    ['*:read', 'reports:read-all', false],
    ['*', 'reports:write', true],
    ['*', '*', true],
    ['documents:*', '*', false],
    ['documents:read', 'documents:*', false],
    ['documents:*', 'documents:*', true],
    ['*:read', 'documents:*', false],
    ['nonsense', 'nonsense', false],
    ['*', 'nonsense', false],
    ['*', '*:*', false],
    ['*:*', 'documents:read', false],
  ]
  for (const [granted, asked, permitted] of cases) {
    test(`${granted} ${permitted ? 'permits' : 'does not permit'} ${asked}`, () => {
      assert.equal(permits(granted, asked), permitted)
    })
  }

  test('is what the words say', () => {
    fc.assert(
      fc.property(permission, permission, (granted, asked) => {
        const fits = (g: string, a: string): boolean => g === ANY || g === a
        const expected = fits(granted.resource, asked.resource) && fits(granted.action, asked.action)
        assert.equal(permits(formatPermission(granted), formatPermission(asked)), expected)
      }),
    )
  })

  test('everything permits itself, and * permits everything', () => {
    fc.assert(
      fc.property(permission.map(formatPermission), (text) => {
        assert.ok(permits(text, text))
        assert.ok(permits(ANY, text))
      }),
    )
  })

  test('what permits what permits something permits it', () => {
    fc.assert(
      fc.property(related, related, related, (a, b, c) => {
        fc.pre(permits(a, b) && permits(b, c))
        assert.ok(permits(a, c))
      }),
    )
  })

  test('two that permit each other are the same', () => {
    fc.assert(fc.property(related, related, (a, b) => assert.equal(permits(a, b) && permits(b, a), a === b)))
  })

  test('a permission without wildcards permits itself alone', () => {
    fc.assert(
      fc.property(concrete.map(formatPermission), permission.map(formatPermission), (granted, asked) =>
        assert.equal(permits(granted, asked), granted === asked),
      ),
    )
  })

  test('text that is no permission neither permits nor is permitted', () => {
    fc.assert(
      fc.property(fc.string(), permission.map(formatPermission), (text, good) => {
        fc.pre(parsePermission(text) === undefined)
        assert.equal(permits(text, good), false)
        assert.equal(permits(good, text), false)
      }),
    )
  })

  test('at most four permissions permit one, the narrowest named first', () => {
    assert.deepEqual(permittedBy({ resource: 'documents', action: 'read' }), [
      'documents:read',
      'documents:*',
      '*:read',
      '*',
    ])
    assert.deepEqual(permittedBy({ resource: 'documents', action: ANY }), ['documents:*', '*'])
    assert.deepEqual(permittedBy({ resource: ANY, action: ANY }), ['*'])
  })
})
