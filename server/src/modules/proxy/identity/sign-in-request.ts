import { acrValues } from '#/modules/sessions/index.ts'
import type { Acr } from '#/modules/sessions/index.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import { constantTimeEqual } from '#/platform/crypto/secrets.ts'
import { decodeBase64url, encodeBase64url } from '#/platform/encoding/base64url.ts'
import { parseStrictObject } from '#/platform/encoding/strict-json.ts'

/** What the gateway asks of the server on behalf of a browser that has to sign in: who asks, and where it was. */
export interface SignInRequest {
  readonly upstreamId: string
  readonly browserHash: string
  /** A path of that host, in its canonical form, with its query. */
  readonly returnPath: string
  readonly acr: Acr | null
  readonly maxAgeSeconds: number | null
  /** Whether somebody else is to sign in, or the same person again. */
  readonly asksAnew: boolean
  readonly issuedAt: number
}

const LIFE_MS = 60 * 60 * 1000
const MAX_RETURN_PATH = 1000

/**
 * Sign-in requests travel in the address, sealed by a keyed hash: nothing is kept for browsers that never come back, and
 * nobody can make one that leads elsewhere.
 */
export class SignInRequests {
  readonly #keyring: Pick<Keyring, 'mac'>
  constructor(keyring: Pick<Keyring, 'mac'>) {
    this.#keyring = keyring
  }

  /** The text of a request. One that would not fit an address leads back to the start of the host. */
  write(request: SignInRequest): string {
    const { upstreamId, browserHash, acr, maxAgeSeconds, asksAnew, issuedAt } = request
    const returnPath = request.returnPath.length > MAX_RETURN_PATH ? '/' : request.returnPath
    const body = encodeBase64url(
      JSON.stringify({
        u: upstreamId,
        b: browserHash,
        p: returnPath,
        a: acr,
        m: maxAgeSeconds,
        n: asksAnew,
        t: issuedAt,
      }),
    )
    return `${body}.${this.#keyring.mac('gateway', body)}`
  }

  /** The request that a text is; undefined for whatever we did not write, or too long ago. */
  read(text: string, now: number): SignInRequest | undefined {
    const [body = '', mac = '', ...more] = text.split('.')
    if (more.length > 0 || !constantTimeEqual(mac, this.#keyring.mac('gateway', body))) return undefined
    const bytes = decodeBase64url(body)
    const { u, b, p, a, m, n, t } = (bytes && parseStrictObject(bytes)) ?? {}
    if (typeof u !== 'string' || typeof b !== 'string' || typeof p !== 'string' || typeof t !== 'number')
      return undefined
    if (now - t > LIFE_MS) return undefined
    const acr = acrValues.find((value) => value === a) ?? null
    return {
      upstreamId: u,
      browserHash: b,
      returnPath: p,
      acr,
      maxAgeSeconds: typeof m === 'number' ? m : null,
      asksAnew: n === true,
      issuedAt: t,
    }
  }
}
