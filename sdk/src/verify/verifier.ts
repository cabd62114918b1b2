import { errors, jwtVerify } from 'jose'
import type { OAuthClient } from '#/oauth/client.ts'
import { Network } from '#/oauth/network.ts'
import type { NetworkOptions } from '#/oauth/network.ts'
import { sha256 } from '#/oauth/random.ts'
import { InvalidTokenError, KeysUnavailableError } from './errors.ts'
import type { AccessError } from './errors.ts'
import type { RevocationFeed } from './feed.ts'
import { KeyCache } from './keys.ts'
import { KnownTokens } from './known-tokens.ts'
import type { NonceSource } from './nonces.ts'
import { verifyProof } from './proof.ts'
import { Refusals } from './refusals.ts'
import { MemoryReplayStore } from './replays.ts'
import type { ReplayStore } from './replays.ts'
import { credentialsOf, pathOf } from './request.ts'
import type { VerifiableRequest } from './request.ts'
import { AccessToken } from './token.ts'

/** What an API takes. */
export interface VerifierOptions extends NetworkOptions {
  /** The server, as its metadata names it. */
  readonly issuer: string
  /** The address of the API, which its tokens carry in `aud` (RFC 8707). */
  readonly audience: string
  /** What tokens may be signed with: ES256. */
  readonly algorithms?: readonly string[] | undefined
  /** What proofs may be signed with: ES256, PS256, EdDSA. */
  readonly proofAlgorithms?: readonly string[] | undefined
  /** By how many seconds clocks may differ: 30. */
  readonly toleranceSeconds?: number | undefined
  /** Takes only tokens that are bound to a key. */
  readonly requireDpop?: boolean | undefined
  /** Where requests arrive as callers see it, when that is not where the audience is. */
  readonly baseUrl?: string | undefined
  /** The scopes there are, for the metadata. */
  readonly scopes?: readonly string[] | undefined
  /** Makes proofs carry a nonce. */
  readonly nonces?: NonceSource | undefined
  /** Where proofs are remembered: in this process when left out. */
  readonly replays?: ReplayStore | undefined
  /** A client of the server, which is then asked about every token, so that one that was revoked is refused at once. */
  readonly introspection?: Pick<OAuthClient, 'introspect'> | undefined
  /** What ended, as the server tells it. Only a token that the feed can't judge is asked about, or refused. */
  readonly revocations?: Pick<RevocationFeed, 'isCurrent' | 'judge'> | undefined
}

/** What one operation of an API asks for beyond a good token. */
export interface Needs {
  readonly scopes?: readonly string[] | undefined
  /** Any of these ways to have signed in is enough (RFC 9470). */
  readonly acrValues?: readonly string[] | undefined
  /** At most so many seconds ago. */
  readonly maxAge?: number | undefined
}

/** What an API says of itself (RFC 9728 §2). */
export interface ProtectedResourceMetadata {
  readonly resource: string
  readonly authorization_servers: readonly string[]
  readonly scopes_supported?: readonly string[]
  readonly bearer_methods_supported: readonly string[]
  readonly dpop_signing_alg_values_supported: readonly string[]
  readonly dpop_bound_access_tokens_required?: boolean
}

const ALGORITHMS = ['ES256']
const PROOF_ALGORITHMS = ['ES256', 'PS256', 'EdDSA']
const ASYMMETRIC = /^(ES|RS|PS)(256|384|512)$|^(EdDSA|Ed25519|ML-DSA-\d+)$/
const TOLERANCE_SECONDS = 30
const TIMEOUT_MS = 5_000

/**
 * Checks access tokens for an API. Keys are fetched when they are needed, and kept over rotations and outages; the signature
 * of a token is verified once.
 */
export class Verifier {
  readonly #options: VerifierOptions
  readonly #algorithms: readonly string[]
  readonly #proofAlgorithms: readonly string[]
  readonly #tolerance: number
  readonly #baseUrl: string
  readonly #network: Network
  readonly #keys: KeyCache
  readonly #known = new KnownTokens()
  readonly #replays: ReplayStore
  readonly #refusals: Refusals
  readonly #tokens = new WeakMap<object, AccessToken>()
  /** Where the metadata has to be served (RFC 9728 §3.1): the well-known part comes before the path of the API. */
  readonly metadataUrl: string

