import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dropOff } from './drop-off.ts'

test('counts where the runs of one version stopped', () => {
  const runs = [
    { flow_version: 2, state: 'passed', blocked_at_step: null },
    { flow_version: 2, state: 'denied', blocked_at_step: '/steps/1' },
    { flow_version: 2, state: 'failed', blocked_at_step: '/steps/1' },
    { flow_version: 1, state: 'denied', blocked_at_step: '/steps/1' },
  ]
  assert.deepEqual(dropOff(runs, 2), { runs: 3, passed: 1, stopped: new Map([['/steps/1', 2]]) })
})
