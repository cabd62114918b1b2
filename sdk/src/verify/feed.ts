import { jwtVerify } from 'jose'
import { readEvents } from '#/client/event-stream.ts'
import type { ServerEvent } from '#/client/event-stream.ts'
import { withDeadline } from '#/client/deadline.ts'
import { waitBefore } from '#/client/retry.ts'
import type { OAuthClient } from '#/oauth/client.ts'
import { dpopFetch } from '#/oauth/dpop-fetch.ts'
import { OAuthError } from '#/oauth/errors.ts'
import { endpointOf } from '#/oauth/metadata.ts'
import type { EndpointName } from '#/oauth/metadata.ts'
import type { Tokens } from '#/oauth/tokens.ts'
import { KeyCache } from './keys.ts'
import { Revocations } from './revocations.ts'
import type { Verdict } from './revocations.ts'
import { isText } from './token.ts'
import type { AccessToken } from './token.ts'

const SCOPE = 'revocations:read'
// Something comes every five seconds; without a sign for this long nobody knows what ended.
const SILENCE_MS = 15_000
const TIMEOUT_MS = 10_000
// After an orderly end it is opened anew at once, but not in a circle.
const SHORTEST_PAUSE_MS = 100
// A token is renewed a little before it is over.
const EARLY_SECONDS = 10
const TOLERANCE_SECONDS = 5
const MAX_PAGES = 10_000

/**
 * Follows the revocation feed, so that a token that is verified here dies within a second of its end at the server. The
 * client is one that operators gave the scope `revocations:read`. While the feed is not followed nothing is known: the verifier
 * asks the server, or refuses.
 */
export class RevocationFeed {
  readonly #client: OAuthClient
  readonly #keys: KeyCache
  readonly #closing = new AbortController()
  #revocations: Revocations
  #cursor: string | undefined
  #tokens: Tokens | undefined
  #isReady = false
  #heardAt = 0
  #running: Promise<void> | undefined
  #waiting: (() => void)[] = []

  constructor(client: OAuthClient) {
    this.#client = client
    this.#keys = new KeyCache(client.issuer, client.network)
    this.#revocations = this.#none()
  }

  /** Whether all that ended up to a moment ago is known. */
  get isCurrent(): boolean {
    return this.#isReady && this.#now() - this.#heardAt <= SILENCE_MS
  }

  /** What the feed says of a token; nothing while it is not followed. */
  judge(token: AccessToken): Verdict {
    return this.isCurrent ? this.#revocations.judge(token) : 'undecided'
  }

  /** Begins to follow. */
  start(): this {
    this.#running ??= this.#run(this.#closing.signal)
    return this
  }

  /** Waits until the feed is followed. */
  async ready(signal?: AbortSignal): Promise<void> {
    if (this.isCurrent) return
    const ends = AbortSignal.any([this.#closing.signal, ...(signal === undefined ? [] : [signal])])
    ends.throwIfAborted()
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push(resolve)
      ends.addEventListener('abort', () => reject(ends.reason as Error), { once: true })
    })
  }

  /** Follows no longer. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #run(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted;) {
      await this.#follow(signal).catch((error: unknown) => this.#forget(error))
      failures = this.#isReady ? 0 : failures + 1
      this.#isReady = false
      const pause = failures === 0 ? 0 : waitBefore(failures, chance)
      await this.#client.network.clock.sleep(SHORTEST_PAUSE_MS + pause, signal).catch(() => undefined)
    }
  }

  /** One connection, from where the last one ended. */
  async #follow(signal: AbortSignal): Promise<void> {
    if (this.#cursor === undefined) await this.#begin(signal)
    const silence = new Silence()
    const ends = AbortSignal.any([signal, silence.signal])
    try {
      const cursor = this.#cursor ?? ''
      const headers = { accept: 'text/event-stream', 'last-event-id': cursor }
      const response = await this.#get('revocation_feed_endpoint', { headers, signal: ends })
      const body = response.body?.pipeThrough(this.#listening(silence), { signal: ends })
      if (body === undefined) throw new OAuthError('invalid_response', 'the feed is empty')
      for await (const event of readEvents(body, { lastEventId: cursor, retryMs: undefined })) this.#hear(event)
    } finally {
      silence.stop()
    }
  }

  /** Notes that something came, if only a comment. */
  #listening(silence: Silence): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array> {
    return new TransformStream({
      transform: (chunk, controller) => {
        silence.isBroken()
        this.#heardAt = this.#now()
        controller.enqueue(chunk)
      },
    })
  }

