import { connect } from 'node:net'
import type { Socket } from 'node:net'

/** One request of a scenario. */
export interface Shot {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

/** What one connection does over and over, until it has nothing left. `took` sees the answer before, as refresh tokens want. */
export interface Worker {
  next(): Shot | undefined
  took?(answer: Record<string, unknown>): void
}

export interface Load {
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
  readonly requests: number
}

/**
 * Keeps `workers.length` requests in flight for some seconds and measures each. Any answer but 200 ends the run. The
 * connections are spread over the origins in turn.
 */
export async function fire(
  origins: string | readonly string[],
  workers: readonly Worker[],
  seconds: number,
): Promise<Load> {
  const all = [origins].flat().map((origin) => new URL(origin))
  const connections = await Promise.all(workers.map((_, i) => Connection.open(all[i % all.length] as URL)))
  const latencies: number[] = []
  const begin = performance.now()
  const end = begin + seconds * 1000
  try {
    await Promise.all(connections.map((connection, i) => keepFiring(connection, workers[i] as Worker, end, latencies)))
  } finally {
    for (const connection of connections) connection.close()
  }
  const elapsed = (performance.now() - begin) / 1000
  latencies.sort((a, b) => a - b)
  return {
    requestsPerSecond: latencies.length / elapsed,
    p50Ms: quantile(latencies, 0.5),
    p95Ms: quantile(latencies, 0.95),
    p99Ms: quantile(latencies, 0.99),
    requests: latencies.length,
  }
}

async function keepFiring(connection: Connection, worker: Worker, end: number, latencies: number[]): Promise<void> {
  while (performance.now() < end) {
    const shot = worker.next()
    if (shot === undefined) return
    const begin = performance.now()
    const { status, body } = await connection.request(shot)
    latencies.push(performance.now() - begin)
    if (status !== 200) throw new Error(`${shot.method} ${shot.path} answered ${status}: ${body.slice(0, 300)}`)
    worker.took?.(JSON.parse(body) as Record<string, unknown>)
  }
}

/** The value that a part of some sorted numbers does not exceed. */
export const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN

interface Answer {
  readonly status: number
  readonly body: string
}

/**
 * One kept-alive HTTP/1.1 connection that does as little as a client can: on two cores a general client would be what
 * is measured. It takes answers with a Content-Length, one at a time.
 */
export class Connection {
  readonly #socket: Socket
  readonly #host: string
  #received = ''
  #settle: { resolve(answer: Answer): void; reject(error: Error): void } | undefined

  private constructor(socket: Socket, host: string) {
    this.#socket = socket
    this.#host = host
    socket.setEncoding('latin1')
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#take(String(chunk)))
    socket.on('error', (error) => this.#settle?.reject(error))
    socket.on('close', () => this.#settle?.reject(new Error('the server closed the connection')))
  }

  static async open(url: URL): Promise<Connection> {
    const socket = connect(Number(url.port), url.hostname)
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('error', reject)
    })
    return new Connection(socket, url.host)
  }

  request({ method, path, headers = {}, body }: Shot): Promise<Answer> {
    let text = `${method} ${path} HTTP/1.1\r\nhost: ${this.#host}\r\n`
    for (const name in headers) text += `${name}: ${headers[name]}\r\n`
    text += body === undefined ? '\r\n' : `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    return new Promise((resolve, reject) => {
      if (!this.isOpen) return reject(new Error('the server closed the connection'))
      this.#settle = { resolve, reject }
      this.#socket.write(text)
    })
  }

  /** Whether the server lets it go on. */
  get isOpen(): boolean {
    return this.#socket.writable && !this.#socket.readableEnded
  }

  close(): void {
    this.#settle = undefined
    this.#socket.destroy()
  }

  #take(chunk: string): void {
    this.#received += chunk
    const headEnd = this.#received.indexOf('\r\n\r\n')
    if (headEnd === -1) return
    const length = /\r\ncontent-length: (\d+)/i.exec(this.#received.slice(0, headEnd))?.[1]
    if (length === undefined) return this.#settle?.reject(new Error('an answer without Content-Length'))
    const end = headEnd + 4 + Number(length)
    if (this.#received.length < end) return
    const answer = { status: Number(this.#received.slice(9, 12)), body: this.#received.slice(headEnd + 4, end) }
    this.#received = this.#received.slice(end)
    this.#settle?.resolve(answer)
  }
}
