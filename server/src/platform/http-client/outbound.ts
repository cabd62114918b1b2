import { isLoopback, LOOPBACK_NAMES } from '#/platform/loopback.ts'
import { dialOne } from './dial.ts'
import { isAllowedHost, portOf, readDestination } from './url-rules.ts'
import { Connections } from './connections.ts'
import { exchange } from './exchange.ts'
import { failureOf, OutboundError, refusal } from './outbound-error.ts'
import { NameLookup } from './name-lookup.ts'
import { resolveChecked, resolveNamed } from './ssrf-guard.ts'
import { exchangeStreams } from './stream-exchange.ts'
import { Watch } from './watch.ts'
import type { Socket } from 'node:net'
import type { OutboundRules } from './url-rules.ts'
import type { Answer } from './exchange.ts'
import type { Resolver } from './ssrf-guard.ts'
import type { HeaderFields, StreamedAnswer } from './stream-exchange.ts'

export interface OutboundDeps {
  /** The rules that hold now. */
  readonly rules: () => Promise<OutboundRules>
  /** Our own base URL: we don't call ourselves. */
  readonly baseUrl: string
  readonly resolver?: Resolver | undefined
  /** The longest any request may take. */
  readonly timeoutMs?: number | undefined
  /** Tests: certificates to trust instead of the usual ones. */
  readonly ca?: string | undefined
}

/** A request in the words of `fetch`, with limits that every request has. */
export interface OutboundRequest {
  readonly method?: string | undefined
  readonly headers?: Headers | Readonly<Record<string, string>> | undefined
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  /** `manual` hands a redirect back instead of following it. */
  readonly redirect?: 'follow' | 'manual' | undefined
  /** From the first lookup to the last byte. */
  readonly timeoutMs?: number | undefined
  readonly maxBytes?: number | undefined
  /** Cuts a longer answer at `maxBytes` instead of failing. */
  readonly cut?: boolean | undefined
  /** The receiver knows it again when it comes twice, as it may of the idempotent methods (RFC 9110 §9.2.2). */
  readonly repeatable?: boolean | undefined
}

/** A request whose bodies pass piece by piece, both ways. */
export interface OutboundStream {
  readonly method: string
  /** By lower-case name. A `content-length` must be that of the body; without one it is sent in chunks. */
  readonly headers: HeaderFields
  readonly body?: AsyncIterable<Uint8Array> | Uint8Array | undefined
  /** Fires when nobody wants the answer any more. */
  readonly signal?: AbortSignal | undefined
  /** How long nothing may move, in either direction. */
  readonly idleMs?: number | undefined
  /** From the first lookup to the last byte. */
  readonly timeoutMs?: number | undefined
  readonly maxRequestBytes?: number | undefined
  readonly maxBytes?: number | undefined
}

/** Opens a connection for a protocol other than HTTP, to a host that an operator named in a setting of its own. */
export type Dial = (host: string, port: number, timeoutMs: number) => Promise<Socket>

/** The one function of ours that asks other servers for something; it fits where a `fetch` is wanted. */
export type SafeFetch = (url: string | URL, request?: OutboundRequest) => Promise<Response>

/** Sends one request and hands back the answer as it came, also one that redirects. */
export type Send = (url: string | URL, request: PlainRequest) => Promise<Answer>

interface Sent {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
}

type Bounds = Pick<OutboundRequest, 'signal' | 'timeoutMs' | 'maxBytes' | 'cut' | 'repeatable'>

/** A request in the words of this client: its headers by lower-case name. */
type PlainRequest = Sent & Bounds

type Limits = Bounds & { readonly rules: OutboundRules; readonly signal: AbortSignal }

const TIMEOUT_MS = 10_000
const MAX_BYTES = 512 * 1024
const MAX_REDIRECTS = 3
const IDLE_MS = 30_000
const MAX_STREAM_MS = 600_000
const MAX_STREAM_BYTES = 1024 * 1024 * 1024
const IDEMPOTENT = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']
/** Stands for where a name leads that nobody has looked up. */
const SOMEWHERE_PUBLIC = '9.9.9.9'

