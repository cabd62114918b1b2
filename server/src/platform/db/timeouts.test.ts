import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { DatabaseUnavailable } from './errors.ts'
import { within, withinSteps } from './timeouts.ts'

/** As when the machine gives the process no time. */
function standStill(millis: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, millis)
}

test('F9: a process that stood still does not take that for work that takes too long', async () => {
  const work = async (step: () => void): Promise<string> => {
    for (let turn = 0; turn < 5; turn++) {
      const next = nextTurn()
      standStill(40)
      await next
      step()
    }
    return 'done'
  }
  assert.equal(await withinSteps(20, 'too long', work), 'done')
})

test('F9: work that reports no step is given up on, and so is work that stops reporting', async () => {
  const stuck = new Promise<never>(() => undefined)
  await assert.rejects(within(20, 'too long', stuck), DatabaseUnavailable)
  const work = async (step: () => void): Promise<never> => {
    await nextTurn()
    step()
    return stuck
  }
  await assert.rejects(withinSteps(20, 'too long', work), DatabaseUnavailable)
})
