import { calculateJwkThumbprint, exportJWK, SignJWT } from 'jose'
import type { JWK } from 'jose'
import { systemClock } from '#/client/clock.ts'
import type { Clock } from '#/client/options.ts'
import { randomToken, sha256 } from './random.ts'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' }

/** What a proof is about. */
interface ProvenRequest {
  readonly method: string
  readonly url: string
  /** The access token that goes along. */
  readonly accessToken?: string | undefined
}

/**
 * A key that tokens are bound to (RFC 9449). Its private half can't be read out, by this page or by whatever code gets
 * into it; IndexedDB keeps the pair as it is. It remembers the nonces of servers, one for each origin.
 */
export class DpopKey {
  readonly #pair: CryptoKeyPair
  readonly #jwk: JWK
  readonly #clock: Clock
  readonly #nonces = new Map<string, string>()
  /** What the server knows the key by (RFC 7638). */
  readonly thumbprint: string

  private constructor(pair: CryptoKeyPair, { jwk, thumbprint, clock }: { jwk: JWK; thumbprint: string; clock: Clock }) {
    this.#pair = pair
    this.#jwk = jwk
    this.#clock = clock
    this.thumbprint = thumbprint
  }

  /** A new key. */
  static async generate(clock?: Clock): Promise<DpopKey> {
    return DpopKey.from(await crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify']), clock)
  }

  /** A key that was kept. */
  static async from(pair: CryptoKeyPair, clock: Clock = systemClock): Promise<DpopKey> {
    const { kty = '', crv = '', x = '', y = '' } = await exportJWK(pair.publicKey)
    const jwk = { kty, crv, x, y }
    return new DpopKey(pair, { jwk, thumbprint: await calculateJwkThumbprint(jwk), clock })
  }

  /** The pair, to keep where CryptoKeys can be kept. */
  get pair(): CryptoKeyPair {
    return this.#pair
  }

  /** A proof for one request (RFC 9449 §4.2). */
  async prove({ method, url, accessToken }: ProvenRequest): Promise<string> {
    const { origin, pathname } = new URL(url)
    const nonce = this.#nonces.get(origin)
    const claims = {
      htm: method,
      htu: `${origin}${pathname}`,
      jti: randomToken(),
      ...(nonce === undefined ? {} : { nonce }),
      ...(accessToken === undefined ? {} : { ath: await sha256(accessToken) }),
    }
    return new SignJWT(claims)
      .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk: this.#jwk })
      .setIssuedAt(Math.floor(this.#clock.now() / 1000))
      .sign(this.#pair.privateKey)
  }

  /** Keeps the nonce of a response (RFC 9449 §8.2); whether there was one, which a request at the same time may have learned, too. */
  learn(url: string, headers: Headers): boolean {
    const nonce = headers.get('dpop-nonce')
    if (nonce !== null) this.#nonces.set(new URL(url).origin, nonce)
    return nonce !== null
  }
}