/**
 * Requests to other servers (rule G8). Only to where a stranger could not use us as a bridge: every address a host
 * resolves to is checked and just these are dialled, on every hop again. An answer has a size and a time; it is read
 * whole, never unpacked, and handed back as a `Response`.
 */
export class Outbound {
  readonly #deps: OutboundDeps
  readonly #connections = new Connections()
  readonly #names = new NameLookup()
  constructor(deps: OutboundDeps) {
    this.#deps = deps
  }

  /** Closes the connections that are kept for later. */
  close(): void {
    this.#connections.close()
  }

  /** Sends a request. Throws `OutboundError`; whatever a server answers is no error. */
  readonly fetch: SafeFetch = async (target, request = {}) => {
    const headers = Object.fromEntries(new Headers(request.headers))
    const sent = { method: request.method ?? 'GET', headers, body: bodyOf(request.body) }
    return await this.#within(request, async (limits) =>
      responseOf(await this.#follow(readDestination(target), sent, limits, request.redirect)),
    )
  }

  /** For whoever sends many: without the objects of `fetch`, which cost as much as the request. Throws `OutboundError`. */
  readonly send: Send = (target, request) =>
    this.#within(request, (limits) => this.#send(readDestination(target), request, limits))

  /**
   * Sends a request whose bodies may be of any length, and returns as soon as the head of the answer is there. Follows no
   * redirect. Throws `OutboundError`, what the sender of the body threw, or the reason of the signal; so does the body.
   */
  readonly stream = async (target: string | URL, request: OutboundStream): Promise<StreamedAnswer> => {
    const { method, body = null, signal, idleMs = IDLE_MS, timeoutMs = MAX_STREAM_MS } = request
    const { maxRequestBytes = MAX_STREAM_BYTES, maxBytes = MAX_STREAM_BYTES } = request
    const most = this.#deps.timeoutMs ?? Infinity
    const watch = new Watch({ idleMs: Math.min(idleMs, most), timeoutMs: Math.min(timeoutMs, most), signal })
    try {
      const url = readDestination(target)
      const addresses = await abortable(this.#resolve(url, await this.#deps.rules()), watch.signal)
      const headers = { 'accept-encoding': 'identity', 'user-agent': 'Mandate', ...request.headers }
      const sent = { method, headers, body, repeatable: IDEMPOTENT.includes(method) }
      const limits = { maxRequestBytes, maxBytes, watch }
      return await exchangeStreams(this.#connections, { url, addresses, ca: this.#deps.ca, ...sent, ...limits })
    } catch (error) {
      watch.end()
      throw watch.signal.aborted ? watch.signal.reason : error
    }
  }

  /** Opens a connection to a checked address. Throws `OutboundError`. */
  readonly dial: Dial = async (host, port, timeoutMs) => {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const addresses = await abortable(resolveNamed(host, this.#deps.resolver ?? this.#names.byMachine), signal)
      return await dialOne({ host, port, addresses }, signal)
    } catch (error) {
      throw explain(error, signal)
    }
  }

  /** Whether a request could go there now; throws what stands against it. For addresses that are about to be kept. */
  async check(target: string, timeoutMs = TIMEOUT_MS): Promise<void> {
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      await abortable(this.#resolve(readDestination(target), await this.#deps.rules()), timeout)
    } catch (error) {
      throw explain(error, timeout)
    }
  }

  /**
   * What stands against an address that somebody wants us to keep, as far as its text tells: nothing is looked up, so that
   * no stranger makes us ask for names. Where a name leads is checked whenever we go there.
   */
  async whyNot(target: string): Promise<string | undefined> {
    try {
      const url = readDestination(target)
      const resolver = async () => [LOOPBACK_NAMES.includes(url.hostname) ? '127.0.0.1' : SOMEWHERE_PUBLIC]
      const rules = await this.#deps.rules()
      const addresses = await resolveChecked(url, rules, resolver)
      if (!isAllowedHost(url, rules) && this.#isOwn(url, addresses)) throw refusal('the address is our own')
      return undefined
    } catch (error) {
      if (error instanceof OutboundError) return error.message
      throw error
    }
  }

  /** Does what has an end in time, and says what went wrong. */
  async #within<T>(bounds: Bounds, work: (limits: Limits) => Promise<T>): Promise<T> {
    const rules = await this.#deps.rules()
    const timeout = AbortSignal.timeout(Math.min(bounds.timeoutMs ?? TIMEOUT_MS, this.#deps.timeoutMs ?? Infinity))
    const signal = bounds.signal ? AbortSignal.any([bounds.signal, timeout]) : timeout
    try {
      return await work({ ...bounds, rules, signal })
    } catch (error) {
      throw explain(error, timeout)
    }
  }

  async #follow(start: URL, first: Sent, limits: Limits, redirect: OutboundRequest['redirect']): Promise<Answer> {
    let url = start
    let sent = first
    for (let hop = 0; ; hop++) {
      const answer = await this.#send(url, sent, limits)
      const next = redirect === 'manual' ? undefined : redirectOf(answer, url, sent.method)
      if (next === undefined) return answer
      if (hop === MAX_REDIRECTS) throw new OutboundError('too_many_redirects', 'the server redirects too often')
      if (next.origin !== url.origin) sent = { ...sent, headers: strangersHeaders(sent.headers) }
      url = next
    }
  }

  async #send(url: URL, { method, headers: given, body }: Sent, limits: Limits): Promise<Answer> {
    const { signal, rules, maxBytes = MAX_BYTES, cut = false, repeatable = IDEMPOTENT.includes(method) } = limits
    const addresses = await abortable(this.#resolve(url, rules), signal)
    const headers = { 'accept-encoding': 'identity', 'user-agent': 'Mandate', ...given }
    const destination = { url, addresses, ca: this.#deps.ca }
    return exchange(this.#connections, { ...destination, method, headers, body, signal, maxBytes, cut, repeatable })
  }

  async #resolve(url: URL, rules: OutboundRules): Promise<readonly string[]> {
    const addresses = await resolveChecked(url, rules, this.#deps.resolver ?? this.#names.for(url, rules))
    if (!isAllowedHost(url, rules) && this.#isOwn(url, addresses)) throw refusal('the address is our own')
    return addresses
  }

  /** Our own address by its name; and while it is on this machine, its port by any name of the machine. */
  #isOwn(url: URL, addresses: readonly string[]): boolean {
    const own = new URL(this.#deps.baseUrl)
    if (url.host === own.host) return true
    return LOOPBACK_NAMES.includes(own.hostname) && portOf(url) === portOf(own) && addresses.some(isLoopback)
  }
}

function bodyOf(body: unknown): string | Uint8Array | null {
  if (body === undefined || body === null) return null
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new TypeError('a request of ours has a text or bytes as its body')
}

const REDIRECTS = [301, 302, 303, 307, 308]

/** Where a redirect leads. Only reading follows one: what a body says was meant for the first address alone. */
function redirectOf({ status, headers }: Answer, from: URL, method: string): URL | undefined {
  const location = headers['location']
  if (!REDIRECTS.includes(status) || typeof location !== 'string' || !['GET', 'HEAD'].includes(method)) return undefined
  const next = URL.parse(location, from)
  if (!next) throw refusal('the redirect leads nowhere')
  if (from.protocol === 'https:' && next.protocol !== 'https:') throw refusal('the redirect leaves https')
  return readDestination(next)
}

/** What another server than the one asked may see of the headers: nothing that says who we are. */
function strangersHeaders({ accept }: Sent['headers']): Sent['headers'] {
  return accept === undefined ? {} : { accept }
}

const WITHOUT_BODY = [204, 205, 304]

function responseOf({ status, headers, body }: Answer): Response {
  const kept = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const one of [value ?? []].flat()) kept.append(name, one)
  }
  return new Response(WITHOUT_BODY.includes(status) ? null : body, { status, headers: kept })
}

/** Stops waiting when the signal fires: a lookup can't be called back. */
async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = (): void => reject(signal.reason as Error)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function explain(error: unknown, timeout: AbortSignal): Error {
  if (error instanceof OutboundError && (error.reason !== 'unreachable' || !timeout.aborted)) return error
  if (timeout.aborted) return new OutboundError('timeout', 'the server took too long', error)
  return failureOf(error)
}
