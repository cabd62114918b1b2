import type { Caller } from '#/modules/proxy/access/caller.ts'
import { decide } from '#/modules/proxy/access/decision.ts'
import type { Decision, Denial, RuledRequest } from '#/modules/proxy/access/decision.ts'
import { identityHeaders } from '#/modules/proxy/access/identity-headers.ts'
import type { IdentityHeaders } from '#/modules/proxy/access/identity-headers.ts'
import type { RuleSets } from '#/modules/proxy/access/rule-set.ts'
import type { CanonicalPath } from '#/platform/paths/canonical-path.ts'
import { outsideOrigin } from '#/modules/proxy/upstreams/upstream.ts'
import type { Upstream } from '#/modules/proxy/upstreams/upstream.ts'
import type { Clock } from '#/platform/clock.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import type { Assertions } from './assertion.ts'
import { refusedToken, strangerChallenge, tokenChallenge } from './challenge.ts'
import { carriesToken } from './credentials.ts'
import type { Credentials, CredentialSource } from './credentials.ts'
import type { GatewaySessions } from './gateway-sessions.ts'

/** A request as it stands before the gateway, wherever it was met. */
export interface GatewayRequest extends CredentialSource {
  readonly host: string
  /** Whether a person's browser opens a page by it, and so can be led to sign in. */
  readonly opensPage: boolean
}

/** A request that goes on, with what its upstream is told. */
export interface Passing {
  readonly passes: true
  readonly upstream: Upstream
  readonly path: CanonicalPath
  readonly caller: Caller | undefined
  readonly headers: IdentityHeaders
}

/** A request that does not, with what is answered. */
export interface Refusal {
  readonly passes: false
  readonly upstream: Upstream | null
  readonly reason: Denial | 'invalid_credentials'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly cookies: readonly string[]
  readonly message: string
}
export type Verdict = Passing | Refusal

export interface AuthorizationDeps {
  readonly issuer: string
  readonly clock: Clock
  readonly ruleSets: RuleSets
  readonly credentials: Credentials
  readonly assertions: Assertions
  readonly gatewaySessions: GatewaySessions
}

/** Where the document of RFC 9728 §3 stands at every host. */
export const METADATA_PATH = '/.well-known/oauth-protected-resource'

/** Decides about requests, for the listener and for other proxies that ask, and words the refusals. */
export class GatewayAuthorization {
  readonly #deps: AuthorizationDeps
  constructor(deps: AuthorizationDeps) {
    this.#deps = deps
  }

  /** What comes of a request. It throws when it can't tell: then nobody comes through (rule G3). */
  async authorize(request: GatewayRequest): Promise<Verdict> {
    const { ruleSets, credentials, clock } = this.#deps
    const set = await ruleSets.current()
    const upstream = set.hosts.get(request.host)?.upstream
    if (upstream) request.context.notes.upstream = upstream.id
    let ruled: RuledRequest | undefined
    const find = async (found: RuledRequest): Promise<Caller | undefined> => {
      ruled = found
      const caller = await credentials.find(found, request)
      note(request, caller)
      return caller
    }
    const asked = { host: request.host, method: request.method, target: request.target }
    try {
      const { decision, caller } = await decide(set, asked, find, clock.now())
      return decision.allowed ? await this.#pass(decision, caller) : this.#refuse(decision, caller, ruled, request)
    } catch (error) {
      if (!(error instanceof OAuthError) || !ruled || !carriesToken(request)) throw error
      return this.#refuseToken(error, ruled.upstream)
    }
  }

  /** Whether whoever opened a stream would still be let in, by what they brought then. */
  async wouldPass(request: GatewayRequest): Promise<boolean> {
    const { ruleSets, credentials, clock } = this.#deps
    const asked = { host: request.host, method: request.method, target: request.target }
    const find = (found: RuledRequest): Promise<Caller | undefined> => credentials.findAgain(found, request)
    return (await decide(await ruleSets.current(), asked, find, clock.now())).decision.allowed
  }

