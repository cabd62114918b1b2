import { Readable } from 'node:stream'
import type { Connection, Destination } from './connection.ts'
import type { Connections } from './connections.ts'
import { failureOf, OutboundError } from './outbound-error.ts'
import type { Watch } from './watch.ts'

/** Headers by lower-case name; one that comes several times is a list. */
export type HeaderFields = Readonly<Record<string, string | readonly string[]>>

/** One HTTP request to addresses that were checked, whose bodies pass piece by piece. */
export interface StreamExchange extends Destination {
  readonly method: string
  readonly headers: HeaderFields
  readonly body: AsyncIterable<Uint8Array> | Uint8Array | null
  /** How much is sent, and how much of the answer is read, in bytes. */
  readonly maxRequestBytes: number
  readonly maxBytes: number
  /** Whether it may reach the server twice. */
  readonly repeatable: boolean
  readonly watch: Watch
}

/** What came back, before its body was read. Whoever doesn't read the body to its end calls its `return`. */
export interface StreamedAnswer {
  readonly status: number
  readonly headers: HeaderFields
  readonly body: AsyncIterableIterator<Uint8Array>
}

/** Sends one request and returns as soon as the head of the answer is there. The body is sent and read as fast as both sides go. */
export function exchangeStreams(connections: Connections, it: StreamExchange): Promise<StreamedAnswer> {
  const source = new Source(it)
  return connections.use(it, {
    send: (connection) => sendOver(connection, connections, it, source),
    // A body that passes is there once.
    maySendAgain: (closed) =>
      !it.watch.signal.aborted && !source.isBegun && (closed.isUnsent || (it.repeatable && closed.isUnanswered)),
  })
}

async function sendOver(
  connection: Connection,
  connections: Connections,
  it: StreamExchange,
  source: Source,
): Promise<StreamedAnswer> {
  const { url, method, watch } = it
  const end = (isAtEnd: boolean): void => {
    watch.end()
    if (isAtEnd) connections.keep(connection, it)
    else connection.close()
  }
  try {
    const { statusCode, headers, body } = await connection.client.request({
      path: url.pathname + url.search,
      method,
      headers: { ...it.headers } as Record<string, string | string[]>,
      body: source.read(),
      signal: watch.signal,
    })
    return { status: statusCode, headers: fieldsOf(headers), body: new AnswerBody(body, it, source, end) }
  } catch (error) {
    connection.close()
    throw source.failure ?? failureOf(error)
  }
}

/** The body that is sent: counted, and what went wrong on the sender's side told apart from the server's. */
class Source {
  /** What the sender of the body threw. */
  failure: Error | undefined
  /** Whether a part of it was taken that can't be taken again. */
  isBegun = false
  readonly #exchange: StreamExchange

  constructor(exchange: StreamExchange) {
    this.#exchange = exchange
  }

  read(): Readable | Uint8Array | null {
    const { body } = this.#exchange
    const isWhole = body === null || body instanceof Uint8Array
    return isWhole ? body : Readable.from(this.#counted(body), { objectMode: false })
  }

  async *#counted(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const { maxRequestBytes, watch } = this.#exchange
    let length = 0
    this.isBegun = true
    try {
      for await (const piece of pieces) {
        length += piece.length
        if (length > maxRequestBytes)
          throw new OutboundError('too_large', `the request is larger than ${maxRequestBytes} bytes`)
        watch.moved()
        yield piece
      }
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error('the body could not be read', { cause: error })
      throw this.failure
    }
  }
}

/** The body of an answer. One that is left before its end closes the connection. */
class AnswerBody implements AsyncIterableIterator<Uint8Array> {
  readonly #body: Readable
  readonly #pieces: AsyncIterator<unknown>
  readonly #exchange: StreamExchange
  readonly #source: Source
  readonly #end: (isAtEnd: boolean) => void
  #length = 0
  #isOver = false

  constructor(body: Readable, exchange: StreamExchange, source: Source, end: (isAtEnd: boolean) => void) {
    this.#body = body
    this.#pieces = body[Symbol.asyncIterator]()
    this.#exchange = exchange
    this.#source = source
    this.#end = end
    // One that is left before its end says so, and whoever left knows.
    body.on('error', () => {})
    exchange.watch.signal.addEventListener('abort', () => this.#leave(), { once: true })
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const { watch, maxBytes } = this.#exchange
    watch.moved()
    try {
      const piece = await this.#pieces.next()
      watch.rest()
      if (piece.done) {
        this.#over(true)
        return { done: true, value: undefined }
      }
      const value = piece.value as Uint8Array
      this.#length += value.length
      if (this.#length > maxBytes) throw new OutboundError('too_large', `the answer is larger than ${maxBytes} bytes`)
      return { done: false, value }
    } catch (error) {
      this.#leave()
      throw watch.signal.aborted ? watch.signal.reason : (this.#source.failure ?? failureOf(error))
    }
  }

  return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#leave()
    return Promise.resolve({ done: true, value: undefined })
  }

  #leave(): void {
    this.#body.destroy()
    this.#over(false)
  }

  /** Once: whoever leaves after the end must not close a connection that serves somebody else by then. */
  #over(isAtEnd: boolean): void {
    if (!this.#isOver) this.#end(isAtEnd)
    this.#isOver = true
  }
}

const fieldsOf = (headers: Readonly<Record<string, string | string[] | undefined>>): HeaderFields =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
