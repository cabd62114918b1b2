import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flowQuery, runQuery } from './query.ts'

test('an address asks what the API knows, and nothing else', () => {
  assert.deepEqual(flowQuery({ trigger: 'login', enabled: 'false', tab: 'x' }), { trigger: 'login', enabled: false })
  assert.deepEqual(flowQuery({ trigger: 'tea', enabled: 'perhaps' }), {})
  assert.deepEqual(runQuery({ state: 'denied', peek: 'run_1' }), { state: 'denied' })
  assert.deepEqual(runQuery({ state: 'tired' }), {})
})
