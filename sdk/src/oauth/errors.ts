interface OAuthErrorInit {
  readonly status?: number | undefined
  readonly cause?: unknown
}

/** A request that an OAuth endpoint refused, or a response that failed a check. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  /** The code of RFC 6749 §5.2 and its extensions, or of the check: `state_mismatch`, `issuer_mismatch`, `invalid_response`. */
  readonly error: string
  /** The HTTP status; 0 where the error came by a redirect or from a check of this client. */
  readonly status: number

  constructor(error: string, description: string, { status = 0, cause }: OAuthErrorInit = {}) {
    super(description, cause === undefined ? undefined : { cause })
    this.error = error
    this.status = status
  }
}
