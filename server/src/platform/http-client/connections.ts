import { Connection } from './connection.ts'
import type { Destination } from './connection.ts'

interface Kept {
  readonly origin: string
  readonly ca: string | undefined
  readonly connection: Connection
}

/** A request, however its bodies pass. */
interface KeptRequest<T> {
  send(connection: Connection): Promise<T>
  /** Whether it can be sent over another connection when the one that was kept is closed. */
  maySendAgain(closed: Connection): boolean
}

const MAX_KEPT = 128
const MAX_KEPT_PER_ORIGIN = 64

/**
 * Connections that are open and have nothing to do, so that the next request to the same origin need not open one. Where
 * the origin leads is looked up and checked before each request all the same (rule G8): a kept connection is used again
 * only if it leads to an address that was found and allowed just now. So neither a name that turned elsewhere nor a host
 * that an operator allows no longer is reached over a connection from before.
 */
export class Connections {
  /** The one used last at the end. */
  #kept: Kept[] = []
  #isClosed = false

  /**
   * Sends a request over a kept connection if there is one, else over a new one. A server may have closed a kept connection
   * before it saw the request: then it is sent once more over a new one, if that may be.
   */
  async use<T>(it: Destination, request: KeptRequest<T>): Promise<T> {
    const kept = this.#take(it)
    if (kept === undefined) return request.send(await make(it))
    kept.mark()
    try {
      return await request.send(kept)
    } catch (error) {
      if (!request.maySendAgain(kept)) throw error
    }
    return request.send(await make(it))
  }

  /** Takes back a connection whose request is over. It is closed when as many are kept as may be. */
  keep(connection: Connection, { url, ca }: Destination): void {
    this.#kept = this.#kept.filter((it) => it.connection.isOpen)
    const toSame = this.#kept.filter((it) => it.origin === url.origin).length
    if (this.#isClosed || toSame >= MAX_KEPT_PER_ORIGIN || !connection.isOpen) return connection.close()
    this.#kept.push({ origin: url.origin, ca, connection })
    if (this.#kept.length > MAX_KEPT) this.#kept.shift()?.connection.close()
  }

  /** Closes what is kept, and keeps nothing any more. */
  close(): void {
    this.#isClosed = true
    for (const { connection } of this.#kept.splice(0)) connection.close()
  }

  /** A kept connection to a destination, for the caller alone. */
  #take({ url, addresses, ca }: Destination): Connection | undefined {
    const isFit = (it: Kept): boolean => it.origin === url.origin && it.ca === ca && it.connection.leadsTo(addresses)
    const index = this.#kept.findLastIndex(isFit)
    return index === -1 ? undefined : this.#kept.splice(index, 1)[0]?.connection
  }
}

/** A connection that its first request opens. Loads the HTTP client when the first one is made. */
const make = async (destination: Destination): Promise<Connection> =>
  new Connection(await import('undici'), destination)
