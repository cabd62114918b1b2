import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { writeJson, writeReply } from '#/platform/http/output/write-response.ts'
import type { AnswerContext } from '#/platform/http/output/write-response.ts'
import type { MountedRoute } from '#/platform/http/routing/mounted-routes.ts'
import type { Authenticators } from '#/platform/http/routing/authenticator.ts'
import { isSoonRead } from '#/platform/http/output/unread-body.ts'
import { envelopeOf } from '#/platform/http/output/error-response.ts'
import type { Envelope } from '#/platform/http/output/error-response.ts'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { BODY_LIMIT_BYTES } from '#/platform/http/input/body.ts'
import { BodyStream } from '#/platform/http/input/body-stream.ts'
import { takesIdempotencyKey } from '#/platform/http/routing/idempotency-key.ts'
import { baseHeaders } from '#/platform/http/output/headers.ts'
import type { HeaderList, HstsScope } from '#/platform/http/output/headers.ts'
import { Reply } from '#/platform/http/routing/reply.ts'
import type { ContextDeps } from './context-in-flight.ts'
import { RequestInFlight } from './request.ts'
import type { Responder, Sent } from '#/platform/http/output/responder.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import { ResponseCheck } from './response-check.ts'
import { RouteGuard } from './route-guard.ts'
import { RouteInput } from './route-input.ts'
import { successStatus } from '#/platform/http/routing/route.ts'
import type { Policy, Route, RouteRequest, RouteSchema } from '#/platform/http/routing/route.ts'
import type { Services } from '#/platform/http/routing/services.ts'
import { StreamReply, writeStream } from '#/platform/http/output/stream.ts'
import type { RequestGate } from '#/platform/request-gate/request-gate.ts'

/** One answered request, for metrics, the log and the audit log. */
export interface FinishedRequest {
  readonly method: string
  /** The target as received. */
  readonly url: string
  /** The path pattern, never the path: it is what metrics may be labelled with. */
  readonly route: string
  /** The name of the route. */
  readonly operation: string
  /** Whether the route is one of administration. */
  readonly isAdmin: boolean
  readonly status: number
  /** The code of the error, when it was one. */
  readonly code: string | undefined
  readonly durationMs: number
  readonly context: RequestContext
}

/** Runs a creating request once for each `Idempotency-Key` and repeats the first response to a repetition. */
export interface IdempotencyGuard {
  /** `status` is the one of a response that names none. */
  once(request: RequestInFlight, body: Uint8Array | undefined, status: number, work: () => unknown): Promise<unknown>
}

/** What every endpoint of a server shares. */
export interface EndpointDeps extends ContextDeps {
  readonly basePath: string
  readonly services: Services
  readonly authenticators: Authenticators
  /** The origins under which browsers know this server. */
  readonly ownOrigins: ReadonlySet<string>
  readonly responder: Responder
  readonly hsts: HstsScope
  readonly strictResponses: boolean
  readonly idempotency: IdempotencyGuard | undefined
  readonly requestGate: RequestGate
  isDraining(): boolean
  onRequestFinished(finished: FinishedRequest): void
}

/** What fastify has read of a request before the endpoint takes over. */
export interface IncomingRequest {
  readonly id: string
  readonly raw: IncomingMessage
  readonly response: ServerResponse
  readonly params: Readonly<Record<string, string>>
  readonly queryText: string
  readonly body: Uint8Array | undefined
}

/** One route at work: guard, validate, handle, answer. */
export class Endpoint {
  readonly path: string
  readonly envelope: Envelope
  readonly headers: HeaderList
  readonly route: Route
  readonly #deps: EndpointDeps
  readonly #guard: RouteGuard
  readonly #input: RouteInput
  readonly #status: number
  readonly #check: ResponseCheck | undefined
  readonly #idempotency: IdempotencyGuard | undefined
  /** The largest body in bytes. */
  readonly bodyLimit: number

  constructor(mounted: MountedRoute, deps: EndpointDeps) {
    const { path, route } = mounted
    this.path = path
    this.route = route
    this.bodyLimit = route.bodyLimitBytes ?? BODY_LIMIT_BYTES
    this.#deps = deps
    this.envelope = envelopeOf(mounted)
    this.headers = baseHeaders({ hsts: deps.hsts, cors: route.cors === true, popup: route.popup === true })
    this.#guard = new RouteGuard(route, deps)
    this.#input = new RouteInput(mounted)
    this.#status = successStatus(route)
    this.#check = deps.strictResponses ? new ResponseCheck(mounted) : undefined
    this.#idempotency = takesIdempotencyKey(mounted) ? deps.idempotency : undefined
  }

