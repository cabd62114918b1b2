import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Asks again until it is so; fails when the time is over. */
export async function within(milliseconds: number, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + milliseconds
  while (!(await isSo())) {
    assert.ok(performance.now() < deadline, `not within ${milliseconds} ms`)
    await sleep(20)
  }
}
