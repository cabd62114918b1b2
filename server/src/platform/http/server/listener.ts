import { createServer, Server as NetServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { openPort, SHARED } from '#/platform/open-port.ts'
import type { AddressInfo, Server } from 'node:net'

const LINGER_MS = 1000
const CLOSE_WITHIN_MS = 9000
const LOOK_EVERY_MS = 50
const IDLE_AFTER_MS = 250
const MAX_TURNS = 1000
const NO_SUCH_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/** How processes that answer at one port open it: the first makes sure that nobody else has it, the others join. */
export type PortSharing = 'first' | 'joining'

/** The doors of the server: opens them on the addresses wanted, and closes them without slamming. */
export class Listener {
  readonly #http: FastifyInstance
  /** The door on `::1`: it only accepts, and hands each connection to the one HTTP server. */
  #second: Server | undefined
  readonly #sharing: PortSharing | undefined

  constructor(http: FastifyInstance, sharing?: PortSharing) {
    this.#http = http
    this.#sharing = sharing
  }

  /** Listens on one address, or for null on both loopback addresses; answers the URLs. */
  async open(host: string | null, port: number): Promise<string[]> {
    const address = host ?? '127.0.0.1'
    await this.#assertFree(address, port)
    await this.#http.listen({ host: address, port, ...(this.#sharing ? SHARED : {}) })
    if (host === null) await this.#openSecond()
    return this.#servers().map(urlOf)
  }

  async #openSecond(): Promise<void> {
    const { port } = this.#http.server.address() as AddressInfo
    const second = createServer({ noDelay: true }, (socket) => void this.#http.server.emit('connection', socket))
    try {
      await this.#assertFree('::1', port)
      await openPort(second, { host: '::1', port, ipv6Only: true, isShared: this.#sharing !== undefined })
      this.#second = second
    } catch (error) {
      // A machine without IPv6 has one loopback address.
      if (!NO_SUCH_ADDRESS.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }

  /** A port that is opened to be shared can be taken from under another server of the same user: so it is asked for alone first. */
  async #assertFree(host: string, port: number): Promise<void> {
    if (this.#sharing !== 'first') return
    const probe = createServer()
    await openPort(probe, { host, port, ipv6Only: host === '::1' })
    await stopListening(probe)
  }

  /** Gives load balancers a moment to see that readiness is gone, while everything is still served. */
  async linger(): Promise<void> {
    const end = performance.now() + LINGER_MS
    while (performance.now() < end && (await this.#connections()) > 0) await sleep(LOOK_EVERY_MS)
  }

  /** Takes no new connections and lets requests in flight finish; cuts what takes longer. False when it had to cut. */
  async close(withinMs = CLOSE_WITHIN_MS): Promise<boolean> {
    const { server } = this.#http
    await this.#quietTurn()
    const closed = Promise.all(this.#servers().map(stopListening))
    let cut = false
    const deadline = setTimeout(() => {
      cut = true
      server.closeAllConnections()
    }, withinMs)
    // What has said nothing for this long was kept alive for a request that did not come.
    const sweep = setInterval(() => server.closeIdleConnections(), IDLE_AFTER_MS)
    await closed
    clearInterval(sweep)
    clearTimeout(deadline)
    await this.#http.close()
    return !cut
  }

  /**
   * Waits for a turn of the event loop that brought no connection, since the system resets what it has queued for us
   * when the door closes. Under full load such a turn may not come: then the door closes all the same.
   */
  async #quietTurn(): Promise<void> {
    const { server } = this.#http
    let arrived = true
    const note = (): void => {
      arrived = true
    }
    server.on('connection', note)
    for (let turn = 0; arrived && turn < MAX_TURNS; turn++) {
      arrived = false
      await nextTurn()
    }
    server.off('connection', note)
  }

  async #connections(): Promise<number> {
    const counts = await Promise.all(this.#servers().map(connectionsOf))
    return counts.reduce((sum, count) => sum + count, 0)
  }

  #servers(): Server[] {
    return this.#second ? [this.#http.server, this.#second] : [this.#http.server]
  }
}

/**
 * Not the `close` of an HTTP server, which at once cuts every connection without a request that it knows of: one that
 * was accepted a moment ago has its request still on the way.
 */
const stopListening = (server: Server): Promise<void> =>
  new Promise((resolve) => void NetServer.prototype.close.call(server, () => resolve()))

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)))

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
