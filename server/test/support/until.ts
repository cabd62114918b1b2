import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'

const HANGS_AFTER_MS = 60_000

/** Asks again until it is so. Only a test that hangs reaches the bound, however slow its machine. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + HANGS_AFTER_MS
  while (!(await condition())) {
    assert.ok(performance.now() < deadline, 'it did not come to that')
    await pause(5)
  }
}
