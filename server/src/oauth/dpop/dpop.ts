import { hash } from 'node:crypto'
import type { Clock } from '#/platform/clock.ts'
import { PublicJwks } from '#/platform/crypto/jwk.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import { parseJws } from '#/platform/crypto/jws.ts'
import type { ParsedJws } from '#/platform/crypto/jws.ts'
import { JwsVerifier } from '#/platform/crypto/jws-verifier.ts'
import { constantTimeEqual, equalDigests } from '#/platform/crypto/secrets.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { replayClaim } from '#/platform/replays/replays.ts'
import type { ReplayClaim, Replays } from '#/platform/replays/replays.ts'
import type { Client } from '#/modules/clients/index.ts'
import type { Settings } from '#/modules/system/index.ts'
import { dpopAlgorithms, fapiAlgorithms } from '#/protocol/oauth.ts'

/** How old a proof may be, and how far a client's clock may run ahead, in seconds (RFC 9449 §11.1). */
const MAX_AGE_SECONDS = 60
const MAX_AHEAD_SECONDS = 10
const MAX_JTI_LENGTH = 256
const NONCE_PERIOD_MS = 120_000

/** A proof whose signature and claims are right. `claim` makes it unusable for anyone after. */
export interface Proof {
  readonly jkt: string
  /** What uses it up, for whoever writes that together with what it is used for. */
  readonly replayClaim: ReplayClaim
  /** Consumes the proof by one conditional write; throws when it was seen before (RFC 9449 §11.1). */
  claim(): Promise<void>
}

interface Expectation {
  readonly method: string
  /** The address of the endpoint as configured, never as the request's Host says (rule G6). */
  readonly url: string
  /** What it may be signed with; each that the server takes when nothing is said. */
  readonly algorithms?: readonly string[]
  /** The access token the proof comes with, at resources. */
  readonly accessToken?: string
}

export interface DpopDeps {
  readonly clock: Clock
  readonly keyring: Keyring
  readonly replays: Replays
  readonly settings: Settings
}

/** Verifies DPoP proofs (RFC 9449 §4.3) and hands out server nonces (§8). */
export class Dpop {
  readonly #deps: DpopDeps
  readonly #keys = new PublicJwks()
  readonly #signatures = new JwsVerifier()
  constructor(deps: DpopDeps) {
    this.#deps = deps
  }

  /** The proof in a request's `DPoP` headers, or null when there is none. Consumes nothing yet. */
  async verify(headers: readonly string[], expected: Expectation): Promise<Proof | null> {
    const [text] = headers
    if (text === undefined) return null
    if (headers.length > 1) throw refused('there must be one DPoP header', 'several DPoP headers')
    const proof = parse(text)
    const { jkt, valid } = await this.#verifySignature(proof, expected.algorithms ?? dpopAlgorithms)
    if (!valid) throw refused('the signature does not verify with the jwk in the header')
    this.#checkClaims(proof.payload, expected)
    await this.#checkNonce(proof.payload['nonce'])
    const claim = claimOf(jkt, proof.payload)
    return { jkt, replayClaim: claim, claim: () => this.#claim(claim) }
  }

  /** The nonce clients must put into their next proof; the same on every node. Changes every two minutes. */
  nonce(): string {
    return this.#nonceAt(Math.floor(this.#deps.clock.now() / NONCE_PERIOD_MS))
  }

  #nonceAt(period: number): string {
    return this.#deps.keyring.mac('nonce', `dpop.${period}`)
  }

