import { createServer, Server as NetServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { openPort } from '#/platform/open-port.ts'
import type { AddressInfo, Server } from 'node:net'

const LINGER_MS = 1000
const CLOSE_WITHIN_MS = 9000
const LOOK_EVERY_MS = 50
const IDLE_AFTER_MS = 250
const MAX_TURNS = 1000
const NO_SUCH_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/** The doors of the server: opens them on the addresses wanted, and closes them without slamming. */
export class Listener {
  readonly #http: FastifyInstance
  /** The doors besides the first: they only accept, and hand each connection to the one HTTP server. */
  readonly #others: Server[] = []
  readonly #inherited: readonly number[]

  /** Listens at the sockets that this process was given, where it was given some. */
  constructor(http: FastifyInstance, inherited: readonly number[] = []) {
    this.#http = http
    this.#inherited = inherited
  }

  /** Listens on one address, or for null on both loopback addresses; answers the URLs. */
  async open(host: string | null, port: number): Promise<string[]> {
    const address = host ?? '127.0.0.1'
    const [first, ...others] = this.#inherited
    if (first === undefined) {
      await this.#http.listen({ host: address, port })
      if (host === null) await this.#openSecond()
    } else {
      await this.#http.ready()
      await openPort(this.#http.server, { fd: first })
      for (const fd of others) await this.#openAnother({ fd })
    }
    return this.#servers().map(urlOf)
  }

  async #openSecond(): Promise<void> {
    const { port } = this.#http.server.address() as AddressInfo
    try {
      await this.#openAnother({ host: '::1', port, ipv6Only: true })
    } catch (error) {
      // A machine without IPv6 has one loopback address.
      if (!NO_SUCH_ADDRESS.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }

  async #openAnother(where: Parameters<typeof openPort>[1]): Promise<void> {
    const another = createServer({ noDelay: true }, (socket) => void this.#http.server.emit('connection', socket))
    await openPort(another, where)
    this.#others.push(another)
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
    return [this.#http.server, ...this.#others]
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
