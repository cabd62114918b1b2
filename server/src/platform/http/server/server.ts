import fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '#/platform/clock.ts'
import { systemClock } from '#/platform/clock.ts'
import { newId } from '#/platform/ids.ts'
import type { NegotiateLocale } from '#/platform/request-context.ts'
import { BODY_LIMIT_BYTES } from '#/platform/http/input/body.ts'
import { ClientIps } from '#/platform/http/input/client-ip.ts'
import { ownOrigins } from '#/platform/http/input/origin.ts'
import { mountedRoutes } from '#/platform/http/routing/mounted-routes.ts'
import type { AreaRoutes } from '#/platform/http/routing/mounted-routes.ts'
import { basePathOf, belowBasePath } from '#/platform/http/routing/base-path.ts'
import type { Authenticators } from '#/platform/http/routing/authenticator.ts'
import { Endpoint } from './endpoint.ts'
import type { EndpointDeps, FinishedRequest, IdempotencyGuard } from './endpoint.ts'
import { Envelopes } from '#/platform/http/output/error-response.ts'
import type { RenderErrorPage } from '#/platform/http/output/error-response.ts'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { baseHeaders } from '#/platform/http/output/headers.ts'
import type { HstsScope } from '#/platform/http/output/headers.ts'
import { NoRoute } from './no-route.ts'
import { PathTable } from './path-table.ts'
import { checkRoutes } from '#/platform/http/routing/check-routes.ts'
import { Responder } from '#/platform/http/output/responder.ts'
import type { HttpLogger } from '#/platform/http/output/responder.ts'
import type { Services } from '#/platform/http/routing/services.ts'
import { SocketErrors } from './socket-errors.ts'
import { RequestGate } from '#/platform/request-gate/request-gate.ts'

/** How long a client may take, in milliseconds. */
export interface HttpTimeouts {
  readonly headersMs: number
  readonly requestMs: number
  readonly keepAliveMs: number
  /** How often the two limits above are looked after. */
  readonly checkEveryMs: number
}

/** What the server is built from. */
export interface HttpServerOptions {
  readonly areas: readonly AreaRoutes[]
  readonly services: Services
  readonly authenticators: Authenticators
  readonly config: {
    readonly baseUrl: string
    readonly trustedProxies: readonly string[]
    /** Counts where the base URL is https; our own host when not given. */
    readonly hsts?: HstsScope
  }
  readonly logger: HttpLogger
  readonly clock?: Clock
  /** Tests: every answer must have a status and shape that its route declares. */
  readonly strictResponses?: boolean
  readonly isDraining?: () => boolean
  /** Chooses the language a request is spoken to in; English when not given. */
  readonly negotiateLocale?: NegotiateLocale
  /** Lets somebody hold requests back for a moment. */
  readonly requestGate?: RequestGate
  /** Learns of peers that forward requests without being a trusted proxy. */
  readonly onUnlistedProxy?: (peer: string) => void
  readonly onRequestFinished?: (finished: FinishedRequest) => void
  readonly renderErrorPage?: RenderErrorPage
  /** Lets `Idempotency-Key` protect the routes of the `api` area that create something. */
  readonly idempotency?: IdempotencyGuard
  readonly timeouts?: Partial<HttpTimeouts>
}

const MAX_HEADER_BYTES = 16 * 1024
const MAX_PARAM_CHARACTERS = 512
const ROUTED_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const defaultTimeouts: HttpTimeouts = { headersMs: 10_000, requestMs: 30_000, keepAliveMs: 65_000, checkEveryMs: 2000 }

/** Builds the HTTP server out of routes; it refuses routes that say too little about themselves. */
export function buildHttpServer(options: HttpServerOptions): FastifyInstance {
  const routes = mountedRoutes(options.areas)
  checkRoutes(routes, options.authenticators)
  let closing = false
  const parts = assemble(options, () => closing || options.isDraining?.() === true)
  const app = createFastify(parts)
  app.addHook('preClose', (done) => {
    closing = true
    parts.endpointDeps.responder.flush()
    done()
  })
  for (const mounted of routes) mount(app, new Endpoint(mounted, parts.endpointDeps), parts.paths)
  refuseShadowed(app, parts)
  return app
}

interface Parts {
  readonly endpointDeps: EndpointDeps
  readonly paths: PathTable
  readonly noRoute: NoRoute
  readonly timeouts: HttpTimeouts
  onClientError(error: Error, socket: Socket): void
  newRequestId(): string
}

const ignore = (): void => {}

