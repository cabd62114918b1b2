import { hasValidChecksum, hashSecret, newSecret } from '#/platform/crypto/secrets.ts'
import { cookieName, setCookie } from '#/platform/encoding/cookies.ts'

type Cookies = Readonly<Record<string, string>>

const SESSION_PREFIX = 'mandate_gs_'
const BROWSER_PREFIX = 'mandate_gb_'
const CODE_PREFIX = 'mandate_gc_'
/** How long a browser may take to come back from signing in. */
const ATTEMPT_SECONDS = 3600

/**
 * The cookies of the gateway at a host. Both are for that one host: without a Domain, and with the `__Host-` prefix where
 * the server speaks https, so that no neighbour can set them.
 */
export class GatewayCookies {
  readonly #secure: boolean
  readonly #session: string
  readonly #browser: string

  constructor(issuer: string) {
    this.#secure = issuer.startsWith('https:')
    this.#session = cookieName('mandate_gateway', this.#secure)
    this.#browser = cookieName('mandate_gateway_browser', this.#secure)
  }

  /** The hash of the session a browser carries; undefined for whatever can't be one. */
  sessionHash(cookies: Cookies): string | undefined {
    return hashIn(cookies[this.#session], SESSION_PREFIX)
  }

  /** The hash of what a browser got before it was sent to sign in. */
  browserHash(cookies: Cookies): string | undefined {
    return hashIn(cookies[this.#browser], BROWSER_PREFIX)
  }

  /** The browser that is sent to sign in: known by what it carries, or by a cookie that it gets now. */
  browserOf(cookies: Cookies): { readonly hash: string; readonly cookie: string | undefined } {
    const known = this.browserHash(cookies)
    if (known !== undefined) return { hash: known, cookie: undefined }
    const secret = newSecret(BROWSER_PREFIX)
    const options = { secure: this.#secure, maxAge: ATTEMPT_SECONDS }
    return { hash: hashSecret(secret), cookie: setCookie(this.#browser, secret, options) }
  }

  /** A session for a browser: its hash, and the `Set-Cookie` that hands it over. */
  newSession(seconds: number): { readonly hash: string; readonly cookie: string } {
    const secret = newSecret(SESSION_PREFIX)
    return {
      hash: hashSecret(secret),
      cookie: setCookie(this.#session, secret, { secure: this.#secure, maxAge: seconds }),
    }
  }

  /** What makes a browser forget both. */
  forgetting(): string[] {
    return [this.#session, this.#browser].map((name) => setCookie(name, '', { secure: this.#secure, maxAge: 0 }))
  }
}

const hashIn = (secret: string | undefined, prefix: string): string | undefined =>
  secret !== undefined && hasValidChecksum(secret, prefix) ? hashSecret(secret) : undefined

/** A code, and its hash. */
export function newCode(): { readonly code: string; readonly hash: string } {
  const code = newSecret(CODE_PREFIX)
  return { code, hash: hashSecret(code) }
}

/** The hash of a text that may be a code. */
export const codeHash = (text: string | undefined): string | undefined => hashIn(text, CODE_PREFIX)
