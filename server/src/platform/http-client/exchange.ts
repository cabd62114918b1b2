import { OutboundError } from './outbound-error.ts'
import type { Dispatcher } from 'undici'
import type { Connection, Destination } from './connection.ts'
import type { Connections } from './connections.ts'

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
  /** Whether it may reach the server twice. */
  readonly repeatable: boolean
}

/** What came back: the body as it was sent, never unpacked. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Uint8Array<ArrayBuffer>
}

/** Sends one request, over a kept connection if there is one. */
export const exchange = (connections: Connections, it: Exchange): Promise<Answer> =>
  connections.use(it, {
    send: (connection) => sendOver(connection, connections, it),
    maySendAgain: (closed) => !it.signal.aborted && (closed.isUnsent || (it.repeatable && closed.isUnanswered)),
  })

async function sendOver(connection: Connection, connections: Connections, it: Exchange): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const stop = (): void => reject(it.signal.reason as Error)
  if (it.signal.aborted) stop()
  it.signal.addEventListener('abort', stop, { once: true })
  const reader = new AnswerReader(it, resolve, reject)
  try {
    connection.client.dispatch(requestOf(it), reader)
    return await promise
  } finally {
    it.signal.removeEventListener('abort', stop)
    // What is not at its end can't be used again; closing it also ends what is still on its way.
    if (reader.isComplete) connections.keep(connection, it)
    else connection.close()
  }
}

const requestOf = ({ url, method, headers, body }: Exchange): Dispatcher.DispatchOptions => ({
  path: url.pathname + url.search,
  method,
  headers,
  body,
})

/** Reads an answer up to its limit. */
class AnswerReader implements Dispatcher.DispatchHandler {
  /** Whether the answer came to its end, and the connection can serve another request. */
  isComplete = false
  readonly #limits: Pick<Exchange, 'maxBytes' | 'cut'>
  readonly #resolve: (answer: Answer) => void
  readonly #reject: (error: Error) => void
  readonly #chunks: Uint8Array[] = []
  #length = 0
  #status = 0
  #headers: Answer['headers'] = {}
  constructor(
    limits: Pick<Exchange, 'maxBytes' | 'cut'>,
    resolve: (answer: Answer) => void,
    reject: (error: Error) => void,
  ) {
    this.#limits = limits
    this.#resolve = resolve
    this.#reject = reject
  }

  onRequestStart(): void {}

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Answer['headers']): void {
    // An early response of the 1xx class, such as `103 Early Hints`, is not the answer yet.
    if (status < 200) return
    this.#status = status
    this.#headers = headers
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    const { maxBytes, cut } = this.#limits
    this.#length += chunk.length
    this.#chunks.push(chunk)
    if (this.#length <= maxBytes) return
    if (cut) this.#resolve(this.#answer())
    else this.#reject(new OutboundError('too_large', `the answer is larger than ${maxBytes} bytes`))
  }

  onResponseEnd(): void {
    this.isComplete = true
    this.#resolve(this.#answer())
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error)
  }

  #answer(): Answer {
    const body = new Uint8Array(Buffer.concat(this.#chunks).subarray(0, this.#limits.maxBytes))
    return { status: this.#status, headers: this.#headers, body }
  }
}