  async #pass({ upstream, path }: RuledRequest, caller: Caller | undefined): Promise<Passing> {
    const assertion = caller && (await this.#deps.assertions.of(caller, upstream))
    const headers = {
      ...identityHeaders(caller),
      ...(assertion === undefined ? {} : { 'X-Mandate-Assertion': assertion }),
    }
    return { passes: true, upstream, path, caller, headers }
  }

  #refuse(
    decision: Extract<Decision, { allowed: false }>,
    caller: Caller | undefined,
    ruled: RuledRequest | undefined,
    request: GatewayRequest,
  ): Refusal {
    const { reason, upstream } = decision
    const refusal = { passes: false, upstream, reason, message: MESSAGES[reason], cookies: [], headers: {} } as const
    const needsPerson = reason === 'not_signed_in' || (reason === 'step_up_required' && caller?.method === 'session')
    if (needsPerson && ruled && request.opensPage) {
      const { location, cookies } = this.#deps.gatewaySessions.lead(ruled, request.context.cookies)
      return { ...refusal, status: 303, headers: { location }, cookies }
    }
    const challenge = this.#challengeOf(decision, caller)
    const isPerson = caller?.method === 'session' && request.opensPage
    const anew = isPerson && ruled && this.#deps.gatewaySessions.lead(ruled, request.context.cookies, true)
    return {
      ...refusal,
      ...(anew && { signInAnew: anew.location, cookies: anew.cookies }),
      status: STATUS[reason],
      headers: {
        ...(challenge === undefined ? {} : { 'www-authenticate': challenge }),
        ...(reason === 'method_not_allowed' ? { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' } : {}),
      },
    }
  }

  #challengeOf(decision: Extract<Decision, { allowed: false }>, caller: Caller | undefined): string | undefined {
    const { reason, upstream } = decision
    if (!upstream) return undefined
    const metadata = this.#metadataUrl(upstream)
    if (!caller || caller.method === 'session') return STATUS[reason] === 401 ? strangerChallenge(metadata) : undefined
    return tokenChallenge(decision, caller, metadata)
  }

  #refuseToken(error: OAuthError, upstream: Upstream): Refusal {
    const { status, headers } = refusedToken(error, this.#metadataUrl(upstream))
    return {
      passes: false,
      upstream,
      reason: 'invalid_credentials',
      status,
      headers,
      cookies: [],
      message: error.message,
    }
  }

  #metadataUrl(upstream: Upstream): string {
    return `${outsideOrigin(upstream, this.#deps.issuer)}${METADATA_PATH}`
  }
}

/** Puts down for the log who is behind a request. */
function note({ context: { notes } }: GatewayRequest, caller: Caller | undefined): void {
  const clientId = caller?.agent?.clientId ?? caller?.clientId
  if (clientId) notes.caller = { type: 'agent', id: clientId }
  else if (caller?.user) notes.caller = { type: 'user', id: caller.user.id }
}

const STATUS: Readonly<Record<Denial, number>> = {
  unknown_host: 421,
  method_not_allowed: 405,
  ambiguous_path: 400,
  no_rule: 403,
  not_signed_in: 401,
  not_an_agent: 403,
  missing_role: 403,
  missing_permission: 403,
  not_a_member: 403,
  missing_scope: 403,
  step_up_required: 401,
}

const MESSAGES: Readonly<Record<Denial, string>> = {
  unknown_host: 'Nothing is served for this host.',
  method_not_allowed: 'This method goes nowhere here.',
  ambiguous_path: 'The path can be read in more than one way.',
  no_rule: 'No rule lets anybody in here.',
  not_signed_in: 'Sign in, or bring an access token for this host.',
  not_an_agent: 'Only agents come in here.',
  missing_role: 'A role is missing.',
  missing_permission: 'A permission is missing.',
  not_a_member: 'Only members of an organization come in here.',
  missing_scope: 'The access token lacks a scope.',
  step_up_required: 'Sign in more strongly, or again.',
}
