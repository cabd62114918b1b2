import { OutboundError } from './outbound-error.ts'
import { pinnedTo } from './pinned.ts'
import type { Socket } from 'node:net'
import type * as Undici from 'undici'
import type { Client, buildConnector } from 'undici'

/** Where a connection leads: an origin, by one of its addresses, each of which was checked. */
export interface Destination {
  readonly url: URL
  readonly addresses: readonly string[]
  /** Certificates that are trusted instead of the usual ones. */
  readonly ca: string | undefined
}

const MAX_HEADER_BYTES = 16 * 1024
/** Shorter than most servers keep an idle connection, so that few close one while a request is on its way to them. */
const IDLE_MS = 2000
/** Why a connection is closed. Made once: an error for each costs as much as a request. */
const DONE = new Error('the connection is not needed any more')

/** One connection to one address of an origin. Its first request opens it; it is never opened again. */
export class Connection {
  readonly client: Client
  #socket: Socket | undefined
  /** The address it leads to, which a closed socket forgets. */
  #address = ''
  #mark = { read: 0, written: 0 }
  constructor({ Client, buildConnector }: typeof Undici, { url, addresses, ca }: Destination) {
    const options = { lookup: pinnedTo(addresses), autoSelectFamily: true, allowH2: false, maxCachedSessions: 0 }
    const dial = buildConnector(ca === undefined ? options : { ...options, ca })
    this.client = new Client(url.origin, {
      connect: (target, callback) => this.#open(dial, addresses, target, callback),
      maxHeaderSize: MAX_HEADER_BYTES,
      allowH2: false,
      pipelining: 1,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      // Whoever sends a request bounds all of it.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  }

  get isOpen(): boolean {
    return this.#socket?.destroyed === false
  }

  /** Whether it leads to one of these addresses. */
  leadsTo(addresses: readonly string[]): boolean {
    return this.isOpen && addresses.includes(this.#address)
  }

  /** Remembers how much went over it, for the two questions that follow. */
  mark(): void {
    this.#mark = { read: this.#socket?.bytesRead ?? 0, written: this.#socket?.bytesWritten ?? 0 }
  }

  /** Whether nothing was written since the mark. */
  get isUnsent(): boolean {
    return this.#socket?.bytesWritten === this.#mark.written
  }

  /** Whether nothing was read since the mark. */
  get isUnanswered(): boolean {
    return this.#socket?.bytesRead === this.#mark.read
  }

  /** Ends it, with whatever is on its way over it. */
  close(reason: Error = DONE): void {
    this.client.destroy(reason, () => undefined)
  }

  #open(
    dial: buildConnector.connector,
    addresses: readonly string[],
    target: buildConnector.Options,
    callback: buildConnector.Callback,
  ): void {
    // Its addresses were checked for the first request, and may be others by now.
    if (this.#socket !== undefined) return callback(new OutboundError('unreachable', 'the connection was closed'), null)
    dial(target, (...[error, socket]) => {
      if (error !== null) return callback(error, null)
      this.#socket = socket
      this.#address = socket.remoteAddress ?? ''
      // The last look: a socket that ended up anywhere else is closed before a byte is written.
      if (addresses.includes(this.#address)) return callback(null, socket)
      socket.destroy()
      callback(new OutboundError('refused', 'the connection went to an address that was not checked'), null)
    })
  }
}
