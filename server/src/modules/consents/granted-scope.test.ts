import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { covers, totalScope, widened } from './granted-scope.ts'

const mail = 'https://mail.example'
const files = 'https://files.example'

describe('what was allowed', () => {
  test('AZ14 reading here and writing there is not writing here', () => {
    const held = widened(widened([], { scope: 'read', resource: [mail] }), { scope: 'write', resource: [files] })
    assert.equal(covers(held, { scope: 'read', resource: [mail] }), true)
    assert.equal(covers(held, { scope: 'write', resource: [files] }), true)
    assert.equal(covers(held, { scope: 'write', resource: [mail] }), false)
    assert.equal(covers(held, { scope: 'read', resource: [files] }), false)
    assert.equal(
      covers(held, { scope: 'read', resource: [mail, files] }),
      false,
      'one token for both does both at both',
    )
  })

  test('covers what is asked at several resources when each allows all of it', () => {
    const held = widened([], { scope: 'read write', resource: [mail, files] })
    assert.equal(covers(held, { scope: 'write', resource: [files, mail] }), true)
    assert.equal(covers(held, { scope: 'write', resource: [mail, 'https://third.example'] }), false)
  })

  test('covers nothing that names no resource', () => {
    assert.equal(covers(widened([], { scope: 'read', resource: [mail] }), { scope: 'read', resource: [] }), false)
  })

  test('grows at the resource it is added to and keeps the order in which things were allowed', () => {
    const first = widened([], { scope: 'read list', resource: [mail] })
    assert.deepEqual(widened(first, { scope: 'write read', resource: [files, mail] }), [
      { resource: mail, scope: 'read list write' },
      { resource: files, scope: 'write read' },
    ])
  })

  test('is summed up without repetition', () => {
    const held = widened(widened([], { scope: 'read', resource: [mail] }), { scope: 'write read', resource: [files] })
    assert.equal(totalScope(held), 'read write')
    assert.equal(totalScope([]), '')
  })
})
