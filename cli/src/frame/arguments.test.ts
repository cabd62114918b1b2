import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nounIn, withHyphens, withSwitches } from './arguments.ts'

describe('the words of a call', () => {
  test('have their noun behind flags and the values of flags', () => {
    assert.deepEqual(nounIn(['--url', 'https://a.example', '--json', 'agents', 'list']), { noun: 'agents', at: 3 })
    assert.equal(nounIn(['--json']), undefined)
    assert.equal(nounIn(['--', 'agents']), undefined)
  })

  test('may spell flags as the API does, and their values stay', () => {
    assert.deepEqual(withHyphens(['--client_name=a_b', 'x_y', '--oauth.mode', '--', '--a_b']), [
      '--client-name=a_b',
      'x_y',
      '--oauth-mode',
      '--',
      '--a_b',
    ])
  })

  test('may give a switch a value, and nothing else one', () => {
    const switches = new Set(['--active'])
    assert.deepEqual(withSwitches(['--active=false', '--active', 'true', '--name=true', '--active', 'id'], switches), [
      '--no-active',
      '--active',
      '--name=true',
      '--active',
      'id',
    ])
    assert.deepEqual(withSwitches(['--', '--active=false'], switches), ['--', '--active=false'])
  })
})
