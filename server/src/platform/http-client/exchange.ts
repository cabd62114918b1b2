import { OutboundError } from './outbound-error.ts'
import { pinnedTo } from './pinned.ts'
import type { Socket } from 'node:net'
import type { buildConnector, Client } from 'undici'

/** A server, and its addresses that were checked. */
export interface Destination {
  readonly url: URL
  readonly addresses: readonly string[]
  /** Certificates that are trusted instead of the usual ones. */
  readonly ca: string | undefined
}

/** One HTTP request to addresses that were checked. */
export interface Exchange extends Destination {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
  readonly signal: AbortSignal
  /** How much of the answer is read. */
  readonly maxBytes: number
  /** Whether a longer answer is cut there, or is an error. */
  readonly cut: boolean
}

/** What came back: the body as it was sent, never unpacked. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Uint8Array<ArrayBuffer>
}

const MAX_HEADER_BYTES = 16 * 1024
/** Why a connection is closed after its one request. Made once: an error for each costs as much as the request. */
export const DONE = new Error('the request is over')

/** A connection of its own for one request, to one of the checked addresses. Loads the HTTP client when it is first needed. */
export async function connectionTo(it: Destination): Promise<Client> {
  const undici = await import('undici')
  const connect = onlyTo(it.addresses, undici.buildConnector(connectionOptions(it)))
  return new undici.Client(it.url.origin, { connect, maxHeaderSize: MAX_HEADER_BYTES, allowH2: false, pipelining: 0 })
}

/** Sends one request over a connection of its own. */
export async function exchange(it: Exchange): Promise<Answer> {
  const client = await connectionTo(it)
  try {
    const { statusCode, headers, body } = await client.request({
      path: it.url.pathname + it.url.search,
      method: it.method,
      headers: { ...it.headers },
      body: it.body,
      signal: it.signal,
    })
    return { status: statusCode, headers, body: await read(body, it) }
  } finally {
    await client.destroy(DONE)
  }
}

const connectionOptions = ({ addresses, ca }: Destination): buildConnector.BuildOptions => ({
  lookup: pinnedTo(addresses),
  autoSelectFamily: true,
  allowH2: false,
  maxCachedSessions: 0,
  ...(ca === undefined ? {} : { ca }),
})

/** The last look: a socket that ended up anywhere else is closed before a byte is written. */
function onlyTo(addresses: readonly string[], connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error !== null) return callback(error, null)
      if (addresses.includes(addressOf(socket))) return callback(null, socket)
      socket.destroy()
      callback(new OutboundError('refused', 'the connection went to an address that was not checked'), null)
    })
}

const addressOf = (socket: Socket): string => socket.remoteAddress ?? ''

async function read(body: AsyncIterable<unknown>, { maxBytes, cut }: Exchange): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop early closes the connection.
  for await (const piece of body) {
    const chunk = piece as Uint8Array
    length += chunk.length
    chunks.push(chunk)
    if (length <= maxBytes) continue
    if (cut) break
    throw new OutboundError('too_large', `the answer is larger than ${maxBytes} bytes`)
  }
  return new Uint8Array(Buffer.concat(chunks).subarray(0, maxBytes))
}
