import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { OutboundError } from '#/platform/http-client/outbound-error.ts'
import type { Outbound } from '#/platform/http-client/outbound.ts'
import type { HeaderFields, StreamedAnswer } from '#/platform/http-client/stream-exchange.ts'
import { Repetitions } from '#/platform/repetitions.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import { CallsInFlight } from './calls-in-flight.ts'
import { MaskedBody, mentions } from './credential-mask.ts'
import { vaultErrors } from './errors.ts'
import { AnswerBody } from './proxy-answer.ts'
import { returnedHeaders } from './proxy-headers.ts'
import { refusalOf, requestFor, rulesOf } from './proxy-request.ts'
import type { CallBody, ProxyCall } from './proxy-request.ts'
import { originOf } from './proxy-rules.ts'
import type { Refresher } from './refresher.ts'
import type { Retrieved, VaultRetrieval } from './retrieval.ts'
import type { VaultUses } from './uses.ts'

interface VaultProxyDeps {
  readonly retrieval: VaultRetrieval
  readonly refresher: Pick<Refresher, 'replaced'>
  readonly uses: VaultUses
  readonly outbound: Pick<Outbound, 'stream'>
  readonly issuer: string
  readonly log: { warn(details: object, message: string): void }
}

/** What an agent gets of what the provider responded. */
type ProxyAnswer = StreamedAnswer

type Sendable = AsyncIterable<Uint8Array> | Uint8Array | undefined

const IDLE_MS = 60_000
const MAX_MS = 600_000
const MAX_ANSWER_BYTES = 1024 * 1024 * 1024
/** A body up to this size is kept until the answer is there, so that it can be sent again. */
const MAX_KEPT_BYTES = 64 * 1024
const RETRY_AFTER_SECONDS = '2'

/**
 * Calls a provider for an agent with an account of its person. What opens the account is put into the request here and
 * goes to no agent: of what comes back, no header that has it in it is passed on, and in bodies it is masked.
 */
export class VaultProxy {
  readonly #deps: VaultProxyDeps
  readonly #inFlight = new CallsInFlight()
  // An agent can repeat what fails: the log gets it once, and then as a count a minute.
  readonly #failures = new Repetitions<object>({
    periodMs: 60_000,
    pass: ([first, ...more], count) => {
      const about = more.at(-1) ?? first
      this.#deps.log.warn(count === 1 ? about : { ...about, repeated: count }, 'a call to a provider failed')
    },
  })
  constructor(deps: VaultProxyDeps) {
    this.#deps = deps
  }

  async call(call: ProxyCall, context: RequestContext): Promise<ProxyAnswer> {
    const { method, body } = call
    if (body.length !== 0 && (method === 'GET' || method === 'HEAD')) {
      throw new AppError(commonErrors.invalid_request, { message: 'A request that reads has no body.' })
    }
    const retrieved = await this.#retrieve(call, context)
    const end = this.#inFlight.enter(retrieved.connection.id)
    try {
      const answer = await this.#exchange(retrieved, call, context)
      const explain = (error: OutboundError) => this.#failed(error, retrieved, call, context)
      return { ...answer, body: new AnswerBody(answer.body, { explain, end }) }
    } catch (error) {
      end()
      if (!(error instanceof OutboundError)) throw error
      throw await this.#failed(error, retrieved, call, context)
    }
  }

  async #exchange(retrieved: Retrieved, call: ProxyCall, context: RequestContext): Promise<ProxyAnswer> {
    const body = await bodyOf(call.body)
    const answer = await this.#send(retrieved, call, body)
    const isOver = answer.status === 401 && !isOnce(body)
    return isOver ? this.#again(retrieved, call, body, answer, context) : answer
  }

  #retrieve(call: ProxyCall, context: RequestContext): Promise<Retrieved> {
    const { token, providerName, target } = call
    const wanted = { token, providerName, connectionId: target.connectionId, scopes: [], operation: 'use' as const }
    return this.#deps.retrieval.retrieve({ ...wanted, refusal: (at) => refusalOf(at, call) }, context)
  }

  /** A token that the provider takes no more, though it should still live, is replaced, and the call sent once more. */
  async #again(
    { connection }: Retrieved,
    call: ProxyCall,
    body: Sendable,
    answer: ProxyAnswer,
    context: RequestContext,
  ): Promise<ProxyAnswer> {
    const { kind } = await this.#deps.refresher.replaced(connection)
    // What the provider said stands where nothing better is to be had.
    if (kind === 'upstream_failed') return answer
    await answer.body.return?.()
    return this.#send(await this.#retrieve(call, context), call, body)
  }

  async #send(retrieved: Retrieved, call: ProxyCall, body: Sendable): Promise<ProxyAnswer> {
    const { outbound } = this.#deps
    const { url, headers } = requestFor(retrieved, call)
    const length = call.body.length === undefined || isWhole(body) ? {} : { 'content-length': String(call.body.length) }
    const answer = await outbound.stream(url, {
      method: call.method,
      headers: { ...headers, ...length },
      body,
      signal: call.body.gone,
      idleMs: IDLE_MS,
      timeoutMs: MAX_MS,
      maxBytes: MAX_ANSWER_BYTES,
    })
    const answered = { ...answer, body: new MaskedBody(answer.body, retrieved.tokens.accessToken) }
    return { ...answered, headers: this.#headersOf(answer.headers, url, retrieved) }
  }

  async #failed(
    error: OutboundError,
    { connection, provider }: Retrieved,
    { token }: ProxyCall,
    context: RequestContext,
  ) {
    const { reason } = error
    this.#failures.note(`${provider.id} ${reason}`, { provider: provider.name, connection_id: connection.id, reason })
    await this.#deps.uses.record({ connection, token, operation: 'use', outcome: 'upstream_failed' }, context)
    const headers = { 'retry-after': RETRY_AFTER_SECONDS }
    const { vault_upstream_timed_out: timedOut, vault_upstream_failed: failed } = vaultErrors
    return new AppError(reason === 'timeout' ? timedOut : failed, { headers })
  }

  #headersOf(headers: HeaderFields, url: URL, retrieved: Retrieved): HeaderFields {
    const { accessToken } = retrieved.tokens
    const returned = returnedHeaders(headers, accessToken)
    const location = this.#locationOf(headers['location'], url, retrieved)
    return location === undefined || mentions([location], accessToken) ? returned : { ...returned, location }
  }

  /** Where a redirect leads: back through here where it stays at the same host, so that it works for an agent. */
  #locationOf(location: string | readonly string[] | undefined, from: URL, retrieved: Retrieved): string | undefined {
    const target = typeof location === 'string' ? URL.parse(location, from) : null
    if (!target) return undefined
    const isFirst = target.origin === originOf(rulesOf(retrieved), retrieved.connection.account, undefined)
    if (!isFirst) return target.href
    return `${this.#deps.issuer}/api/v1/vault/${retrieved.provider.name}/proxy${target.pathname}${target.search}`
  }
}

const isWhole = (body: Sendable): body is Uint8Array => body instanceof Uint8Array

const isOnce = (body: Sendable): boolean => body !== undefined && !isWhole(body)

/** The body to send: a short one whole, so that it can be sent again. */
async function bodyOf(body: CallBody): Promise<Sendable> {
  if (body.length === 0) return undefined
  if (body.length === undefined || body.length > MAX_KEPT_BYTES) return body
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(piece)
  return Buffer.concat(pieces)
}
