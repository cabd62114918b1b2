import { pathOf } from '#/platform/http/routing/mounted-routes.ts'
import type { Form } from '#/platform/http/input/form.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { includesTarget } from '#/modules/resources/index.ts'
import { scopesOf } from '#/modules/clients/index.ts'
import type { Token, Tokens } from '#/modules/tokens/index.ts'
import { dpopAlgorithms } from '#/protocol/oauth.ts'
import type { OAuthErrorCode } from '#/protocol/oauth.ts'
import type { Dpop } from '#/oauth/dpop/dpop.ts'

/** A request for a protected resource of this server. */
export interface ResourceRequest {
  readonly method: string
  /** Path and query as received. */
  readonly url: string
  readonly queryForm: Pick<Form, 'has'>
  headerValues(name: string): string[]
}

/** What a token is presented at: who it must be for, and where its proof must point. */
export interface ProtectedResource {
  readonly audience: string
  readonly url: string
}

/** A token that may be used where it was presented, and how it was. */
export interface PresentedToken {
  readonly token: Token
  readonly scheme: Scheme
}

export interface BearerPrincipal {
  readonly token: Token
}

export interface BearerDeps {
  readonly tokens: Tokens
  readonly dpop: Dpop
  /** The issuer and base URL: the audience of these resources, and where proofs must point. */
  readonly issuer: string
}

/** Authenticates access tokens at the resources of this server (RFC 6750 §2.1, RFC 9449 §7). */
export class Bearer {
  readonly #deps: BearerDeps
  constructor(deps: BearerDeps) {
    this.#deps = deps
  }

  /** The token of a request that carries the scope; 401 or 403 with the challenge of RFC 6750 §3 otherwise. */
  async authenticate(request: ResourceRequest, scope: string): Promise<BearerPrincipal> {
    const { issuer } = this.#deps
    const at = { audience: issuer, url: `${issuer}${pathOf(request.url)}` }
    const { token, scheme } = await this.authenticateAt(at, request)
    if (!scopesOf(token.scope).includes(scope)) {
      throw challenge(scheme, 'insufficient_scope', `The access token needs the scope ${scope}.`, `scope="${scope}"`)
    }
    return { token }
  }

  /** The living token of a request, when it is for this resource and whoever sends it holds its key. */
  async authenticateAt(
    at: ProtectedResource,
    request: Pick<ResourceRequest, 'method' | 'queryForm' | 'headerValues'>,
  ): Promise<PresentedToken> {
    const { scheme, text } = readAuthorization(request)
    const token = await this.#deps.tokens.authenticate(text)
    if (!token) throw challenge(scheme, 'invalid_token', 'The access token is unknown, expired or revoked.')
    await this.#checkBinding(token, scheme, () => this.#verify(text, at.url, request))
    if (!includesTarget(token.audience, at.audience)) {
      throw challenge(scheme, 'invalid_token', 'The access token is meant for another resource.')
    }
    return { token, scheme }
  }

  async #checkBinding(token: Token, scheme: Scheme, verify: () => ReturnType<Dpop['verify']>): Promise<void> {
    // RFC 9449 §7.2: a bound token is nothing without its key, and the Bearer scheme would skip the proof.
    if (token.jkt === null) {
      if (scheme === 'DPoP') throw challenge('Bearer', 'invalid_token', 'The access token is not bound to a key.')
      return
    }
    if (scheme === 'Bearer') throw challenge('DPoP', 'invalid_token', 'The access token is bound: use the DPoP scheme.')
    const proof = await verify()
    if (proof === null) throw challenge('DPoP', 'invalid_dpop_proof', 'The access token needs a DPoP proof.')
    if (proof.jkt !== token.jkt) throw challenge('DPoP', 'invalid_token', 'The proof is signed with another key.')
    await asChallenge(() => proof.claim())
  }

  #verify(text: string, url: string, request: Pick<ResourceRequest, 'method' | 'headerValues'>) {
    const expected = { method: request.method, url, accessToken: text }
    return asChallenge(() => this.#deps.dpop.verify(request.headerValues('dpop'), expected))
  }
}

type Scheme = 'Bearer' | 'DPoP'

/** RFC 9449 §7.1: what proofs may be signed with. */
const ALGORITHMS = `algs="${dpopAlgorithms.join(' ')}"`

const AUTHORIZATION = /^(Bearer|DPoP) ([A-Za-z0-9._~+/-]+=*)$/i

function readAuthorization(request: Pick<ResourceRequest, 'queryForm' | 'headerValues'>): {
  scheme: Scheme
  text: string
} {
  const values = request.headerValues('authorization')
  if (values.length > 1) throw challenge('Bearer', 'invalid_request', 'There must be one Authorization header.')
  // RFC 6750 §3.1: a request without any credentials gets the challenge without an error code.
  if (values[0] === undefined) {
    throw new OAuthError('invalid_token', 'Send an access token in the Authorization header.', {
      headers: { 'www-authenticate': `Bearer, DPoP ${ALGORITHMS}` },
    })
  }
  // RFC 6750 §2: one way to send the token; in the query string logs would keep it.
  if (request.queryForm.has('access_token')) {
    throw challenge('Bearer', 'invalid_request', 'Send the access token in the Authorization header only.')
  }
  const match = AUTHORIZATION.exec(values[0])
  if (!match) throw challenge('Bearer', 'invalid_request', 'Send Authorization: Bearer or DPoP, one space, the token.')
  return { scheme: match[1]?.toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer', text: match[2] as string }
}

/** Proof errors are 400 at the token endpoint and 401 with a challenge at a resource (RFC 9449 §7.1). */
async function asChallenge<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    throw challenge('DPoP', error.error, error.message, ALGORITHMS, error.headers)
  }
}

function challenge(
  scheme: Scheme,
  error: OAuthErrorCode,
  description: string,
  extra?: string,
  headers: Record<string, string> = {},
): OAuthError {
  const parts = [
    `error="${error}"`,
    `error_description="${description.replaceAll('"', "'")}"`,
    ...(extra ? [extra] : []),
  ]
  const status = error === 'insufficient_scope' ? 403 : error === 'invalid_request' ? 400 : 401
  return new OAuthError(error, description, {
    status,
    headers: { ...headers, 'www-authenticate': `${scheme} ${parts.join(', ')}` },
  })
}

declare module '#/platform/http/routing/services.ts' {
  interface Principals {
    bearer: BearerPrincipal
  }
}
