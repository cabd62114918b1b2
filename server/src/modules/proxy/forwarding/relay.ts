import { PassThrough } from 'node:stream'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { DispatchController, DispatchHandler } from '#/platform/http-client/upstream-pool.ts'
import type { Failure } from './figures.ts'
import { responseHeaders } from './headers.ts'
import type { UpstreamLine } from './upstream-lines.ts'

/** The request as the upstream gets it. */
export interface OutgoingRequest {
  readonly method: string
  readonly path: string
  readonly headers: string[]
}

/** How an exchange with an upstream ended. `failed` before the head of a response left: then somebody else answers. */
export type Outcome =
  | { readonly kind: 'served' | 'cut' }
  | { readonly kind: 'failed'; readonly failure: Extract<Failure, 'unreachable' | 'timeout'>; readonly cause: Error }
  /** The client went away, or sent what is no body. */
  | { readonly kind: 'abandoned' }

/** RFC 9110 §9.2.1: what may be sent twice without asking anybody. */
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
const TIMEOUTS = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT'])
/** What is longer, or as long as it likes, may go on when whoever asked for it may not any more. */
const LONG_BYTES = 1024 * 1024
const GONE = new Error('the client is gone')

/**
 * Sends a request to an upstream and its response to the client, piece by piece and no faster than either reads. What is
 * safe is sent a second time when the connection broke before anything came back: it may have been closed as we used it.
 */
export async function relay(
  line: UpstreamLine,
  outgoing: OutgoingRequest,
  request: IncomingMessage,
  response: ServerResponse,
  onHead: (isLong: boolean) => void,
): Promise<Outcome> {
  const body = bodyOf(request)
  const first = await new Exchange(line, request, response, onHead).run(outgoing, body)
  const mayRepeat = first.kind === 'failed' && first.failure === 'unreachable' && body === null
  if (!mayRepeat || !SAFE.has(outgoing.method) || response.destroyed) return first
  return new Exchange(line, request, response, onHead).run(outgoing, null)
}

/**
 * The body of a request, null when it has none. It is a stream of its own: an upstream that answers early closes it, and
 * the request itself must stay open for the response.
 */
function bodyOf(request: IncomingMessage): Readable | null {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (encoding === undefined && (length === undefined || Number(length) === 0)) return null
  const body = new PassThrough()
  request.on('aborted', () => body.destroy(GONE))
  return request.pipe(body)
}

/** One request to an upstream, until its response has left or can't. */
class Exchange implements DispatchHandler {
  readonly #line: UpstreamLine
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly #onHead: (isLong: boolean) => void
  readonly #settled = Promise.withResolvers<Outcome>()
  #controller: DispatchController | undefined
  #isOver = false

  constructor(
    line: UpstreamLine,
    request: IncomingMessage,
    response: ServerResponse,
    onHead: (isLong: boolean) => void,
  ) {
    this.#line = line
    this.#request = request
    this.#response = response
    this.#onHead = onHead
  }

  async run({ method, path, headers }: OutgoingRequest, body: Readable | null): Promise<Outcome> {
    const onClose = (): void => this.#abandon()
    this.#response.once('close', onClose)
    try {
      this.#line.pool.dispatch({ method, path, headers, body }, this)
      return await this.#settled.promise
    } finally {
      this.#response.off('close', onClose)
    }
  }

  onRequestStart(controller: DispatchController): void {
    this.#controller = controller
    if (this.#isOver) controller.abort(GONE)
  }

  onResponseStart(
    _controller: DispatchController,
    status: number,
    headers: Parameters<typeof responseHeaders>[0],
  ): void {
    if (status < 200) return
    this.#line.circuit.succeeded()
    const length = Number(headers['content-length'] ?? Infinity)
    this.#onHead(length > LONG_BYTES)
    const head = responseHeaders(headers)
    // Whoever sends a body that nobody reads to its end gets the response, and no second one on this connection.
    if (!this.#request.complete) head.push('connection', 'close')
    this.#response.writeHead(status, head)
    // A stream of events says nothing for a while, and its reader waits for the head. Others get head and body in one packet.
    if (length === Infinity) this.#response.flushHeaders()
  }

  onResponseData(controller: DispatchController, chunk: Buffer): void {
    if (this.#response.write(chunk)) return
    controller.pause()
    this.#response.once('drain', () => controller.resume())
  }

  onResponseEnd(): void {
    this.#response.end()
    this.#end({ kind: 'served' })
  }

  onResponseError(_controller: DispatchController, error: Error & { readonly code?: string }): void {
    if (this.#isOver) return
    if (this.#response.headersSent) {
      this.#response.destroy()
      return this.#end({ kind: 'cut' })
    }
    if (isOfClient(this.#request, error)) return this.#end({ kind: 'abandoned' })
    this.#line.circuit.failed()
    this.#end({ kind: 'failed', failure: TIMEOUTS.has(error.code ?? '') ? 'timeout' : 'unreachable', cause: error })
  }

  #abandon(): void {
    if (this.#isOver) return
    this.#end(this.#response.writableFinished ? { kind: 'served' } : { kind: 'abandoned' })
    this.#controller?.abort(GONE)
  }

  #end(outcome: Outcome): void {
    this.#isOver = true
    this.#settled.resolve(outcome)
  }
}

const OF_CLIENT = new Set(['UND_ERR_REQ_CONTENT_LENGTH_MISMATCH', 'UND_ERR_INVALID_ARG', 'UND_ERR_ABORTED'])

/** Whether it is the client that broke off, or sent what nobody could send on. */
const isOfClient = (request: IncomingMessage, error: { readonly code?: string }): boolean =>
  error === GONE || (request.destroyed && !request.complete) || OF_CLIENT.has(error.code ?? '')
