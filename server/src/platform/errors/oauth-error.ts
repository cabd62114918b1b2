import { oauthErrorStatus } from '#/protocol/oauth.ts'
import type { OAuthErrorCode } from '#/protocol/oauth.ts'

interface OAuthErrorOptions {
  /** Replaces the status the code is usually answered with. */
  status?: number
  headers?: Record<string, string>
  /** Goes to the log, never to the client. */
  detail?: string
  cause?: unknown
}

/** Thrown on `/oauth/*`: answered as RFC 6749 §5.2. The description tells the caller what to change. */
export class OAuthError extends Error {
  readonly error: OAuthErrorCode
  readonly status: number
  readonly headers: Record<string, string>
  readonly detail: string | undefined
  constructor(error: OAuthErrorCode, description: string, options: OAuthErrorOptions = {}) {
    super(description, options.cause === undefined ? undefined : { cause: options.cause })
    this.error = error
    this.status = options.status ?? oauthErrorStatus[error]
    this.headers = options.headers ?? {}
    this.detail = options.detail
  }
}
