import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

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
