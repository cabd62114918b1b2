import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { GatewayAuthorization, GatewayRequest, Passing } from '#/modules/proxy/identity/authorization.ts'
import type { FigureBook, Failure, Reason } from './figures.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import { requestHeaders } from './headers.ts'
import { readRequest } from './incoming.ts'
import type { IncomingDeps } from './incoming.ts'
import type { LocalPaths } from './local-paths.ts'
import { refusalHead } from './refusal.ts'
import type { Refusals, Refused } from './refusal.ts'
import { relay } from './relay.ts'
import type { Outcome } from './relay.ts'
import { askToSwitch, headText, tie } from './tunnel.ts'
import type { UpstreamLine, UpstreamLines } from './upstream-lines.ts'

/** A request that was answered, for the log. */
interface FinishedGatewayRequest {
  readonly method: string
  readonly url: string
  readonly status: number
  /** Why it was refused; undefined when it was not. */
  readonly code: string | undefined
  readonly durationMs: number
  readonly context: RequestContext
}

export interface GatewayDeps extends IncomingDeps {
  readonly authorization: GatewayAuthorization
  readonly localPaths: LocalPaths
  readonly refusals: Refusals
  readonly figures: FigureBook
  readonly onFinished: (finished: FinishedGatewayRequest) => void
  readonly lines: UpstreamLines
  readonly log: { error(details: object, message: string): void; debug(details: object, message: string): void }
  readonly monotonicMs: () => number
}

/** How often whoever reads on for long is looked at again. */
const LOOK_AGAIN_MS = 5000

/** What the listener does with each request: decides, and relays it or says why not. */
export class Gateway {
  readonly #deps: GatewayDeps
  readonly #via: string
  readonly #protocol: string
  /** Requests that are being served, the tunnels among them. */
  inFlight = 0

  constructor(deps: GatewayDeps) {
    this.#deps = deps
    // RFC 9110 §7.6.3: a name for ourselves by which a request that comes round again is known.
    const name = createHash('sha256').update(deps.issuer).digest('hex').slice(0, 12)
    this.#via = `1.1 mandate-${name}`
    this.#protocol = new URL(deps.issuer).protocol.slice(0, -1)
  }

