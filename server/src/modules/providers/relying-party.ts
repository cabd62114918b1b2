import type { ClientAuth, Configuration, CustomFetch, ServerMetadata } from 'openid-client'
import type * as openidClient from 'openid-client'
import type { Clock } from '#/platform/clock.ts'
import { DatabaseUnavailable } from '#/platform/db/errors.ts'
import { OutboundError } from '#/platform/outbound/outbound-error.ts'
import type { Outbound } from '#/platform/outbound/outbound.ts'
import type { Connection } from './connection.ts'
import { membersOf, UnusableProfile } from './profile.ts'
import type { Claims, Profile } from './profile.ts'

export interface RelyingPartyDeps {
  readonly outbound: Outbound
  readonly clock: Clock
}

/** What one round trip is bound to; only the state travels in the clear. */
export interface TripSecrets {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** A provider said no, or what came from it can't be believed. `detail` is for the log. */
export class ProviderFailure extends Error {
  readonly reason: 'denied' | 'failed'
  constructor(reason: 'denied' | 'failed', detail: string, cause?: unknown) {
    super(detail, cause === undefined ? undefined : { cause })
    this.reason = reason
  }
}

const REMEMBERED_MS = 600_000
const TIMEOUT_SECONDS = 10
const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri'] as const

/**
 * Our side of the protocols that providers speak: OpenID Connect with PKCE and nonce, and plain OAuth 2.0. Every request
 * goes through the guard of `platform/outbound`, every ID token is checked down to its signature.
 */
export class RelyingParty {
  readonly #deps: RelyingPartyDeps
  readonly #known = new Map<string, { version: number; until: number; configuration: Configuration }>()
  constructor(deps: RelyingPartyDeps) {
    this.#deps = deps
  }

