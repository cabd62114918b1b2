import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { AppError } from '#/platform/errors/app-error.ts'
import { applyOperation } from './patch.ts'
import type { PatchOperation } from './patch.ts'

type Members = Record<string, unknown>

const before: Members = {
  title: 'Engineer',
  name: { givenName: 'Ada', familyName: 'Roe' },
  emails: [
    { type: 'work', value: 'a' },
    { type: 'home', value: 'b' },
  ],
}
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

/** What of the resource is another after the operation. */
const changed: readonly [string, PatchOperation, Members][] = [
  ['replaces an attribute', { op: 'replace', path: 'title', value: 'x' }, { title: 'x' }],
  ['in any case', { op: 'Replace', path: 'TITLE', value: 'x' }, { title: 'x' }],
  ['removes an attribute', { op: 'remove', path: 'title' }, { title: undefined }],
  [
    'merges an object',
    { op: 'replace', path: 'name', value: { givenName: 'A' } },
    { name: { givenName: 'A', familyName: 'Roe' } },
  ],
  [
    'changes a member',
    { op: 'add', path: 'name.givenName', value: 'A' },
    { name: { givenName: 'A', familyName: 'Roe' } },
  ],
  ['removes a member', { op: 'remove', path: 'name.givenName' }, { name: { familyName: 'Roe' } }],
  [
    'adds to a list, once',
    { op: 'add', path: 'emails', value: [{ value: 'a' }, { value: 'c' }] },
    { emails: [{ type: 'home', value: 'b' }, { value: 'a' }, { value: 'c' }] },
  ],
  ['replaces a list', { op: 'replace', path: 'emails', value: [] }, { emails: [] }],
  [
    'changes the element that is meant',
    { op: 'replace', path: 'emails[type eq "home"].value', value: 'x' },
    {
      emails: [
        { type: 'work', value: 'a' },
        { type: 'home', value: 'x' },
      ],
    },
  ],
  [
    'makes an element that is not there',
    { op: 'add', path: 'emails[type eq "other"].value', value: 'x' },
    { emails: [...(before['emails'] as object[]), { type: 'other', value: 'x' }] },
  ],
  [
    'removes the element that is meant',
    { op: 'remove', path: 'emails[value eq "a"]' },
    { emails: [{ type: 'home', value: 'b' }] },
  ],
  [
    'removes elements by their values',
    { op: 'remove', path: 'emails', value: [{ value: 'b' }] },
    { emails: [{ type: 'work', value: 'a' }] },
  ],
  [
    'reads an extension',
    { op: 'add', path: `${ENTERPRISE}:department`, value: 'x' },
    { [ENTERPRISE]: { department: 'x' } },
  ],
  [
    'takes an extension whole',
    { op: 'add', value: { [ENTERPRISE]: { department: 'x' } } },
    { [ENTERPRISE]: { department: 'x' } },
  ],
  [
    'takes paths as names',
    { op: 'replace', value: { 'name.givenName': 'A', title: 'x' } },
    { title: 'x', name: { givenName: 'A', familyName: 'Roe' } },
  ],
]

for (const [what, operation, expected] of changed) {
  test(what, () => {
    const untouched = structuredClone(before)
    const after = applyOperation(before, operation)
    const wanted = Object.entries({ ...before, ...expected }).filter(([, value]) => value !== undefined)
    assert.deepEqual(after, Object.fromEntries(wanted))
    assert.deepEqual(before, untouched)
  })
}

test('whatever an operation says, it changes the resource or is refused, and reaches no prototype', () => {
  const path = fc.oneof(
    fc.string({ maxLength: 30 }),
    fc.constantFrom(
      'title',
      'name.x',
      'emails',
      'emails[type eq "work"]',
      '__proto__',
      'constructor.prototype',
      'name.__proto__',
      'x[y eq "z"].w',
    ),
  )
  const operation = fc.record({
    op: fc.constantFrom('add', 'replace', 'remove'),
    path: fc.option(path, { nil: undefined }),
    value: fc.jsonValue(),
  })
  fc.assert(
    fc.property(operation, (one) => {
      try {
        applyOperation(before, one)
      } catch (error) {
        assert.ok(error instanceof AppError, String(error))
      }
      assert.equal(({} as Members)['x'], undefined)
    }),
  )
})