  /** Serves a request; it never rejects. */
  async serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    this.inFlight += 1
    const startedAt = this.#deps.monotonicMs()
    const request = readRequest(message, this.#deps)
    try {
      if (!request) return await this.#malformed(message, response)
      if (await this.#deps.localPaths.serve(request, message, response)) return
      const verdict = await this.#deps.authorization.authorize(request)
      if (!verdict.passes) return await this.#deny(message, response, request, verdict)
      await this.#forward(verdict, request, message, response, startedAt)
    } catch (error) {
      await this.#unavailable(message, response, request, error)
    } finally {
      this.inFlight -= 1
      // Whoever went away before the answer has none.
      if (request && response.headersSent) this.#finished(request, response.statusCode, startedAt)
    }
  }

  /** Serves the wish to talk by WebSocket, under the same rules; it never rejects. */
  async upgrade(message: IncomingMessage, socket: Duplex, first: Buffer): Promise<void> {
    this.inFlight += 1
    const startedAt = this.#deps.monotonicMs()
    socket.on('error', () => socket.destroy())
    const request = readRequest(message, this.#deps)
    let status: number | undefined
    const refuse = (refused: Refused): void => {
      status = refused.status
      if (request) request.context.notes.refusal = refused.reason
      socket.end(refusalHead(refused, request))
    }
    try {
      if (!request) {
        this.#deps.figures.of(null).denied('malformed')
        return refuse(malformed)
      }
      const verdict = await this.#deps.authorization.authorize(request)
      if (!verdict.passes) {
        this.#deps.figures.of(verdict.upstream?.id ?? null).denied(verdict.reason)
        return refuse(verdict)
      }
      const outcome = await this.#tunnel(verdict, request, message, socket, first)
      if (typeof outcome === 'string') refuse(failed(outcome))
      else status = outcome
    } catch (error) {
      this.#deps.log.error({ err: error }, 'the gateway could not decide about a request')
      this.#deps.figures.of(null).denied('unavailable')
      refuse(unavailable)
    } finally {
      this.inFlight -= 1
      if (request && status !== undefined) this.#finished(request, status, startedAt)
    }
  }

  async #forward(
    passing: Passing,
    request: GatewayRequest,
    message: IncomingMessage,
    response: ServerResponse,
    startedAt: number,
  ): Promise<void> {
    const { figures, monotonicMs } = this.#deps
    const line = this.#lineFor(passing, message)
    const own = figures.of(passing.upstream.id)
    if (typeof line === 'string') return this.#fail(passing, message, response, request, line)
    line.inFlight += 1
    const onHead = (isLong: boolean): void => {
      own.served(monotonicMs() - startedAt)
      if (isLong) this.#watch(request, response)
    }
    try {
      const outcome = await relay(line, this.#outgoing(passing, request, message), message, response, onHead)
      await this.#concluded(outcome, passing, message, response, request, line)
    } finally {
      line.inFlight -= 1
    }
  }

  async #concluded(
    outcome: Outcome,
    passing: Passing,
    message: IncomingMessage,
    response: ServerResponse,
    request: GatewayRequest,
    line: UpstreamLine,
  ): Promise<void> {
    if (outcome.kind === 'failed') {
      this.#deps.log.debug({ err: outcome.cause, host: passing.upstream.host }, 'an upstream did not answer')
      return this.#fail(passing, message, response, request, outcome.failure, line)
    }
    line.circuit.released()
    if (outcome.kind === 'abandoned' && !response.headersSent) response.destroy()
  }

  /** The line that a request takes, or why none. */
  #lineFor({ upstream }: Passing, message: IncomingMessage): UpstreamLine | Failure {
    if ((message.headers.via ?? '').includes(this.#via.slice(4))) return 'loop'
    if (upstream.upstream === null) return 'unreachable'
    const line = this.#deps.lines.of(upstream, upstream.upstream)
    if (line.isBusy) return 'too_busy'
    return line.circuit.admit() ? line : 'circuit_open'
  }

  #outgoing({ path, headers }: Passing, request: GatewayRequest, message: IncomingMessage) {
    const forwarded = {
      requestId: request.context.requestId,
      ip: request.context.ip,
      host: request.host,
      protocol: this.#protocol,
      via: this.#via,
      identity: headers,
    }
    return {
      method: request.method,
      path: path.path + path.query,
      headers: requestHeaders(message.rawHeaders, forwarded),
    }
  }

  /** Relays a WebSocket until it ends; returns the status that was sent, none when nobody was there any more. */
  async #tunnel(
    passing: Passing,
    request: GatewayRequest,
    message: IncomingMessage,
    socket: Duplex,
    first: Buffer,
  ): Promise<Failure | number | undefined> {
    const startedAt = this.#deps.monotonicMs()
    const own = this.#deps.figures.of(passing.upstream.id)
    const line = this.#lineFor(passing, message)
    const count = (failure: Failure): Failure => {
      own.failed(failure)
      return failure
    }
    if (typeof line === 'string') return count(line)
    line.inFlight += 1
    try {
      const answer = await askToSwitch(line, this.#outgoing(passing, request, message))
      if (answer.kind === 'failed') {
        line.circuit.failed()
        return count(answer.failure)
      }
      line.circuit.succeeded()
      own.served(this.#deps.monotonicMs() - startedAt)
      const other = answer.kind === 'switched' ? answer.socket : answer.head
      if (socket.destroyed) {
        other.destroy()
        return undefined
      }
      if (answer.kind === 'answered') {
        socket.write(headText(answer.head, ['connection', 'close']))
        answer.head.pipe(socket)
        return answer.head.statusCode
      }
      socket.write(headText(answer.head, ['connection', 'Upgrade', 'upgrade', 'websocket']))
      if (answer.first.length > 0) socket.write(answer.first)
      if (first.length > 0) answer.socket.write(first)
      this.#watch(request, socket)
      await tie(socket, answer.socket)
      return SWITCHED
    } finally {
      line.inFlight -= 1
    }
  }

  #finished({ method, target: url, context }: GatewayRequest, status: number, startedAt: number): void {
    const code = status < 400 ? undefined : context.notes.refusal
    this.#deps.onFinished({ method, url, status, code, durationMs: this.#deps.monotonicMs() - startedAt, context })
  }

  /** Ends what goes on for long within seconds after whoever opened it would not be let in any more. */
  #watch(request: GatewayRequest, stream: Duplex | ServerResponse): void {
    const timer = setInterval(() => {
      this.#deps.authorization.wouldPass(request).then(
        (passes) => passes || stream.destroy(),
        () => stream.destroy(),
      )
    }, LOOK_AGAIN_MS)
    timer.unref()
    stream.once('close', () => clearInterval(timer))
  }

  #deny(
    message: IncomingMessage,
    response: ServerResponse,
    request: GatewayRequest,
    verdict: Refused & { readonly upstream: { readonly id: string } | null; readonly reason: Reason },
  ): Promise<void> {
    this.#deps.figures.of(verdict.upstream?.id ?? null).denied(verdict.reason)
    return this.#refuse(message, response, verdict, request)
  }

  #fail(
    { upstream }: Passing,
    message: IncomingMessage,
    response: ServerResponse,
    request: GatewayRequest,
    failure: Failure,
    line?: UpstreamLine,
  ): Promise<void> {
    this.#deps.figures.of(upstream.id).failed(failure)
    const seconds =
      failure === 'circuit_open' ? this.#deps.lines.find(upstream.id)?.circuit.retryAfterSeconds() : undefined
    line?.circuit.released()
    return this.#refuse(message, response, failed(failure, seconds), request)
  }

  #refuse(
    message: IncomingMessage,
    response: ServerResponse,
    refused: Refused,
    request: GatewayRequest | undefined,
  ): Promise<void> {
    if (request) request.context.notes.refusal = refused.reason
    return this.#deps.refusals.write(message, response, refused, request)
  }

  #malformed(message: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#deps.figures.of(null).denied('malformed')
    return this.#refuse(message, response, malformed, undefined)
  }

  async #unavailable(
    message: IncomingMessage,
    response: ServerResponse,
    request: GatewayRequest | undefined,
    error: unknown,
  ): Promise<void> {
    this.#deps.log.error({ err: error }, 'the gateway could not decide about a request')
    this.#deps.figures.of(null).denied('unavailable')
    if (response.headersSent) response.destroy()
    else await this.#refuse(message, response, unavailable, request)
  }
}

const SWITCHED = 101

const malformed: Refused = {
  status: 400,
  reason: 'malformed',
  message: 'The request does not name one host, or names another one in its target.',
  headers: {},
  cookies: [],
}

const unavailable: Refused = {
  status: 503,
  reason: 'unavailable',
  message: 'The gateway can not decide right now, so it lets nobody in.',
  headers: { 'retry-after': '2' },
  cookies: [],
}

const FAILED: Readonly<Record<Failure, readonly [status: number, message: string]>> = {
  unreachable: [502, 'The server behind the gateway can not be reached.'],
  timeout: [504, 'The server behind the gateway took too long.'],
  circuit_open: [503, 'The server behind the gateway failed several times in a row, and is left alone for a while.'],
  too_busy: [503, 'The server behind the gateway has as many requests as it is sent at once.'],
  loop: [508, 'The request came round in a circle.'],
}

function failed(failure: Failure, retryAfterSeconds = 1): Refused {
  const [status, message] = FAILED[failure]
  const headers: Record<string, string> = status === 503 ? { 'retry-after': String(retryAfterSeconds) } : {}
  return { status, reason: failure, message, headers, cookies: [] }
}
