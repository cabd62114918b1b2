import type { AppError } from '#/platform/errors/app-error.ts'
import { OutboundError } from '#/platform/http-client/outbound-error.ts'

/** Who is told how a response went on. */
interface Following {
  explain(error: OutboundError): Promise<AppError>
  end(): void
}

/** The body of a response; what breaks it off is the provider's, and not a fault of this server. */
export class AnswerBody implements AsyncIterableIterator<Uint8Array> {
  readonly #body: AsyncIterableIterator<Uint8Array>
  readonly #following: Following
  constructor(body: AsyncIterableIterator<Uint8Array>, following: Following) {
    this.#body = body
    this.#following = following
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const { explain, end } = this.#following
    try {
      const piece = await this.#body.next()
      if (piece.done) end()
      return piece
    } catch (error) {
      end()
      throw error instanceof OutboundError ? await explain(error) : error
    }
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#following.end()
    await this.#body.return?.()
    return { done: true, value: undefined }
  }
}