  async #checkNonce(nonce: unknown): Promise<void> {
    if (!(await this.#deps.settings.current())['dpop.require_nonce']) return
    const period = Math.floor(this.#deps.clock.now() / NONCE_PERIOD_MS)
    const known = [period, period - 1].map((turn) => this.#nonceAt(turn))
    if (typeof nonce === 'string' && known.some((candidate) => constantTimeEqual(candidate, nonce))) return
    throw new OAuthError('use_dpop_nonce', 'Repeat the request with the nonce of the DPoP-Nonce header in the proof.', {
      headers: { 'dpop-nonce': this.nonce() },
    })
  }

  async #verifySignature(proof: ParsedJws, accepted: readonly string[]): Promise<{ jkt: string; valid: boolean }> {
    const { header } = proof
    if (header['typ'] !== 'dpop+jwt') throw refused('typ must be dpop+jwt')
    if (!(accepted as readonly unknown[]).includes(header['alg'])) {
      throw refused(`alg must be one of ${accepted.join(', ')}`)
    }
    try {
      const { key, thumbprint } = this.#keys.import(header['jwk'])
      return { jkt: thumbprint, valid: await this.#signatures.verify(proof, key, accepted) }
    } catch (error) {
      throw refused('jwk must be a public EC P-256, RSA or Ed25519 key that fits alg', String(error))
    }
  }

  #checkClaims(claims: Record<string, unknown>, expected: Expectation): void {
    const { jti, htm, htu, iat, ath } = claims
    if (typeof jti !== 'string' || jti === '' || jti.length > MAX_JTI_LENGTH) throw refused('jti must be a short text')
    if (htm !== expected.method) throw refused(`htm must be ${expected.method}`)
    if (typeof htu !== 'string' || !sameTarget(htu, expected.url)) throw refused(`htu must be ${expected.url}`)
    if (!Number.isSafeInteger(iat)) throw refused('iat must be a whole number of seconds')
    const age = this.#deps.clock.now() / 1000 - (iat as number)
    if (age > MAX_AGE_SECONDS) throw refused('iat is too old; sign a new proof for each request')
    if (age < -MAX_AHEAD_SECONDS) throw refused('iat is in the future; check the clock of the client')
    if (expected.accessToken !== undefined && !isHashOf(ath, expected.accessToken)) {
      throw refused('ath must be the SHA-256 of the access token')
    }
  }

  async #claim(claim: ReplayClaim): Promise<void> {
    const isFirst = await this.#deps.replays.take(claim)
    if (!isFirst) throw refused('this proof was used before; sign a new one for each request', 'replayed proof')
  }
}

/** Kept for as long as the same proof could still pass the check of iat. */
function claimOf(jkt: string, claims: Record<string, unknown>): ReplayClaim {
  const name = hash('sha256', `${jkt}.${claims['jti'] as string}`, 'base64url')
  return replayClaim(`dpop:${name}`, ((claims['iat'] as number) + MAX_AGE_SECONDS + MAX_AHEAD_SECONDS) * 1000)
}

/** What the proofs of a client may be signed with. */
export const proofAlgorithmsOf = ({ securityProfile }: Client): readonly string[] =>
  securityProfile === null ? dpopAlgorithms : fapiAlgorithms

function parse(text: string): ParsedJws {
  try {
    return parseJws(text)
  } catch (error) {
    throw refused('the DPoP header must be one compact JWS', String(error))
  }
}

// RFC 3986 §2. The parser of browsers would also take backslashes, tabs and missing slashes.
const HTTP_URI = /^https?:\/\/(?!\/)(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[0-9a-f]{2})+$/i

/** RFC 9449 §4.3: equal without query and fragment, after normalisation by scheme and syntax. Most clients write it as it is. */
function sameTarget(claimed: string, expected: string): boolean {
  if (claimed === expected) return true
  const target = HTTP_URI.test(claimed) ? URL.parse(claimed) : null
  if (!target || target.username !== '' || target.password !== '') return false
  target.search = ''
  target.hash = ''
  return target.href === new URL(expected).href
}

const isHashOf = (claim: unknown, accessToken: string): boolean =>
  typeof claim === 'string' && equalDigests(claim, hash('sha256', accessToken, 'base64url'))

const refused = (rule: string, detail?: string): OAuthError =>
  new OAuthError('invalid_dpop_proof', `The DPoP proof was refused: ${rule}.`, detail === undefined ? {} : { detail })
