import { withDeadline } from '#/client/deadline.ts'
import { systemClock } from '#/client/clock.ts'
import type { Clock } from '#/client/options.ts'
import { OAuthError } from './errors.ts'

const TIMEOUT_MS = 30_000

/** What reaches the network, and the time. */
export interface NetworkOptions {
  readonly fetch?: typeof fetch | undefined
  readonly clock?: Clock | undefined
  /** How long one request may take: 30 seconds when left out. */
  readonly timeoutMs?: number | undefined
}

/** A response with its body. */
export interface Exchange {
  readonly status: number
  readonly headers: Headers
  /** The JSON object that it carries, or an empty one. */
  readonly body: Record<string, unknown>
}

/** Sends requests of OAuth and reads small JSON responses. */
export class Network {
  readonly clock: Clock
  readonly fetch: typeof fetch
  readonly #timeoutMs: number

  constructor(options: NetworkOptions) {
    this.clock = options.clock ?? systemClock
    this.fetch = options.fetch ?? ((...request) => fetch(...request))
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS
  }

  /** Seconds since 1970, as in the claims of a token. */
  get seconds(): number {
    return Math.floor(this.clock.now() / 1000)
  }

  /** Follows no redirect: what goes along is meant for this endpoint alone. */
  exchange(url: string, init: RequestInit, callers?: AbortSignal): Promise<Exchange> {
    return withDeadline(this.#timeoutMs, callers, async (signal) => {
      const response = await this.fetch(url, { ...init, redirect: 'manual', signal })
      return { status: response.status, headers: response.headers, body: jsonObject(await response.text()) }
    })
  }
}

/** Throws the refusal that a response is, if it is one. */
export function throwRefusal({ status, body }: Exchange): void {
  if (status >= 200 && status < 300) return
  const { error, error_description: description } = body
  if (typeof error !== 'string')
    throw new OAuthError('invalid_response', `the server responded with status ${status}`, { status })
  throw new OAuthError(error, typeof description === 'string' ? description : error, { status })
}

function jsonObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
