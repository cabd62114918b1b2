import { hasValidChecksum, hashSecret, newSecret } from '#/platform/crypto/secrets.ts'
import { cookieName, setCookie } from '#/platform/encoding/cookies.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { Session } from './session.ts'

const PREFIX = 'mandate_ss_'

/** The cookie that carries a session: a long secret, of which the database has only the hash (rule SE2). */
export class SessionCookie {
  readonly #secure: boolean
  readonly #name: string

  constructor(baseUrl: string) {
    this.#secure = baseUrl.startsWith('https:')
    this.#name = cookieName('mandate_session', this.#secure)
  }

  /** A secret for a session, and its hash. */
  newSecret(): { readonly secret: string; readonly hash: string } {
    const secret = newSecret(PREFIX)
    return { secret, hash: hashSecret(secret) }
  }

  /** The `Set-Cookie` that hands a session to its browser for as long as it lasts. */
  handing({ expiresAt }: Session, secret: string, now: number): string {
    return setCookie(this.#name, secret, { secure: this.#secure, maxAge: (expiresAt - now) / 1000 })
  }

  /** The same for a session that a request carries, which goes on as it was. */
  handingAgain(session: Session, { cookies }: RequestContext, now: number): string {
    return this.handing(session, cookies[this.#name] ?? '', now)
  }

  /** The `Set-Cookie` that makes a browser forget its session. */
  forgetting(): string {
    return setCookie(this.#name, '', { secure: this.#secure, maxAge: 0 })
  }

  /** The hash of the secret that a request carries; undefined for whatever can't be one. */
  hashIn({ cookies }: RequestContext): string | undefined {
    const secret = cookies[this.#name]
    return secret !== undefined && hasValidChecksum(secret, PREFIX) ? hashSecret(secret) : undefined
  }
}
