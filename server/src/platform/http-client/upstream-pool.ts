import type { Dispatcher, Pool } from 'undici'

/** What learns of a response while it arrives. */
export type DispatchHandler = Dispatcher.DispatchHandler
export type DispatchController = Dispatcher.DispatchController
export type UpstreamRequest = Dispatcher.DispatchOptions

/** How patient we are with a server behind us, in milliseconds. */
export interface UpstreamTimeouts {
  readonly connectMs: number
  /** Until the head of a response. */
  readonly headMs: number
  /** Between two pieces of its body. */
  readonly idleMs: number
}

export interface UpstreamPoolOptions {
  readonly connections: number
  readonly timeouts: UpstreamTimeouts
}

/** Opens a pool of connections to an origin. */
export type OpenUpstreamPool = (origin: string, options: UpstreamPoolOptions) => UpstreamPool

const MAX_HEADER_BYTES = 64 * 1024
const KEEP_ALIVE_MS = 10_000

/** Loads the HTTP client: whoever has no server behind them does without. */
export async function loadUpstreamPools(): Promise<OpenUpstreamPool> {
  const { Pool } = await import('undici')
  return (origin, { connections, timeouts }) =>
    new UpstreamPool(
      new Pool(origin, {
        connections,
        pipelining: 1,
        allowH2: false,
        maxHeaderSize: MAX_HEADER_BYTES,
        keepAliveTimeout: KEEP_ALIVE_MS,
        headersTimeout: timeouts.headMs,
        bodyTimeout: timeouts.idleMs,
        connect: { timeout: timeouts.connectMs, autoSelectFamily: true },
      }),
    )
}

/**
 * Connections to one server that an operator named, kept open between requests. Unlike `outbound`, which checks where
 * strangers lead it, it goes wherever it is told to.
 */
export class UpstreamPool {
  readonly #pool: Pool
  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** Sends a request; its response goes to the handler piece by piece. */
  dispatch(request: UpstreamRequest, handler: DispatchHandler): void {
    this.#pool.dispatch(request, handler)
  }

  /** Lets what is under way finish, and takes nothing new. */
  async close(): Promise<void> {
    await this.#pool.close()
  }
}