  constructor(options: VerifierOptions) {
    const { issuer, audience, algorithms = ALGORITHMS, proofAlgorithms = PROOF_ALGORITHMS } = options
    if (!isSecure(issuer)) throw new TypeError('the issuer has an address with https, apart from one on this machine')
    if (![...algorithms, ...proofAlgorithms].every((algorithm) => ASYMMETRIC.test(algorithm))) {
      throw new TypeError('tokens and proofs are signed with a private key')
    }
    const isAddress = /^https?:\/\//.test(audience)
    const baseUrl = options.baseUrl ?? (isAddress ? new URL(audience).origin : undefined)
    if (baseUrl === undefined) throw new TypeError('an audience that is no address needs a baseUrl')
    this.#options = options
    this.#algorithms = algorithms
    this.#proofAlgorithms = proofAlgorithms
    this.#tolerance = options.toleranceSeconds ?? TOLERANCE_SECONDS
    this.#baseUrl = baseUrl.replace(/\/+$/, '')
    this.#network = new Network({ timeoutMs: TIMEOUT_MS, ...options })
    this.#keys = new KeyCache(issuer, this.#network)
    this.#replays = options.replays ?? new MemoryReplayStore({ clock: this.#network.clock })
    const { origin, pathname } = new URL(isAddress ? audience : baseUrl)
    this.metadataUrl = `${origin}/.well-known/oauth-protected-resource${pathname.replace(/\/$/, '')}`
    const { metadataUrl } = this
    this.#refusals = new Refusals({ metadataUrl, proofAlgorithms, requireDpop: options.requireDpop === true })
  }

  /** The token of a request, if it may do this; rejects with an `AccessError` that says how to respond otherwise. */
  async authenticate(request: VerifiableRequest, needs: Needs = {}): Promise<AccessToken> {
    const { token: text, isDpop, proof } = credentialsOf(request, this.#refusals)
    const hash = await sha256(text)
    const token = await this.#verified(text, hash)
    if (token.jkt !== undefined) {
      // As a Bearer token a thief could use it.
      if (!isDpop) throw this.#refusals.invalid('it is bound to a key and came without a proof', { isBound: true })
      await this.#prove(request, { jkt: token.jkt, hash, proof })
    } else if (isDpop || this.#options.requireDpop === true) {
      throw this.#refusals.invalid('it is bound to no key', { isBound: true })
    }
    await this.#requireAlive(token)
    this.#requireNeeds(token, needs)
    return token
  }

  /** Remembers the token of a request that was let through, for `tokenOf`. */
  remember(request: object, token: AccessToken): void {
    this.#tokens.set(request, token)
  }

  /** The token of a request (the context, in Hono) that a guard of this verifier let through. */
  tokenOf(request: object): AccessToken {
    const token = this.#tokens.get(request)
    if (token === undefined) throw new TypeError('no guard stands before this request')
    return token
  }

  /** What to serve at `metadataUrl` (RFC 9728). */
  metadata(): ProtectedResourceMetadata {
    const { audience, issuer, scopes, requireDpop } = this.#options
    return {
      resource: audience,
      authorization_servers: [issuer],
      ...(scopes === undefined ? {} : { scopes_supported: scopes }),
      bearer_methods_supported: ['header'],
      dpop_signing_alg_values_supported: this.#proofAlgorithms,
      ...(requireDpop === true ? { dpop_bound_access_tokens_required: true } : {}),
    }
  }

  async #verified(text: string, hash: string): Promise<AccessToken> {
    const known = this.#known.find(hash, this.#network.seconds, (kid) => this.#keys.freshText(kid))
    if (known !== undefined) return known
    try {
      const token = await this.#verify(text)
      const key = this.#keys.freshText(token.kid)
      if (key !== undefined) this.#known.add(hash, { token, key })
      return token
    } catch (error) {
      if (error instanceof KeysUnavailableError) throw this.#refusals.unavailable(error.message, error)
      throw this.#refusals.invalid(reasonOf(error), { cause: error })
    }
  }

