import type { IncomingMessage, ServerResponse } from 'node:http'
import { writeReply } from './answer.ts'
import type { AnswerContext } from './answer.ts'
import { areaOfPath, pathOf } from './area.ts'
import { preflightHeaders } from './cors.ts'
import type { Endpoint } from './endpoint.ts'
import type { Envelope } from './envelopes.ts'
import { AppError, commonErrors } from './errors.ts'
import { baseHeaders } from './headers.ts'
import type { HeaderList } from './headers.ts'
import type { PathTable } from './path-table.ts'
import { Reply } from './reply.ts'
import type { Responder } from './responder.ts'

interface NoRouteDeps {
  readonly paths: PathTable
  readonly responder: Responder
  readonly https: boolean
  isDraining(): boolean
}

/** Answers where no route fits: an unknown path, a known path with another method, and preflights. */
export class NoRoute {
  readonly #deps: NoRouteDeps
  readonly #headers: HeaderList
  readonly #corsHeaders: HeaderList

  constructor(deps: NoRouteDeps) {
    this.#deps = deps
    this.#headers = baseHeaders({ https: deps.https, cors: false })
    this.#corsHeaders = baseHeaders({ https: deps.https, cors: true })
  }

  /** Answers the status that was sent. */
  async serve(id: string, raw: IncomingMessage, response: ServerResponse): Promise<number> {
    const endpoints = this.#deps.paths.at(pathOf(raw.url ?? '/'))
    const preflighted = endpoints.filter(({ route }) => route.cors)
    if (isPreflight(raw) && preflighted.length > 0) return this.#preflight(id, raw, response, preflighted)
    return this.#deps.responder.fail(refusal(endpoints), envelopeFor(raw, endpoints), response, this.contextFor(id))
  }

  /** Answers an error that came before any route was reached. */
  fail(error: unknown, id: string, raw: IncomingMessage, response: ServerResponse): Promise<number> {
    return this.#deps.responder.fail(error, envelopeFor(raw, []), response, this.contextFor(id))
  }

  contextFor(requestId: string): AnswerContext {
    return { requestId, base: this.#headers, close: this.#deps.isDraining() }
  }

  #preflight(id: string, raw: IncomingMessage, response: ServerResponse, endpoints: readonly Endpoint[]): number {
    const origin = raw.headers.origin as string
    const headers = origin === 'null' ? {} : preflightHeaders(endpoints.map(({ route }) => route.method))
    const context = { requestId: id, base: this.#corsHeaders, close: this.#deps.isDraining(), corsOrigin: origin }
    writeReply(response, new Reply(204, undefined, headers), context)
    return 204
  }
}

const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined

function refusal(endpoints: readonly Endpoint[]): AppError {
  if (endpoints.length === 0) return new AppError(commonErrors.route_not_found)
  const methods = endpoints.flatMap(({ route }) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]))
  const allow = [...new Set(methods)].join(', ')
  return new AppError(commonErrors.method_not_allowed, { headers: { allow } })
}

/** The envelope of the place; at the root, where people and machines meet, a browser gets a page. */
function envelopeFor({ url = '/', headers }: IncomingMessage, endpoints: readonly Endpoint[]): Envelope {
  if (endpoints[0]) return endpoints[0].envelope
  const area = areaOfPath(pathOf(url))
  if (area === 'oauth') return 'oauth'
  return area === 'system' && headers.accept?.includes('text/html') ? 'page' : 'extended'
}
