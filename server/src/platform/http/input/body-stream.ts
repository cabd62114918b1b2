import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'

/**
 * The body of a request as it arrives, for a route that relays it: read as fast as whoever takes it, and never whole in
 * memory. Throws the 413 of a body that is too large, and a 400 when the caller leaves before its end.
 */
export class BodyStream implements AsyncIterable<Uint8Array> {
  /** Fires when the caller is gone: then stop working for it. */
  readonly gone: AbortSignal
  /** What the request says of its length; undefined when it comes in chunks. 0 when there is none. */
  readonly length: number | undefined
  readonly #raw: IncomingMessage
  readonly #limit: number

  constructor(raw: IncomingMessage, response: ServerResponse, limit: number) {
    this.#raw = raw
    this.#limit = limit
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers
    this.length = encoding === undefined ? Number(length) : undefined
    this.gone = signalOf(response)
  }

  /** Whether some of it has not been read yet. */
  get isUnread(): boolean {
    return this.length !== 0 && !this.#raw.readableEnded
  }

  /** Throws the 413 of a body that says it is too large. */
  checkLength(): void {
    if ((this.length ?? 0) > this.#limit) throw this.#tooLarge()
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Uint8Array, undefined> {
    let length = 0
    try {
      // Whoever stops reading still has to respond over this connection.
      for await (const piece of this.#raw.iterator({ destroyOnReturn: false })) {
        length += (piece as Uint8Array).length
        if (length > this.#limit) throw this.#tooLarge()
        yield piece as Uint8Array
      }
    } catch (error) {
      throw error instanceof AppError ? error : left()
    }
  }

  #tooLarge(): AppError {
    return new AppError(commonErrors.payload_too_large, { details: { limit_bytes: this.#limit } })
  }
}

const left = (): AppError =>
  new AppError(commonErrors.invalid_request, { message: 'The caller left before the end of the request.' })

function signalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const leave = (): void => {
    if (!response.writableFinished) controller.abort(left())
  }
  response.once('close', leave)
  // Whoever left while the request was looked at closed before anybody listened, and does not close again.
  if (response.destroyed) leave()
  return controller.signal
}
