import { systemClock } from './clock.ts'
import { CsrfToken, SESSION_PATH } from './csrf.ts'
import { withDeadline } from './deadline.ts'
import { errorOf, MandateError } from './errors.ts'
import type { ServerEvent } from './event-stream.ts'
import { followEvents } from './follow-events.ts'
import type { Clock, MandateOptions, RequestDetails, StreamOptions } from './options.ts'
import { pageRequest } from './pages.ts'
import type { Page, PageRequest } from './pages.ts'
import { encodeBody, readBody, urlOf } from './request-parts.ts'
import { mayRetry, waitBefore } from './retry.ts'

const RETRIES = 2
const TIMEOUT_MS = 30_000
const READS = new Set(['GET', 'HEAD'])
// What may happen twice with the same end (RFC 9110 §9.2.2). A second DELETE says 404, so it isn't one here.
const REPEATABLE = new Set(['GET', 'HEAD', 'PUT'])

/** Sends requests to one server: credentials, attempts, time limits, errors. */
export class Transport {
  readonly #options: MandateOptions
  readonly #fetch: typeof fetch
  readonly #clock: Clock
  readonly #random: () => number
  readonly #csrf = new CsrfToken()

  constructor(options: MandateOptions) {
    this.#options = options
    this.#fetch = options.fetch ?? ((...request) => fetch(...request))
    this.#clock = options.clock ?? systemClock
    this.#random = options.random ?? Math.random
  }

  /** Sends a request and reads what comes back: JSON, or text where it is none, or nothing. */
  request<Result = unknown>(method: string, path: string, details: RequestDetails = {}): Promise<Result> {
    return this.#attempts(method, details, async (headers, signal) => {
      const body = await readBody(await this.#exchange(method, path, details, { headers, signal }))
      this.#csrf.learn(body)
      return body as Result
    })
  }

  /** Sends a request and returns the response, unread, once it says that it worked. */
  send(method: string, path: string, details: RequestDetails = {}): Promise<Response> {
    return this.#attempts(method, details, (headers, signal) =>
      this.#exchange(method, path, details, { headers, signal }),
    )
  }

  /** Asks for a list. */
  list<Item>(path: string, details: RequestDetails = {}): PageRequest<Item> {
    return pageRequest((cursor) => {
      const query = cursor === undefined ? details.query : { ...details.query, cursor }
      return this.request<Page<Item>>('GET', path, { ...details, query })
    })
  }

  /** Follows a stream of server-sent events, over lost connections, until the signal or the caller ends it. */
  events(path: string, options: StreamOptions = {}): AsyncGenerator<ServerEvent, void, undefined> {
    const open = (headers: Readonly<Record<string, string>>, retries: number | undefined): Promise<Response> =>
      this.send('GET', path, { ...options, retries, headers: { ...options.headers, ...headers } })
    return followEvents(open, options, { clock: this.#clock, random: this.#random })
  }

  /** Tries until it works, may not be tried again, or has been tried often enough. */
  async #attempts<T>(method: string, details: RequestDetails, attempt: Attempt<T>): Promise<T> {
    const key = details.idempotencyKey ?? (details.keyed === true ? crypto.randomUUID() : undefined)
    const repeatable = REPEATABLE.has(method) || key !== undefined
    const retries = details.retries ?? this.#options.retries ?? RETRIES
    let failures = 0
    let renewedCsrf = false
    for (;;) {
      const csrfToken = READS.has(method) ? undefined : this.#csrf.value
      try {
        const headers = await this.#headers(details, { key, csrfToken })
        return await withDeadline(this.#timeout(details), details.signal, (signal) => attempt(headers, signal))
      } catch (error) {
        if (!(error instanceof MandateError)) throw error
        if (error.code === 'csrf_failed' && !renewedCsrf && (await this.#renewCsrfToken(csrfToken, details))) {
          renewedCsrf = true
        } else if (failures < retries && mayRetry(error, repeatable)) {
          await this.#clock.sleep(waitBefore(failures, this.#random, error.retryAfterMs), details.signal)
          failures += 1
        } else throw error
      }
    }
  }

  async #headers(details: RequestDetails, { key, csrfToken }: PerRequest): Promise<Record<string, string>> {
    const { apiKey } = this.#options
    const credential = typeof apiKey === 'function' ? await apiKey() : apiKey
    return {
      accept: 'application/json, */*;q=0.5',
      ...(credential === undefined ? {} : { authorization: `Bearer ${credential}` }),
      ...(csrfToken === undefined || credential !== undefined ? {} : { 'x-csrf-token': csrfToken }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...details.headers,
    }
  }

  /** Asks who is signed in, which also tells the token, unless that is known by now; false where nothing changed. */
  async #renewCsrfToken(refused: string | undefined, { signal }: RequestDetails): Promise<boolean> {
    if (this.#csrf.value === refused) {
      await this.request('GET', SESSION_PATH, { signal, retries: 0 }).catch(() => undefined)
      signal?.throwIfAborted()
    }
    return this.#csrf.value !== refused
  }

  async #exchange(method: string, path: string, details: RequestDetails, sent: Sent): Promise<Response> {
    const url = urlOf(this.#options.url, path, details.query)
    const { body, contentType } = encodeBody(details.body)
    const headers = contentType === undefined ? sent.headers : { 'content-type': contentType, ...sent.headers }
    // The API redirects nobody, and a key must not follow anybody elsewhere.
    const init = { method, headers, redirect: 'manual', signal: sent.signal } as const
    const response = await this.#fetch(url, body === undefined ? init : { ...init, body })
    if (response.ok) return response
    throw await errorOf(response, this.#clock.now())
  }

  #timeout({ timeoutMs }: RequestDetails): number {
    return timeoutMs ?? this.#options.timeoutMs ?? TIMEOUT_MS
  }
}

/** What goes with each attempt of one request. */
interface PerRequest {
  readonly key: string | undefined
  readonly csrfToken: string | undefined
}

interface Sent {
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

type Attempt<T> = (headers: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<T>
