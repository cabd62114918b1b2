/** What tells the time and waits: a test has one of its own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Ends after so many milliseconds, or rejects with the reason of the signal. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
}

/** Something that is known now, or whenever it is asked for. */
export type Provided<T> = T | (() => T | Promise<T>)

/** How to reach a server, and as whom. */
export interface MandateOptions {
  /** Where the server is, as its operator configured it; empty for the origin of the page that runs this. */
  readonly url: string
  /**
   * An admin key or an access token. Without one a browser's session cookie counts, and writes carry its CSRF token, which
   * is asked of the server when it is needed.
   */
  readonly apiKey?: Provided<string | undefined> | undefined
  /** How often a request that may be repeated is sent again: 2 when left out. */
  readonly retries?: number | undefined
  /** How long one attempt may take: 30 seconds when left out. */
  readonly timeoutMs?: number | undefined
  /** Instead of the runtime's own, for instance one that proves the possession of a key. */
  readonly fetch?: typeof fetch | undefined
  readonly clock?: Clock | undefined
  /** From 0 to 1, as Math.random: spreads attempts, so that clients don't come back all at once. */
  readonly random?: (() => number) | undefined
}

/** What every method takes last. */
export interface RequestOptions {
  readonly signal?: AbortSignal | undefined
  /** Makes repeating a creating request safe; where the server honours one, it is made when left out. */
  readonly idempotencyKey?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly retries?: number | undefined
  readonly timeoutMs?: number | undefined
}

/** What a request may carry. */
export interface RequestDetails extends RequestOptions {
  readonly query?: object | undefined
  /** Sent as JSON, except that a Blob or File in it makes it a form. */
  readonly body?: unknown
  /** Whether the server honours an idempotency key here. */
  readonly keyed?: boolean | undefined
}

/** How to follow a stream of events. */
export interface StreamOptions extends RequestOptions {
  readonly query?: object | undefined
  /** The id of the last event that is known, to go on behind it. */
  readonly lastEventId?: string | undefined
  /** False ends with the connection; otherwise the stream is opened again. */
  readonly reconnect?: boolean | undefined
}
