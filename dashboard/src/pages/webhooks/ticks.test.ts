import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ticksOf } from './ticks.ts'

test('deliveries become marks, the newest last, and are counted', () => {
  const deliveries = (['waiting', 'failed', 'succeeded', 'succeeded'] as const).map((state) => ({ state }))
  assert.deepEqual(ticksOf(deliveries), {
    ticks: ['ok', 'ok', 'bad', 'off'],
    counts: { succeeded: 2, failed: 1, waiting: 1 },
  })
})

test('without deliveries there are no marks', () => {
  assert.deepEqual(ticksOf([]), { ticks: [], counts: { succeeded: 0, failed: 0, waiting: 0 } })
})
