import type { Client, Clients } from '#/modules/clients/index.ts'
import { constantTimeEqual, hashSecret } from '#/platform/crypto/secrets.ts'
import type { Actor } from '#/platform/audit/event.ts'
import { clientActor } from '#/oauth/shared/token-request.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import type { UnauthenticatedRequest } from '#/platform/http/routing/authenticator.ts'
import { rateLimitHeaders } from '#/platform/errors/too-many-requests.ts'
import type { Limits } from '#/platform/rate-limit/limits.ts'
import { networkOf } from '#/platform/rate-limit/network.ts'

/** A client that manages its own registration, and the hash of the token it showed. */
export interface RegistrationPrincipal {
  readonly client: Client
  readonly actor: Actor
}

export interface RegistrationAuthenticationDeps {
  readonly clients: Clients
  readonly limits: Limits
}

const FAILURES = { burst: 30, periodMs: 600_000 }
const NOBODYS_HASH = hashSecret('no client has this token')

/** Authenticates registration access tokens (RFC 7592 §3) against the client named in the path. */
export class RegistrationAuthentication {
  readonly #deps: RegistrationAuthenticationDeps
  constructor(deps: RegistrationAuthenticationDeps) {
    this.#deps = deps
  }

  /** The client; 401 alike for a missing, wrong or old token and for a client that is unknown or deleted. */
  async authenticate(request: UnauthenticatedRequest): Promise<RegistrationPrincipal> {
    const token = bearerOf(request)
    if (token === undefined) throw refused('Send the registration access token as Bearer.')
    const client = await this.#deps.clients.findByClientId(String(request.params['client_id']))
    const matches = constantTimeEqual(hashSecret(token), client?.registrationTokenHash ?? NOBODYS_HASH)
    if (client && matches && client.active) {
      request.context.notes.caller = { type: 'agent', id: client.clientId }
      return { client, actor: clientActor(client, request.context) }
    }
    // The right token always passes; what is wrong is slowed for its network.
    const limit = `registration-token:${networkOf(request.context.ip)}`
    const { allowed, retryAfterSeconds } = await this.#deps.limits.hit(limit, FAILURES)
    if (!allowed) throw tooMany(retryAfterSeconds)
    throw refused('The registration access token is not valid for this client.')
  }
}

/** The one bearer token of a request (RFC 6750 §2.1). */
export function bearerOf(request: Pick<UnauthenticatedRequest, 'headerValues'>): string | undefined {
  const values = request.headerValues('authorization')
  return values.length === 1 ? /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(values[0] ?? '')?.[1] : undefined
}

/** 401 with the challenge of RFC 6750 §3. */
export const refused = (description: string): OAuthError =>
  new OAuthError('invalid_token', description, { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } })

/** 429 of one of the limits here. */
export const tooMany = (seconds: number, description = 'Too many attempts from this address.'): OAuthError =>
  new OAuthError('rate_limited', description, { headers: rateLimitHeaders(seconds) })
