import { base64url } from 'jose'

/** What makes nonces for proofs, and knows them again (RFC 9449 §9). Times are seconds since 1970. */
export interface NonceSource {
  /** The nonce for the next proofs. */
  current(now: number): string | Promise<string>
  /** Whether a proof may carry this one. */
  accepts(nonce: string | undefined, now: number): boolean | Promise<boolean>
}

const PERIOD_SECONDS = 120
const MIN_SECRET_BYTES = 16
const HMAC = { name: 'HMAC', hash: 'SHA-256' }

/** Nonces that no process has to remember: they are good for two periods, in every process with the secret. */
export class Nonces implements NonceSource {
  readonly #key: Promise<CryptoKey>
  readonly #periodSeconds: number

  constructor(secret: Uint8Array<ArrayBuffer>, { periodSeconds = PERIOD_SECONDS } = {}) {
    if (secret.length < MIN_SECRET_BYTES) throw new RangeError('the secret of nonces has at least 16 bytes')
    this.#key = crypto.subtle.importKey('raw', secret, HMAC, false, ['sign', 'verify'])
    this.#periodSeconds = periodSeconds
  }

  async current(now: number): Promise<string> {
    const signature = await crypto.subtle.sign('HMAC', await this.#key, this.#message(now))
    return base64url.encode(new Uint8Array(signature))
  }

  async accepts(nonce: string | undefined, now: number): Promise<boolean> {
    if (nonce === undefined || !/^[\w-]{43}$/.test(nonce)) return false
    const signature = new Uint8Array(base64url.decode(nonce))
    const key = await this.#key
    const isOf = (at: number): Promise<boolean> => crypto.subtle.verify('HMAC', key, signature, this.#message(at))
    return (await isOf(now)) || (await isOf(now - this.#periodSeconds))
  }

  #message(now: number): Uint8Array<ArrayBuffer> {
    return new TextEncoder().encode(`dpop.${Math.floor(now / this.#periodSeconds)}`)
  }
}
