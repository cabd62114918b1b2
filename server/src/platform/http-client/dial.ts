import { connect } from 'node:net'
import { OutboundError } from './outbound-error.ts'
import { pinnedTo } from './pinned.ts'
import type { Socket } from 'node:net'

/** Where a connection goes: a host whose addresses were checked. */
interface Endpoint {
  readonly host: string
  readonly port: number
  readonly addresses: readonly string[]
}

/** Opens a connection to the first of the addresses that takes it, unless the signal fires before. */
export async function dialOne({ host, port, addresses }: Endpoint, signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const fail = (cause: unknown): void => reject(new OutboundError('unreachable', 'the server did not answer', cause))
  const socket = connect({ host, port, lookup: pinnedTo(addresses), autoSelectFamily: true })
  const stop = (): void => void socket.destroy(signal.reason as Error)
  signal.addEventListener('abort', stop, { once: true })
  // The listener for errors stays: one that comes before whoever gets the socket listens must not end the process.
  socket.once('connect', () => resolve(socket)).on('error', fail)
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