function assemble(options: HttpServerOptions, isDraining: () => boolean): Parts {
  const { baseUrl, trustedProxies } = options.config
  const { onRequestFinished = ignore, clock = systemClock } = options
  const hsts = baseUrl.startsWith('https:') ? (options.config.hsts ?? 'host') : 'off'
  const basePath = basePathOf(baseUrl)
  const envelopes = new Envelopes(baseUrl, options.renderErrorPage)
  const responder = new Responder({ envelopes, logger: options.logger })
  const paths = new PathTable()
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const newRequestId = (): string => newId('req', clock.now())
  const headers = baseHeaders({ hsts, cors: false })
  const clientIps = new ClientIps(trustedProxies, options.onUnlistedProxy)
  const contextDeps = { clientIps, negotiateLocale: options.negotiateLocale ?? (() => 'en' as const) }
  const socketErrors = new SocketErrors({ envelopes, headers, paths, basePath, newRequestId })
  return {
    paths,
    timeouts,
    onClientError: (error, socket) => socketErrors.respond(error, socket),
    noRoute: new NoRoute({ ...contextDeps, paths, responder, hsts, basePath, isDraining, onRequestFinished }),
    newRequestId,
    endpointDeps: {
      services: options.services,
      authenticators: options.authenticators,
      ownOrigins: ownOrigins(baseUrl),
      ...contextDeps,
      responder,
      hsts,
      basePath,
      strictResponses: options.strictResponses ?? false,
      idempotency: options.idempotency,
      requestGate: options.requestGate ?? new RequestGate(),
      isDraining,
      onRequestFinished,
    },
  }
}

function createFastify(parts: Parts): FastifyInstance {
  const { noRoute, timeouts } = parts
  const { basePath } = parts.endpointDeps
  const app = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      requireHostHeader: false,
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkEveryMs,
    },
    // What was accepted before the end is served to its end; `Connection: close` sends the next request elsewhere.
    return503OnClosing: false,
    requestIdHeader: false,
    // At the root of an origin there is nothing to translate, so no request pays for it.
    ...(basePath === '' ? {} : { rewriteUrl: (raw: IncomingMessage) => belowBasePath(raw.url ?? '/', basePath) }),
    genReqId: () => parts.newRequestId(),
    routerOptions: {
      maxParamLength: MAX_PARAM_CHARACTERS,
      // Most routes never look at the query; those that do parse the text strictly themselves.
      querystringParser: (text: string) => text as unknown as Record<string, unknown>,
    },
    frameworkErrors: (error, request, reply) => void noRoute.refuse(error, request.id, request.raw, reply.raw),
    clientErrorHandler: parts.onClientError,
    schemaController: { compilersFactory: { buildValidator: notCompiled, buildSerializer: notCompiled } },
  })
  // Bodies arrive as bytes; the endpoint knows what they should be, and looks at them after the caller is known.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  // Before fastify has an opinion: it asks QUERY (RFC 10008) for a content type, whether or not a route has the method.
  app.addHook('onRequest', (request, reply, done) => {
    if (ROUTED_METHODS.has(request.method)) return done()
    reply.hijack()
    void noRoute.serve(request.id, request.raw, reply.raw)
  })
  app.setNotFoundHandler((request, reply) => void noRoute.serve(request.id, request.raw, reply.raw))
  app.setErrorHandler((error, request, reply) => refuse(error, request, reply, noRoute))
  return app
}

/** The endpoint validates and writes by the schema of its route, so that Fastify need not load what would compile one. */
const notCompiled = (): never => {
  throw new Error('no route shows its schema to Fastify')
}

/** An error of fastify itself, such as a body that is too large. */
function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply, noRoute: NoRoute): void {
  const { endpoint } = request.routeOptions.config as { endpoint?: Endpoint }
  const refusal = isTooLarge(error) ? tooLarge(endpoint) : error
  void (endpoint ?? noRoute).refuse(refusal, request.id, request.raw, reply.raw)
}

const isTooLarge = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === 'FST_ERR_CTP_BODY_TOO_LARGE'

const tooLarge = (endpoint: Endpoint | undefined): AppError =>
  new AppError(commonErrors.payload_too_large, { details: { limit_bytes: endpoint?.bodyLimit ?? BODY_LIMIT_BYTES } })

/** 405 for a path that is spelled out, where a wider one with this method would look for it as an id. */
function refuseShadowed(app: FastifyInstance, { paths, noRoute }: Parts): void {
  for (const { path, methods } of paths.shadowed()) {
    app.route({
      method: methods,
      url: path,
      exposeHeadRoute: false,
      handler: (request, reply) => void noRoute.serve(request.id, request.raw, reply.raw),
    })
  }
}

function mount(app: FastifyInstance, endpoint: Endpoint, paths: PathTable): void {
  paths.add(endpoint)
  if (!endpoint.route.relay) return addRoute(app, endpoint)
  // A scope of its own, whose bodies nobody reads before the endpoint does.
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null))
    addRoute(scope, endpoint)
    done()
  })
}

function addRoute(app: FastifyInstance, endpoint: Endpoint): void {
  const { route, path } = endpoint
  app.route({
    method: route.method,
    url: path,
    bodyLimit: endpoint.bodyLimit,
    exposeHeadRoute: route.noHead !== true,
    config: { endpoint },
    handler: (request, reply) => {
      void endpoint.serve({
        id: request.id,
        raw: request.raw,
        response: reply.raw,
        params: request.params as Record<string, string>,
        queryText: request.query as string,
        body: request.body as Uint8Array | undefined,
      })
    },
  })
}
