import type { IncomingMessage, ServerResponse } from 'node:http'
import { writeReply } from '#/platform/http/output/write-response.ts'
import { areaOfPath, pathOf } from '#/platform/http/routing/mounted-routes.ts'
import { preflightHeaders } from '#/platform/http/output/cors.ts'
import type { Endpoint, FinishedRequest } from './endpoint.ts'
import type { Envelope } from '#/platform/http/output/error-response.ts'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { baseHeaders } from '#/platform/http/output/headers.ts'
import type { HeaderList, HstsScope } from '#/platform/http/output/headers.ts'
import { methodsOf } from './path-table.ts'
import type { PathTable } from './path-table.ts'
import { Reply } from '#/platform/http/routing/reply.ts'
import type { Responder, Sent } from '#/platform/http/output/responder.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { ContextDeps } from './context-in-flight.ts'
import { RequestInFlight } from './request.ts'

interface NoRouteDeps extends ContextDeps {
  readonly paths: PathTable
  readonly responder: Responder
  readonly hsts: HstsScope
  readonly basePath: string
  isDraining(): boolean
  onRequestFinished(finished: FinishedRequest): void
}

// Paths nobody serves are the caller's to invent, so metrics see one name for all of them.
const NO_ROUTE = 'none'

/** Answers where no route fits: an unknown path, a known path with another method, and preflights. */
export class NoRoute {
  readonly #deps: NoRouteDeps
  readonly #headers: HeaderList
  readonly #corsHeaders: HeaderList

  constructor(deps: NoRouteDeps) {
    this.#deps = deps
    this.#headers = baseHeaders({ hsts: deps.hsts, cors: false })
    this.#corsHeaders = baseHeaders({ hsts: deps.hsts, cors: true })
  }

  async serve(id: string, raw: IncomingMessage, response: ServerResponse): Promise<void> {
    const endpoints = this.#deps.paths.at(pathOf(raw.url ?? '/'))
    const readable = endpoints.filter(({ route }) => route.cors)
    if (isPreflight(raw) && readable.length > 0) this.#preflight(id, raw, response, readable)
    else await this.#refuse(refusal(endpoints), id, raw, response, endpoints)
  }

  /** Answers an error that came before any route was reached. */
  refuse(error: unknown, id: string, raw: IncomingMessage, response: ServerResponse): Promise<void> {
    return this.#refuse(error, id, raw, response, [])
  }

  async #refuse(
    error: unknown,
    id: string,
    raw: IncomingMessage,
    response: ServerResponse,
    endpoints: readonly Endpoint[],
  ): Promise<void> {
    const sender = this.#contextOf(id, raw)
    const context = {
      requestId: id,
      base: this.#headers,
      basePath: this.#deps.basePath,
      close: this.#deps.isDraining(),
      sender,
      request: raw,
    }
    this.#finished(raw, sender, await this.#deps.responder.fail(error, envelopeFor(raw, endpoints), response, context))
  }

  #contextOf(id: string, raw: IncomingMessage): RequestContext {
    return new RequestInFlight(id, raw, {}, '', this.#deps).context
  }

  #finished(raw: IncomingMessage, context: RequestContext, { status, code }: Sent): void {
    const { method = 'GET', url = '/' } = raw
    const none = { route: NO_ROUTE, operation: NO_ROUTE, isAdmin: false, durationMs: 0 }
    this.#deps.onRequestFinished({ ...none, method, url, status, code, context })
  }

  #preflight(id: string, raw: IncomingMessage, response: ServerResponse, endpoints: readonly Endpoint[]): void {
    const origin = raw.headers.origin as string
    const headers = origin === 'null' ? {} : preflightHeaders(endpoints.map(({ route }) => route.method))
    const context = {
      requestId: id,
      base: this.#corsHeaders,
      basePath: this.#deps.basePath,
      close: this.#deps.isDraining(),
      corsOrigin: origin,
    }
    writeReply(response, new Reply(204, undefined, headers), context)
    this.#finished(raw, this.#contextOf(id, raw), { status: 204 })
  }
}

const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined

/** Says that a path is unknown, or which methods it has. */
export function refusal(endpoints: readonly Endpoint[]): AppError {
  if (endpoints.length === 0) return new AppError(commonErrors.route_not_found)
  const allow = [...methodsOf(endpoints)].join(', ')
  return new AppError(commonErrors.method_not_allowed, { headers: { allow } })
}

/** The envelope of the place; at the root, where people and machines meet, a browser gets a page. */
function envelopeFor({ url = '/', headers }: IncomingMessage, endpoints: readonly Endpoint[]): Envelope {
  if (endpoints[0]) return endpoints[0].envelope
  const area = areaOfPath(pathOf(url))
  if (area === 'oauth' || area === 'scim') return area
  return area === 'system' && headers.accept?.includes('text/html') ? 'page' : 'extended'
}
