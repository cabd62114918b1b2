import assert from 'node:assert/strict'

/** How many milliseconds this thread works on something, since a machine that tests is busy with other things too. */
export async function cpuTimeOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/**
 * Asserts that two kinds of request take the same time, sampled in turns. Other work of the machine only ever adds to a
 * sample, so the least of each kind are compared: closer than `millis`, or than half of what they take on a slow machine.
 */
export function assertSameTime(one: readonly number[], other: readonly number[], millis: number): void {
  const [a, b] = [Math.min(...one), Math.min(...other)]
  assert.ok(Math.abs(a - b) < Math.max(millis, Math.min(a, b) / 2), `at best ${a} ms and ${b} ms`)
}