  /** Answers a request; it never rejects, whatever the handler does. */
  async serve(arrival: IncomingRequest): Promise<void> {
    const startedAt = performance.now()
    const { raw, response } = arrival
    const request = new RequestInFlight(arrival.id, raw, arrival.params, arrival.queryText, this.#deps)
    const { context } = request
    const stream = this.route.relay ? (request.bodyStream = new BodyStream(raw, response, this.bodyLimit)) : undefined
    let sent: Sent
    try {
      const outcome = await this.#passThrough(arrival, request)
      const status =
        outcome instanceof StreamReply
          ? await this.#stream(outcome, response, this.#contextFor(context, raw), stream)
          : this.#send(outcome, response, this.#contextFor(context, raw))
      sent = { status }
    } catch (error) {
      sent = await this.#fail(error, response, this.#contextFor(context, raw, stream?.isUnread))
    }
    this.#finished(raw, context, sent, performance.now() - startedAt)
  }

  /** Handles a request when no pause holds it back. Streams go on for long, so sending is not waited for. */
  async #passThrough(arrival: IncomingRequest, request: RequestInFlight): Promise<unknown> {
    const { requestGate } = this.#deps
    if (requestGate.isClosed && this.route.auth.kind !== 'public') await requestGate.opened()
    requestGate.enter()
    try {
      return await this.#handle(arrival, request)
    } finally {
      requestGate.leave()
    }
  }

  #send(outcome: unknown, response: ServerResponse, context: AnswerContext): number {
    if (outcome instanceof Reply) {
      this.#check?.reply(outcome)
      writeReply(response, outcome, context)
      return outcome.status
    }
    this.#check?.value(this.#status, outcome)
    if (outcome === undefined || typeof outcome === 'string') writeReply(response, this.#page(outcome), context)
    else writeJson(response, this.#status, outcome, context)
    return this.#status
  }

  async #stream(
    reply: StreamReply,
    response: ServerResponse,
    context: AnswerContext,
    body: BodyStream | undefined,
  ): Promise<number> {
    this.#check?.stream(reply)
    await writeStream(response, reply, context, () => (body?.isUnread ? response.req : undefined))
    return reply.status
  }

  /** Answers a request that fastify could not read to its end, such as one whose body is too large. */
  async refuse(error: unknown, id: string, raw: IncomingMessage, response: ServerResponse): Promise<void> {
    const { context } = new RequestInFlight(id, raw, {}, '', this.#deps)
    const sent = await this.#fail(error, response, this.#contextFor(context, raw, true))
    this.#finished(raw, context, sent, 0)
  }

  #finished(raw: IncomingMessage, context: RequestContext, { status, code }: Sent, durationMs: number): void {
    this.#deps.onRequestFinished({
      method: raw.method ?? 'GET',
      url: raw.url ?? '/',
      route: this.path,
      operation: this.route.name,
      isAdmin: this.route.auth.kind === 'admin',
      status,
      code,
      durationMs,
      context,
    })
  }

  #fail(error: unknown, response: ServerResponse, context: AnswerContext): Promise<Sent> {
    const refusal = this.#check?.thrown(error) ?? error
    return this.#deps.responder.fail(refusal, this.envelope, response, context)
  }

  #contextFor(sender: RequestContext, raw: IncomingMessage, isUnread = false): AnswerContext {
    // The rest of a body that was not read is still on its way: unless that is soon over, no other request may follow it.
    const endsConnection = isUnread && !isSoonRead(raw)
    return {
      requestId: sender.requestId,
      base: this.headers,
      basePath: this.#deps.basePath,
      close: endsConnection || this.#deps.isDraining(),
      ...(endsConnection ? { unread: raw } : {}),
      corsOrigin: this.route.cors ? raw.headers.origin : undefined,
      sender,
      request: raw,
    }
  }

  #page(outcome: string | undefined): Reply {
    return new Reply(this.#status, outcome, outcome === undefined ? {} : { 'content-type': 'text/html; charset=utf-8' })
  }

  async #handle({ raw, body }: IncomingRequest, request: RequestInFlight): Promise<unknown> {
    if (!hasOneHost(raw)) throw noHost()
    if (this.#guard.isNeeded) {
      const elsewhere = await this.#guard.admit(request, () => this.#input.readForm(request, body, raw))
      if (elsewhere) return elsewhere
    }
    if (this.route.relay) request.bodyStream.checkLength()
    this.#input.read(request, body, raw)
    if (this.#idempotency && raw.headers['idempotency-key'] !== undefined) {
      return this.#idempotency.once(request, body, this.#status, () => this.#call(request))
    }
    return this.#call(request)
  }

  #call(request: RequestInFlight): unknown {
    // A route is listed in the area whose services it asks for, which is checked where it is listed.
    return this.route.handler(request as unknown as RouteRequest<RouteSchema, Policy>, this.#deps.services as never)
  }
}

// RFC 9112 §3.2: exactly one; node would refuse a request without, but not in our envelope, and keep the first of two.
function hasOneHost({ rawHeaders, httpVersionMinor }: IncomingMessage): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts === 1 || (hosts === 0 && httpVersionMinor === 0)
}

const noHost = (): AppError =>
  new AppError(commonErrors.invalid_request, { message: 'An HTTP/1.1 request needs one Host header.' })
