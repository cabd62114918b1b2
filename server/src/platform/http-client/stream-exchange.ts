import { Readable } from 'node:stream'
import { connectionTo, DONE } from './exchange.ts'
import type { Destination } from './exchange.ts'
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
  readonly watch: Watch
}

/** What came back, before its body was read. Whoever doesn't read the body to its end calls its `return`. */
export interface StreamedAnswer {
  readonly status: number
  readonly headers: HeaderFields
  readonly body: AsyncIterableIterator<Uint8Array>
}

/** Sends one request and returns as soon as the head of the answer is there. The body is sent and read as fast as both sides go. */
export async function exchangeStreams(it: StreamExchange): Promise<StreamedAnswer> {
  const { url, method, watch } = it
  const connection = await connectionTo(it)
  const close = (): void => {
    watch.end()
    void connection.destroy(DONE)
  }
  const source = new Source(it)
  try {
    const { statusCode, headers, body } = await connection.request({
      path: url.pathname + url.search,
      method,
      headers: { ...it.headers } as Record<string, string | string[]>,
      body: source.body,
      signal: watch.signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    return { status: statusCode, headers: fieldsOf(headers), body: new AnswerBody(body, it, source, close) }
  } catch (error) {
    close()
    throw source.failure ?? failureOf(error)
  }
}

/** The body that is sent: counted, and what went wrong on the sender's side told apart from the server's. */
class Source {
  readonly body: Readable | Uint8Array | null
  /** What the sender of the body threw. */
  failure: unknown
  readonly #limit: number
  readonly #watch: Watch

  constructor({ body, maxRequestBytes, watch }: StreamExchange) {
    this.#limit = maxRequestBytes
    this.#watch = watch
    const isWhole = body === null || body instanceof Uint8Array
    this.body = isWhole ? body : Readable.from(this.#counted(body), { objectMode: false })
  }

  async *#counted(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let length = 0
    try {
      for await (const piece of pieces) {
        length += piece.length
        if (length > this.#limit)
          throw new OutboundError('too_large', `the request is larger than ${this.#limit} bytes`)
        this.#watch.moved()
        yield piece
      }
    } catch (error) {
      this.failure = error
      throw error
    }
  }
}

/** The body of an answer. The connection closes with it, also when it is left before its end. */
class AnswerBody implements AsyncIterableIterator<Uint8Array> {
  readonly #body: Readable
  readonly #pieces: AsyncIterator<unknown>
  readonly #exchange: StreamExchange
  readonly #source: Source
  readonly #close: () => void
  #length = 0

  constructor(body: Readable, exchange: StreamExchange, source: Source, close: () => void) {
    this.#body = body
    this.#pieces = body[Symbol.asyncIterator]()
    this.#exchange = exchange
    this.#source = source
    this.#close = close
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
        this.#close()
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
    this.#close()
  }
}

const fieldsOf = (headers: Readonly<Record<string, string | string[] | undefined>>): HeaderFields =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
