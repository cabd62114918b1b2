import { AccessError } from './errors.ts'
import type { RequestHeaders } from './request.ts'
import type { AccessToken } from './token.ts'
import type { Needs, Verifier } from './verifier.ts'

type Refused = AccessError | undefined

interface NodeRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  /** As Express keeps it, where a router cut the beginning off. */
  readonly originalUrl?: string | undefined
  readonly headers: RequestHeaders
}

interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): { end(body: string): unknown }
}

interface FastifyRequest {
  readonly method: string
  readonly originalUrl: string
  readonly headers: RequestHeaders
}

interface FastifyReply {
  code(status: number): unknown
  headers(headers: Record<string, string>): unknown
  send(body: object): unknown
}

interface HonoContext {
  readonly req: { readonly raw: Request }
}

/** A handler of requests of the web, as workers, Deno and Bun have it, behind the verifier. */
export function fetchGuard<Rest extends readonly unknown[]>(
  verifier: Verifier,
  handler: (request: Request, token: AccessToken, ...rest: Rest) => Response | Promise<Response>,
  needs?: Needs,
): (request: Request, ...rest: Rest) => Promise<Response> {
  return async (request, ...rest) => {
    const refused = await check(verifier, request, request, needs)
    return refused?.toResponse() ?? handler(request, verifier.tokenOf(request), ...rest)
  }
}

/** Middleware for Hono; `verifier.tokenOf(context)` has the token. */
export function honoGuard(verifier: Verifier, needs?: Needs) {
  return async (context: HonoContext, next: () => Promise<void>): Promise<Response | undefined> => {
    const refused = await check(verifier, context.req.raw, context, needs)
    if (refused === undefined) await next()
    return refused?.toResponse()
  }
}

/** Middleware for Express, and for whatever else takes requests as Node has them; `verifier.tokenOf(request)` has the token. */
export function expressGuard(verifier: Verifier, needs?: Needs) {
  return (request: NodeRequest, response: NodeResponse, next: (error?: unknown) => void): void => {
    const { method = '', headers, originalUrl, url = '/' } = request
    check(verifier, { method, url: originalUrl ?? url, headers }, request, needs).then((refused) => {
      if (refused === undefined) return next()
      const type = { 'Content-Type': 'application/json' }
      response.writeHead(refused.status, { ...headersOf(refused), ...type }).end(JSON.stringify(refused.body))
    }, next)
  }
}

/** A hook for Fastify, as `onRequest` or `preHandler`; `verifier.tokenOf(request)` has the token. */
export function fastifyGuard(verifier: Verifier, needs?: Needs) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { method, originalUrl: url, headers } = request
    const refused = await check(verifier, { method, url, headers }, request, needs)
    if (refused === undefined) return undefined
    reply.code(refused.status)
    reply.headers(headersOf(refused))
    return reply.send(refused.body)
  }
}

async function check(
  verifier: Verifier,
  request: Parameters<Verifier['authenticate']>[0],
  holder: object,
  needs: Needs | undefined,
): Promise<Refused> {
  try {
    verifier.remember(holder, await verifier.authenticate(request, needs))
    return undefined
  } catch (error) {
    if (error instanceof AccessError) return error
    throw error
  }
}

const headersOf = ({ headers }: AccessError): Record<string, string> => ({ ...headers, 'Cache-Control': 'no-store' })
