import type { IncomingMessage, Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createServer } from '#/platform/node-http.ts'
import { openPort } from '#/platform/open-port.ts'
import type { Gateway } from './gateway.ts'

const MAX_HEADER_BYTES = 32 * 1024
const HEADERS_MS = 10_000
const KEEP_ALIVE_MS = 65_000
/** A connection on which nothing moves for this long is over, but for those that became WebSockets. */
const IDLE_MS = 310_000
const CLOSE_WITHIN_MS = 9000
const SWEEP_MS = 250

const WEBSOCKET = /^websocket$/i

/** Where the gateway listens. */
export interface GatewayAddress {
  /** Null means the loopback address. */
  readonly host: string | null
  readonly port: number
  /** Whether other processes of this node listen there too. */
  readonly isShared: boolean
}

/** The server of the gateway: takes connections, and closes without dropping what is under way. */
export class GatewayListener {
  readonly #gateway: Gateway
  readonly #tunnels = new Set<Duplex>()
  #server: Server | undefined

  constructor(gateway: Gateway) {
    this.#gateway = gateway
  }

  get isOpen(): boolean {
    return this.#server !== undefined
  }

  /** Where it listens, as URLs. */
  get addresses(): string[] {
    const address = this.#server?.address()
    return address !== null && typeof address === 'object' ? [urlOf(address)] : []
  }

  async open({ host, port, isShared }: GatewayAddress): Promise<void> {
    const server = createServer({
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_MS,
      // A large upload takes as long as it takes; one that stands still is cut by the limit of the connection.
      requestTimeout: 0,
      keepAliveTimeout: KEEP_ALIVE_MS,
      requireHostHeader: false,
      shouldUpgradeCallback: (request: IncomingMessage) => WEBSOCKET.test(request.headers.upgrade ?? ''),
    })
    server.setTimeout(IDLE_MS)
    server.on('request', (request, response) => void this.#gateway.serve(request, response))
    server.on('upgrade', (request: IncomingMessage, socket: Socket, first: Buffer) => {
      socket.setTimeout(0)
      this.#tunnels.add(socket)
      socket.once('close', () => this.#tunnels.delete(socket))
      void this.#gateway.upgrade(request, socket, first)
    })
    server.on('connect', (_request: IncomingMessage, socket: Duplex) => refuse(socket, 405, 'Method Not Allowed'))
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
      const [status, text] = statusOf(error)
      refuse(socket, status, text)
    })
    await openPort(server, { host: host ?? '127.0.0.1', port, isShared })
    this.#server = server
  }

  /** Takes no new connections and lets requests in flight finish; cuts what takes longer, and the tunnels. */
  async close(withinMs = CLOSE_WITHIN_MS): Promise<void> {
    const server = this.#server
    if (!server) return
    this.#server = undefined
    const closed = new Promise<void>((resolve) => void NetServer.prototype.close.call(server, () => resolve()))
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
    server.closeIdleConnections()
    for (const tunnel of this.#tunnels) tunnel.destroy()
    const deadline = setTimeout(() => server.closeAllConnections(), withinMs)
    await closed
    clearInterval(sweep)
    clearTimeout(deadline)
    server.close()
  }
}

/** What can't be a request is refused, and nothing more is read from there. */
function refuse(socket: Duplex, status: number, text: string): void {
  if (socket.writable) socket.end(`HTTP/1.1 ${status} ${text}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  else socket.destroy()
}

function statusOf({ code }: NodeJS.ErrnoException): [number, string] {
  if (code === 'HPE_HEADER_OVERFLOW') return [431, 'Request Header Fields Too Large']
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? [408, 'Request Timeout'] : [400, 'Bad Request']
}

const urlOf = ({ address, family, port }: AddressInfo): string =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
