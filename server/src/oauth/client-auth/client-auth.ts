import { isClientId, usesSecret } from '#/modules/clients/index.ts'
import type { Client, Clients } from '#/modules/clients/index.ts'
import type { Clock } from '#/platform/clock.ts'
import { constantTimeEqual, hashSecret } from '#/platform/crypto/secrets.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { rateLimitHeaders } from '#/platform/errors/too-many-requests.ts'
import type { Limits } from '#/platform/rate-limit/limits.ts'
import { networkOf } from '#/platform/rate-limit/network.ts'
import type { ClientAssertions } from './client-assertion.ts'
import { invalidClient, readCredentials } from './credentials.ts'
import type { ClientRequest, Credentials } from './credentials.ts'

export type { ClientRequest } from './credentials.ts'

export interface ClientAuthenticationDeps {
  readonly clients: Clients
  readonly limits: Limits
  readonly assertions: ClientAssertions
  readonly clock: Clock
}

// Failures of one client from one network. Per pair, so that guessing elsewhere never locks the genuine client out.
const FAILURES = { burst: 20, periodMs: 600_000 }
// All failures of a network together: names are free to invent, and each pair takes a row. It counts known and unknown
// ones alike, so that it tells nobody which is which, and never stands in the way of a client that proves itself.
const NETWORK_FAILURES = { burst: 100, periodMs: 600_000 }

// What a secret is compared with when there is none: an unknown client costs the same work as a wrong secret.
const NOBODYS_HASH = hashSecret('no client has this secret')

/** Authenticates OAuth clients (RFC 6749 §2.3, RFC 7523 §2.2). A success costs one point read and writes nothing. */
export class ClientAuthentication {
  readonly #deps: ClientAuthenticationDeps
  constructor(deps: ClientAuthenticationDeps) {
    this.#deps = deps
  }

  /** The client behind a request; a public client is only named, not proven. Throws what the endpoint answers. */
  async authenticate(request: ClientRequest): Promise<Client> {
    const credentials = readCredentials(request)
    // An id of impossible shape belongs to nobody: nothing to look up, nothing to count.
    if (!isClientId(credentials.clientId)) throw invalidClient('the client id is malformed')
    const network = networkOf(request.context.ip)
    const limit = `client-auth:${credentials.clientId} ${network}`
    const { allowed, retryAfterSeconds } = await this.#deps.limits.peekWhileCounting(limit, FAILURES)
    if (!allowed) throw tooManyFailures(retryAfterSeconds)
    const client = await this.#deps.clients.findByClientId(credentials.clientId)
    const failure = await this.#failureOf(client, credentials, request)
    if (client === undefined || failure !== undefined) {
      const counted = await this.#deps.limits.hit(`client-auth-network:${network}`, NETWORK_FAILURES)
      if (!counted.allowed) throw tooManyFailures(counted.retryAfterSeconds)
      await this.#deps.limits.hit(limit, FAILURES)
      throw invalidClient(failure ?? 'the client is unknown')
    }
    // Checked at use (rule G4). Who holds the right secret is not guessing, so it does not count.
    if (!client.active) throw invalidClient('the client is deactivated')
    refuseForeignOrigin(client, request)
    return client
  }

  /** Why the credentials prove nothing, for the log; undefined when they are good. */
  async #failureOf(
    client: Client | undefined,
    credentials: Credentials,
    request: ClientRequest,
  ): Promise<string | undefined> {
    switch (credentials.kind) {
      case 'secret': {
        const matches = this.#isSecretOf(client, hashSecret(credentials.secret))
        if (client && !usesSecret(client.authMethod)) return `the client is registered for ${client.authMethod}`
        return matches && client ? undefined : 'the secret is wrong or the client is unknown'
      }
      case 'assertion':
        if (client?.authMethod !== 'private_key_jwt') return 'the client is not registered for private_key_jwt'
        return this.#deps.assertions.failureOf(credentials.assertion, client, request.url)
      case 'none':
        return client?.authMethod === 'none' ? undefined : 'the client must authenticate, or is unknown'
    }
  }

  /** Compares with the present secret and the one before it, whether there are any: the work tells nothing. */
  #isSecretOf(client: Client | undefined, hash: string): boolean {
    const isPresent = constantTimeEqual(hash, client?.secretHash ?? NOBODYS_HASH)
    const isFormer = constantTimeEqual(hash, client?.formerSecretHash ?? NOBODYS_HASH)
    return isPresent || (isFormer && (client?.formerSecretUntil ?? 0) > this.#deps.clock.now())
  }
}

const tooManyFailures = (seconds: number): OAuthError =>
  new OAuthError('rate_limited', 'Too many failed attempts of this client from this address.', {
    headers: rateLimitHeaders(seconds),
  })

/**
 * A client of whom operators said where its scripts run is not served to scripts from elsewhere, before anything is used
 * up: what a page of another origin holds was not meant for it. Whoever is no browser sends no Origin.
 */
function refuseForeignOrigin({ allowedOrigins }: Client, request: ClientRequest): void {
  if (allowedOrigins === null) return
  const foreign = request.headerValues('origin').find((origin) => !allowedOrigins.includes(origin))
  if (foreign === undefined) return
  throw new OAuthError('unauthorized_client', 'Scripts of this origin must not use this client; see allowed_origins.', {
    detail: `the origin ${foreign.slice(0, 200)} is not allowed`,
  })
}
