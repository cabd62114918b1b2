import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import type { JWTPayload } from 'jose'
import { OAuthError } from './errors.ts'
import { endpointOf } from './metadata.ts'
import type { ServerMetadata } from './metadata.ts'
import type { Network } from './network.ts'

/** Who signed in, as the server says. */
export interface IdTokenClaims extends JWTPayload {
  readonly sub: string
  readonly auth_time?: number
  readonly acr?: string
  readonly amr?: readonly string[]
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
}

/** What an ID token must fit. */
interface Expectation {
  readonly clientId: string
  readonly nonce?: string | undefined
  /** Seconds since the person proved who they are, at most. */
  readonly maxAge?: number | undefined
}

type KeySet = ReturnType<typeof createRemoteJWKSet>

// Clocks of servers and of the machines that people carry differ.
const TOLERANCE_SECONDS = 60
const ALGORITHMS = ['ES256', 'RS256', 'PS256', 'EdDSA', 'Ed25519']

/** Checks ID tokens of one issuer against its keys, which are kept. */
export class IdTokens {
  readonly #network: Network
  #keys: KeySet | undefined

  constructor(network: Network) {
    this.#network = network
  }

  /** The claims of a token that passes every check of OpenID Connect Core §3.1.3.7; the signature is checked, too. */
  async verify(token: string, metadata: ServerMetadata, expected: Expectation): Promise<IdTokenClaims> {
    const { clientId, nonce, maxAge } = expected
    const claims = await this.#signed(token, metadata, clientId)
    const audiences = [claims.aud ?? []].flat()
    if (typeof claims.sub !== 'string') throw refused('has no subject')
    if (claims['azp'] === undefined ? audiences.length > 1 : claims['azp'] !== clientId)
      throw refused('is for another client')
    if (nonce !== undefined && claims['nonce'] !== nonce) throw refused('is of another sign-in')
    if (maxAge !== undefined && !this.#isRecent(claims['auth_time'], maxAge))
      throw refused('is of a sign-in too long ago')
    return claims as IdTokenClaims
  }

  async #signed(token: string, metadata: ServerMetadata, audience: string): Promise<JWTPayload> {
    const offered = metadata.id_token_signing_alg_values_supported ?? ['RS256']
    try {
      const { payload } = await jwtVerify(token, (this.#keys ??= this.#keysOf(metadata)), {
        issuer: metadata.issuer,
        audience,
        algorithms: ALGORITHMS.filter((algorithm) => offered.includes(algorithm)),
        clockTolerance: TOLERANCE_SECONDS,
        currentDate: new Date(this.#network.clock.now()),
        requiredClaims: ['sub', 'iat', 'exp'],
      })
      return payload
    } catch (cause) {
      throw cause instanceof errors.JOSEError ? refused(`is not valid: ${cause.message}`, cause) : cause
    }
  }

  #keysOf(metadata: ServerMetadata): KeySet {
    const url = new URL(endpointOf(metadata, 'jwks_uri'))
    return createRemoteJWKSet(url, { [customFetch]: (...request) => this.#network.fetch(...request) })
  }

  #isRecent(authTime: unknown, maxAge: number): boolean {
    return typeof authTime === 'number' && authTime + maxAge + TOLERANCE_SECONDS >= this.#network.seconds
  }
}

const refused = (why: string, cause?: unknown): OAuthError =>
  new OAuthError('invalid_id_token', `the ID token ${why}`, { cause })
