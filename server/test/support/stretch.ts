/**
 * The longest stretch of work that kept the event loop from turning, in milliseconds of CPU of this thread. Not of a clock:
 * while the machine does something else, or another thread hashes, nothing is counted, so a busy machine measures the same.
 */
export async function longestStretchMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isOver = false
  let last = process.threadCpuUsage()
  const turn = (): void => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1000)
    last = process.threadCpuUsage()
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  try {
    await work()
  } finally {
    isOver = true
    turn()
  }
  return longest
}