  #hear({ type, id, data }: ServerEvent): void {
    if (type === 'revocations') this.#revocations.apply(entriesOf(data))
    // Only now: a connection that breaks within an event is opened again before it.
    this.#cursor = id
    if (type !== 'ready') return
    this.#isReady = true
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  /** Begins anew, with all that still matters. */
  async #begin(signal: AbortSignal): Promise<void> {
    const fresh = this.#none()
    let page: string | undefined
    for (let count = 0; count < MAX_PAGES; count += 1) {
      const { entries, cursor, next } = await this.#page(page, signal)
      fresh.apply(entriesOf({ entries }))
      if (next === undefined && isText(cursor)) {
        this.#revocations = fresh
        this.#cursor = cursor
        return
      }
      if (!isText(next)) break
      page = next
    }
    throw new OAuthError('invalid_response', 'the snapshot does not say where the feed goes on')
  }

  /** A page of the snapshot: what the server signed for this client a moment ago. */
  async #page(page: string | undefined, signal: AbortSignal): Promise<Record<string, unknown>> {
    const { network, issuer, clientId } = this.#client
    const text = await withDeadline(TIMEOUT_MS, signal, async (ends) => {
      const query = page === undefined ? '' : `?${new URLSearchParams({ page }).toString()}`
      return (await this.#get('revocation_snapshot_endpoint', { query, signal: ends })).text()
    })
    const { payload } = await jwtVerify(text.trim(), this.#keys.resolver, {
      typ: 'revocations+jwt',
      algorithms: ['ES256'],
      issuer,
      audience: clientId,
      requiredClaims: ['exp'],
      clockTolerance: TOLERANCE_SECONDS,
      currentDate: new Date(network.clock.now()),
    })
    return payload
  }

  async #get(
    endpoint: EndpointName,
    { query = '', headers = {}, signal }: { query?: string; headers?: Record<string, string>; signal: AbortSignal },
  ): Promise<Response> {
    const { network, dpop: key } = this.#client
    const url = endpointOf(await this.#client.metadata(), endpoint) + query
    const accessToken = await this.#accessToken(signal)
    const init: RequestInit = {
      headers: { ...headers, authorization: `Bearer ${accessToken}` },
      redirect: 'manual',
      signal,
    }
    const call = key === undefined ? network.fetch : dpopFetch({ key, accessToken, fetch: network.fetch })
    const response = await call(url, init)
    if (response.status === 200) return response
    await response.body?.cancel()
    const { status } = response
    throw new OAuthError('refused', `the server responded with status ${status}`, { status })
  }

  async #accessToken(signal: AbortSignal): Promise<string> {
    const { expires_at: expiresAt = Infinity } = this.#tokens ?? { expires_at: 0 }
    if (expiresAt - EARLY_SECONDS <= this.#client.network.seconds) {
      this.#tokens = await this.#client.clientCredentials({ scope: SCOPE }, { signal })
    }
    return this.#tokens?.access_token ?? ''
  }

  /** Lets go of what a refusal says is no good any more. */
  #forget(error: unknown): void {
    const status = error instanceof OAuthError ? error.status : 0
    if (status === 401) this.#tokens = undefined
    // The server does not know the place, as after a restore: what is known may be wrong.
    if (status === 410) this.#cursor = undefined
  }

  #none(): Revocations {
    return new Revocations(this.#client.issuer, () => this.#now() / 1000)
  }

  #now(): number {
    return this.#client.network.clock.now()
  }
}

/** Ends a connection from which nothing comes. */
class Silence {
  readonly #controller = new AbortController()
  #timer = this.#wait()

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  isBroken(): void {
    clearTimeout(this.#timer)
    this.#timer = this.#wait()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #wait(): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.#controller.abort(), SILENCE_MS)
  }
}

function entriesOf(data: unknown): readonly unknown[] {
  const { entries } = data as { entries?: unknown }
  if (!Array.isArray(entries))
    throw new OAuthError('invalid_response', 'the feed says something that is no list of entries')
  return entries
}

/** From 0 to 1: spreads attempts, so that readers don't come back all at once. */
const chance = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32