  /** Where to send a person (OpenID Connect Core §3.1.2.1, RFC 7636 §4.3). */
  async authorizationUrl(connection: Connection, secrets: TripSecrets): Promise<string> {
    return this.#explaining(async () => {
      const client = await import('openid-client')
      const configuration = await this.#configurationOf(connection)
      const isOidc = connection.traits.protocol === 'oidc'
      const url = client.buildAuthorizationUrl(configuration, {
        ...connection.traits.parameters,
        redirect_uri: connection.callbackUrl,
        scope: connection.scopes,
        state: secrets.state,
        code_challenge: await client.calculatePKCECodeChallenge(secrets.codeVerifier),
        code_challenge_method: 'S256',
        ...(isOidc ? { nonce: secrets.nonce } : {}),
      })
      return url.href
    })
  }

  /** Who came back with these parameters. Throws `ProviderFailure`. */
  async profileOf(connection: Connection, answer: URLSearchParams, secrets: TripSecrets): Promise<Profile> {
    return this.#explaining(async () => {
      const client = await import('openid-client')
      const configuration = await this.#configurationOf(connection)
      const { traits } = connection
      const tokens = await client.authorizationCodeGrant(
        configuration,
        new URL(`${connection.callbackUrl}?${answer}`),
        {
          expectedState: secrets.state,
          pkceCodeVerifier: secrets.codeVerifier,
          ...(traits.protocol === 'oidc' ? { expectedNonce: secrets.nonce, idTokenExpected: true } : {}),
        },
      )
      if (traits.protocol === 'oidc') {
        const claims = verifiedClaims(tokens.claims(), connection)
        return traits.profile(await this.#withUserInfo(configuration, tokens.access_token, claims))
      }
      return traits.profile(async (url) => {
        const resource = await client.fetchProtectedResource(configuration, tokens.access_token, new URL(url), 'GET')
        if (resource.status !== 200) throw new UnusableProfile(`the provider answered ${resource.status}`)
        const members: unknown = await resource.json()
        return members
      })
    })
  }

  /** Some providers keep the address out of the ID token; then it is asked for (OpenID Connect Core §5.3). */
  async #withUserInfo(configuration: Configuration, accessToken: string, claims: Claims): Promise<Claims> {
    const asks = claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
    if (!asks) return claims
    const client = await import('openid-client')
    return { ...claims, ...(await client.fetchUserInfo(configuration, accessToken, String(claims['sub']))) }
  }

  async #configurationOf(connection: Connection): Promise<Configuration> {
    const now = this.#deps.clock.now()
    const known = this.#known.get(connection.id)
    if (known?.version === connection.version && now < known.until) return known.configuration
    const configuration = await this.#discover(connection)
    this.#known.set(connection.id, { version: connection.version, until: now + REMEMBERED_MS, configuration })
    return configuration
  }

  async #discover(connection: Connection): Promise<Configuration> {
    const client = await import('openid-client')
    const { traits, issuer, clientId } = connection
    const fetch = this.#deps.outbound.fetch as CustomFetch
    if (traits.protocol === 'oauth2') {
      const { authorization, token } = traits.endpoints
      const server = { issuer, authorization_endpoint: authorization, token_endpoint: token }
      const configuration = new client.Configuration(server, clientId, undefined, this.#authOf(connection, client))
      configuration[client.customFetch] = fetch
      configuration.timeout = TIMEOUT_SECONDS
      return configuration
    }
    const url = new URL(issuer)
    const configuration = await client.discovery(url, clientId, undefined, this.#authOf(connection, client), {
      [client.customFetch]: fetch,
      timeout: TIMEOUT_SECONDS,
      // Without the check of the signature a token endpoint that is not who it says would be enough.
      execute: [
        client.enableNonRepudiationChecks,
        // The guard decides where plain http may go at all.
        ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    })
    await this.#refuseInwardEndpoints(configuration.serverMetadata())
    return configuration
  }

  /** A document that points inward is refused as a whole, before anybody is sent anywhere (rule RP3). */
  async #refuseInwardEndpoints(server: ServerMetadata): Promise<void> {
    for (const name of ENDPOINTS) {
      const endpoint = server[name]
      if (endpoint === undefined && name !== 'userinfo_endpoint') throw new UnusableProfile(`${name} is missing`)
      if (endpoint !== undefined) await this.#deps.outbound.check(endpoint)
    }
  }

  #authOf({ clientSecret, authMethod }: Connection, client: typeof openidClient): ClientAuth {
    if (clientSecret === null) return client.None()
    return (server, metadata, body, headers) => {
      const secret = clientSecret(this.#deps.clock.now())
      const wantsForm = authMethod === 'client_secret_post' || (authMethod === undefined && takesFormOnly(server))
      const authenticate = wantsForm ? client.ClientSecretPost(secret) : client.ClientSecretBasic(secret)
      authenticate(server, metadata, body, headers)
    }
  }

  async #explaining<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw explain(error)
    }
  }
}

const takesFormOnly = ({ token_endpoint_auth_methods_supported: methods }: ServerMetadata): boolean =>
  methods !== undefined && !methods.includes('client_secret_basic') && methods.includes('client_secret_post')

/** OpenID Connect Core §3.1.3.7 point 4: an authorized party that is named must be us, also beside a single audience. */
function verifiedClaims(claims: Claims | undefined, { clientId }: Connection): Claims {
  const verified = membersOf(claims)
  if (verified['azp'] !== undefined && verified['azp'] !== clientId) {
    throw new UnusableProfile('the ID token was issued to another party')
  }
  return verified
}

function explain(error: unknown): Error {
  const cause = error instanceof Error ? error.cause : undefined
  // Our own database is no fault of the provider.
  if (error instanceof DatabaseUnavailable || cause instanceof DatabaseUnavailable) return (cause ?? error) as Error
  if (error instanceof UnusableProfile || error instanceof OutboundError) {
    return new ProviderFailure('failed', error.message, error)
  }
  const { error: code } = error as { error?: unknown }
  const denied = code === 'access_denied' || code === 'user_cancelled_authorize'
  const said = typeof code === 'string' ? `${nameOf(error)}: ${code}` : nameOf(error)
  return new ProviderFailure(denied ? 'denied' : 'failed', said, error)
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.message : 'not an error')
