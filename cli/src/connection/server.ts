import { MandateError, Transport } from '@mandate/sdk'
import type { ServerEvent } from '@mandate/sdk'
import { failureOf } from './failures.ts'

/** What a request carries. */
export interface RequestParts {
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
  /** Whether the server honours an idempotency key here: without one nothing but reads and PUTs is sent twice. */
  readonly keyed?: boolean | undefined
}

/** A page of a list. */
export interface Page {
  readonly data: readonly Readonly<Record<string, unknown>>[]
  readonly next_cursor: string | null
  readonly total?: number
}

/** The server a command talks to. What goes wrong says so in the words of this program. */
export class Server {
  readonly url: string
  readonly #transport: Transport
  constructor(url: string, options: { readonly fetch: typeof fetch; readonly apiKey?: string }) {
    this.url = url
    this.#transport = new Transport({ url, ...options })
  }

  /** JSON, or text where the server sends text; undefined where it sends nothing. */
  async request<T = unknown>(method: string, path: string, parts: RequestParts = {}): Promise<T> {
    return explained(this.url, path, () => this.#transport.request<T>(method, path, parts))
  }

  /** The response itself, for what is too long to keep. */
  send(method: string, path: string, parts: RequestParts = {}): Promise<Response> {
    return explained(this.url, path, () => this.#transport.send(method, path, parts))
  }

  /** A page of a list, or all of them one after the other. */
  async *pages(path: string, query: Readonly<Record<string, unknown>>): AsyncGenerator<Page> {
    let cursor: string | null = null
    do {
      const page: Page = await this.request<Page>('GET', path, {
        query: cursor === null ? query : { ...query, cursor },
      })
      yield page
      cursor = page.next_cursor
    } while (cursor !== null)
  }

  /** A stream of server-sent events, over lost connections, until the signal ends it. */
  async *events(path: string, parts: RequestParts = {}): AsyncGenerator<ServerEvent> {
    try {
      yield* this.#transport.events(path, parts)
    } catch (error) {
      if (parts.signal?.aborted === true) return
      throw error instanceof MandateError ? failureOf(error, this.url) : error
    }
  }
}

async function explained<T>(url: string, path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof MandateError ? failureOf(error, url, path) : error
  }
}
