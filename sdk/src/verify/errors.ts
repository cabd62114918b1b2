/** One way to authenticate, as `WWW-Authenticate` says it (RFC 9110 §11.6.1). */
export interface Challenge {
  readonly scheme: 'Bearer' | 'DPoP'
  readonly parameters: Readonly<Record<string, string>>
}

interface AccessErrorInit {
  readonly code: string
  readonly message: string
  readonly status: number
  readonly reason?: string | undefined
  readonly challenges?: readonly Challenge[] | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly cause?: unknown
}

/**
 * A request that an API has to refuse: respond with `status`, `headers` and `body`. `code` is the error of the protocol,
 * `message` what the caller may know of it, and `reason` what stays in the log.
 */
export class AccessError extends Error {
  override readonly name = 'AccessError'
  readonly code: string
  readonly status: number
  readonly reason: string
  readonly challenges: readonly Challenge[]
  /** What goes along with the response. */
  readonly headers: Readonly<Record<string, string>>

  constructor({ code, message, status, reason, challenges = [], headers = {}, cause }: AccessErrorInit) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.status = status
    this.reason = reason ?? message
    this.challenges = challenges
    this.headers = challenges.length === 0 ? headers : { ...headers, 'WWW-Authenticate': textOf(challenges) }
  }

  /** What the response may say. */
  get body(): { readonly error: string; readonly error_description: string } {
    return { error: this.code, error_description: this.message }
  }

  /** The response, where one of the web is wanted. */
  toResponse(): Response {
    return Response.json(this.body, { status: this.status, headers: { ...this.headers, 'Cache-Control': 'no-store' } })
  }
}

/** Why a token or a proof is none. What it says is for the log. */
export class InvalidTokenError extends Error {
  override readonly name = 'InvalidTokenError'
}

/** The keys can't be had, so nobody knows whether the token is good. */
export class KeysUnavailableError extends Error {
  override readonly name = 'KeysUnavailableError'
}

const textOf = (challenges: readonly Challenge[]): string =>
  challenges
    .map(({ scheme, parameters }) => {
      const pairs = Object.entries(parameters).map(([name, value]) => `${name}="${quotable(value)}"`)
      return `${scheme} ${pairs.join(', ')}`
    })
    .join(', ')

/** RFC 6750 §3: what may stand between the quotes of a challenge. */
const quotable = (value: string): string => value.replaceAll(/[^\x20\x21\x23-\x5B\x5D-\x7E]/g, '')
