import { OutboundError } from './outbound-error.ts'

/** How long a stream may take. */
export interface StreamTimes {
  /** How long nothing may move, from the first lookup on. */
  readonly idleMs: number
  /** From the first lookup to the last byte. */
  readonly timeoutMs: number
  /** Fires when nobody wants it any more. */
  readonly signal: AbortSignal | undefined
}

/** Ends an exchange that stands still, takes too long, or that nobody waits for any more. */
export class Watch {
  readonly #controller = new AbortController()
  readonly #times: StreamTimes
  readonly #whole: NodeJS.Timeout
  #idle: NodeJS.Timeout | undefined

  constructor(times: StreamTimes) {
    this.#times = times
    this.#whole = setTimeout(() => this.#stop('the exchange took too long'), times.timeoutMs).unref()
    if (times.signal?.aborted) this.#leave()
    times.signal?.addEventListener('abort', this.#leave, { once: true })
    this.moved()
  }

  /** Fires when the exchange has to end; its reason is what to throw. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Something moved: the time without begins anew. */
  moved(): void {
    if (this.#idle) this.#idle.refresh()
    else this.#idle = setTimeout(() => this.#stop('the server stands still'), this.#times.idleMs).unref()
  }

  /** Nothing is waited for: it is the reader's turn. */
  rest(): void {
    clearTimeout(this.#idle)
    this.#idle = undefined
  }

  /** The exchange is over. */
  end(): void {
    this.rest()
    clearTimeout(this.#whole)
    this.#times.signal?.removeEventListener('abort', this.#leave)
  }

  readonly #leave = (): void => this.#controller.abort(this.#times.signal?.reason)

  #stop(message: string): void {
    this.#controller.abort(new OutboundError('timeout', message))
  }
}
