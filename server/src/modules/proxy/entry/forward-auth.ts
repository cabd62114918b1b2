import { AppError } from '#/platform/errors/app-error.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { FigureBook } from '#/modules/proxy/forwarding/figures.ts'
import { foreignCookies } from '#/modules/proxy/forwarding/headers.ts'
import { hostOf, opensPage } from '#/modules/proxy/forwarding/incoming.ts'
import type { GatewayAuthorization, GatewayRequest, Refusal } from '#/modules/proxy/identity/authorization.ts'
import { proxyErrors } from '#/modules/proxy/shared/errors.ts'
import { IDENTITY_HEADERS } from '#/modules/proxy/access/identity-headers.ts'
import type { IdentityHeaders } from '#/modules/proxy/access/identity-headers.ts'

/**
 * What is told where there is nothing to tell: each header every time, since one that is missing is left as the visitor sent
 * it by some proxies, and filled with the name of their own variable by others.
 */
const NOTHING: IdentityHeaders = Object.fromEntries(IDENTITY_HEADERS.map((name) => [name, '']))

/** What another proxy sends along when it asks. */
export interface AskingRequest {
  readonly context: RequestContext
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Whether it is one that the configuration names. */
  readonly fromTrustedProxy: boolean
  headerValues(name: string): string[]
}

/** What it is told. */
export interface ForwardAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly cookies: readonly string[]
  readonly body: object | undefined
}

export interface ForwardAuthDeps {
  readonly issuer: string
  readonly authorization: GatewayAuthorization
  readonly figures: FigureBook
  readonly monotonicMs: () => number
}

/** Decides for other proxies, by the rules of the gateway. */
export class ForwardAuth {
  readonly #deps: ForwardAuthDeps
  constructor(deps: ForwardAuthDeps) {
    this.#deps = deps
  }

  /** Whether the request that a proxy describes may pass. `byHeader` is for one that passes no redirect on. */
  async ask(request: AskingRequest, byHeader: boolean): Promise<ForwardAnswer> {
    // Anybody else could say that they ask about another path than they then open.
    if (!request.fromTrustedProxy) throw new AppError(proxyErrors.forward_auth_untrusted)
    const { authorization, figures, monotonicMs } = this.#deps
    const startedAt = monotonicMs()
    const asked = this.#described(request)
    const verdict = await authorization.authorize(asked)
    const own = figures.of(verdict.upstream?.id ?? null)
    if (!verdict.passes) {
      own.denied(verdict.reason)
      return this.#refusal(verdict, request, byHeader)
    }
    // The other proxy sends on what it has, not our form of it: only where both are the same do we know what it opens.
    if (verdict.path.path + verdict.path.query !== asked.target) {
      own.denied('ambiguous_path')
      throw denied('ambiguous_path')
    }
    own.served(monotonicMs() - startedAt)
    // In place of the Cookie header that the other proxy has, which carries what is ours.
    const cookie = request.headerValues('cookie').map(foreignCookies).join('; ')
    return { status: 204, headers: { ...NOTHING, ...verdict.headers, cookie }, cookies: [], body: undefined }
  }

  #described(request: AskingRequest): GatewayRequest {
    const method = request.headerValues('x-forwarded-method')
    const host = request.headerValues('x-forwarded-host')
    const target = request.headerValues('x-forwarded-uri')
    if ([method, host, target].some((values) => values.length !== 1))
      throw new AppError(proxyErrors.forward_auth_incomplete)
    const { context, headers } = request
    return {
      method: method[0] as string,
      host: hostOf(host[0] as string, this.#deps.issuer) ?? '',
      target: target[0] as string,
      context,
      opensPage: opensPage(method[0] as string, headers),
      headerValues: (name) => request.headerValues(name),
    }
  }

  #refusal(refusal: Refusal, { context }: AskingRequest, byHeader: boolean): ForwardAnswer {
    const { status, headers, cookies, reason, message } = refusal
    if (status === 303 && !byHeader) return { status, headers, cookies, body: undefined }
    const { location, ...rest } = headers
    if (status !== 401 && location === undefined) throw denied(reason, rest)
    const signIn = location === undefined ? {} : { 'x-mandate-sign-in': location }
    const code = proxyErrors.gateway_unauthenticated
    const body = {
      error: code.error,
      code: code.code,
      message,
      docs_url: `${this.#deps.issuer}/docs/errors#${code.code}`,
      details: { request_id: context.requestId, reason },
    }
    return {
      status: 401,
      headers: { 'x-mandate-reason': reason, 'www-authenticate': 'Bearer', ...rest, ...signIn },
      cookies,
      body,
    }
  }
}

// nginx passes on 401 and 403 alone, and makes an error of ours of whatever else.
const denied = (reason: string, headers: Record<string, string> = {}): AppError =>
  new AppError(proxyErrors.gateway_denied, { details: { reason }, headers: { ...headers, 'x-mandate-reason': reason } })
