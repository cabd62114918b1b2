import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** So many requests are served before it pays to optimise what serves them. */
const QUIET_REQUESTS = 100
const REQUEST_STARTS = 'http.server.request.start'

/**
 * After how many calls V8 optimises a function fully. With the 3,000 of its own, one that is called once in each request had to wait
 * for more than 30,000 of them.
 */
export const SOONER = '--invocation-count-for-turbofan=800'

/**
 * Stops V8 from optimising. What it optimises of a start runs once, and its compilers keep 17 MiB for having been asked, half of it
 * pages of their own code. Functions are still compiled by the compiler that doesn't optimise.
 */
export function restOptimizers(): void {
  setFlagsFromString('--no-maglev')
  setFlagsFromString('--no-turbofan')
}

/** Has V8 optimise again, and soon, once there is something to optimise for: after some requests to any of the HTTP servers of this process. */
export function wakeOptimizersUnderLoad(): void {
  let left = QUIET_REQUESTS
  const count = (): void => {
    left--
    if (left > 0) return
    unsubscribe(REQUEST_STARTS, count)
    setFlagsFromString('--maglev')
    setFlagsFromString('--turbofan')
    setFlagsFromString(SOONER)
  }
  subscribe(REQUEST_STARTS, count)
}

/**
 * Gives back what only the start needed. V8 would keep it, some 10 MiB, until somebody wants memory, and nobody does at a server
 * with little to do. It takes as long as half a dozen requests, so it is for the moment before the first one.
 */
export function giveBackStartMemory(): void {
  setFlagsFromString('--expose-gc')
  try {
    const collect = runInNewContext('gc') as NonNullable<typeof globalThis.gc>
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  } finally {
    setFlagsFromString('--no-expose-gc')
  }
}