  /** RFC 9068 §4. */
  async #verify(text: string): Promise<AccessToken> {
    const { seconds } = this.#network
    const { payload, protectedHeader } = await jwtVerify(text, this.#keys.resolver, {
      typ: 'at+jwt',
      algorithms: [...this.#algorithms],
      issuer: this.#options.issuer,
      audience: this.#options.audience,
      requiredClaims: ['sub', 'iat', 'exp', 'jti', 'client_id'],
      clockTolerance: this.#tolerance,
      currentDate: new Date(seconds * 1000),
    })
    const { iat = Infinity } = payload
    if (iat > seconds + this.#tolerance) throw new InvalidTokenError('it is of the future: a clock is wrong')
    return new AccessToken(text, protectedHeader.kid ?? '', payload)
  }

  async #prove(
    { method, url }: VerifiableRequest,
    { jkt, hash, proof }: { jkt: string; hash: string; proof: string | undefined },
  ): Promise<void> {
    const now = this.#network.clock.now() / 1000
    if (proof === undefined) throw this.#refusals.badProof('there is no proof')
    const target = { method, url: this.#baseUrl + pathOf(url) }
    const proven = await verifyProof(proof, {
      ...target,
      tokenHash: hash,
      jkt,
      algorithms: this.#proofAlgorithms,
      now,
    }).catch((error: unknown) => {
      throw this.#refusals.badProof(reasonOf(error), error)
    })
    const { nonces } = this.#options
    if (nonces !== undefined && !(await nonces.accepts(proven.nonce, now))) {
      throw this.#refusals.wantsNonce(await nonces.current(now))
    }
    const isNew = await this.#claim(proven.key, proven.expiresAt)
    if (!isNew) throw this.#refusals.badProof('it was used before')
  }

  async #claim(key: string, expiresAt: number): Promise<boolean> {
    try {
      return await this.#replays.claim(key, expiresAt)
    } catch (error) {
      throw this.#refusals.unavailable('what was seen before can not be looked up', error)
    }
  }

  async #requireAlive(token: AccessToken): Promise<void> {
    const { introspection, revocations } = this.#options
    const verdict = revocations?.judge(token) ?? (introspection === undefined ? 'alive' : 'undecided')
    if (verdict === 'alive') return
    if (verdict === 'dead') throw this.#refusals.invalid('the feed says that it ended')
    if (introspection === undefined) throw this.#unsettled(verdict)
    const { active } = await introspection.introspect(token.token).catch((error: unknown) => {
      throw this.#refusals.unavailable('introspection failed', error)
    })
    if (!active) throw this.#refusals.invalid('the server says that it ended')
  }

  /** Nobody can be asked about a token that the feed does not let live. */
  #unsettled(verdict: 'marked' | 'undecided'): AccessError {
    if (verdict === 'marked') return this.#refusals.invalid('the feed says that it ended')
    const isCurrent = this.#options.revocations?.isCurrent === true
    if (isCurrent) return this.#refusals.invalid('the feed can not judge it, and nobody can be asked')
    return this.#refusals.unavailable('the feed is not followed, and nobody can be asked')
  }

  #requireNeeds(token: AccessToken, { scopes = [], acrValues = [], maxAge }: Needs): void {
    const isBound = token.jkt !== undefined
    if (!token.allows(...scopes)) throw this.#refusals.insufficientScope(scopes, isBound)
    const { acr, auth_time: signedInAt } = token.claims
    const wanted: Record<string, string> = {}
    if (acrValues.length > 0 && !(typeof acr === 'string' && acrValues.includes(acr))) {
      wanted['acr_values'] = acrValues.join(' ')
    }
    const since = this.#network.seconds - this.#tolerance
    if (maxAge !== undefined && !(typeof signedInAt === 'number' && signedInAt + maxAge >= since)) {
      wanted['max_age'] = String(maxAge)
    }
    if (Object.keys(wanted).length > 0) throw this.#refusals.insufficientAuthentication(wanted, isBound)
  }
}

/** Keys that come without TLS could be anybody's. */
function isSecure(issuer: string): boolean {
  const { protocol, hostname } = new URL(issuer)
  return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname))
}

function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'it expired'
  return error instanceof Error ? error.message : String(error)
}
