import { OAuthError } from './errors.ts'
import type { IdTokenClaims } from './id-token.ts'

/** What a token endpoint gave, and what is known of it. */
export interface Tokens {
  readonly access_token: string
  readonly token_type: 'Bearer' | 'DPoP'
  readonly scope: string
  /** When the access token ends: seconds since 1970. */
  readonly expires_at: number | undefined
  readonly refresh_token?: string | undefined
  readonly id_token?: string | undefined
  readonly issued_token_type?: string | undefined
  /** Who signed in, from an ID token that was checked. */
  readonly claims?: IdTokenClaims | undefined
}

/** Reads a response of the token endpoint (RFC 6749 §5.1). A token that isn't bound where it should be is refused. */
export function tokensOf(
  body: Record<string, unknown>,
  asked: { scope: string; seconds: number; bound: boolean },
): Tokens {
  const { access_token: accessToken, token_type: type, expires_in: lifetime } = body
  if (typeof accessToken !== 'string' || typeof type !== 'string') {
    throw new OAuthError('invalid_response', 'the token endpoint gave no access token')
  }
  const isBound = type.toLowerCase() === 'dpop'
  if (!isBound && type.toLowerCase() !== 'bearer') {
    throw new OAuthError('invalid_response', `nobody knows how to use a token of the type ${type}`)
  }
  if (asked.bound !== isBound) {
    throw new OAuthError(
      'invalid_response',
      `the token is ${isBound ? '' : 'not '}bound to a key, other than asked for`,
    )
  }
  return {
    access_token: accessToken,
    token_type: isBound ? 'DPoP' : 'Bearer',
    scope: stringOf(body['scope']) ?? asked.scope,
    expires_at: typeof lifetime === 'number' ? asked.seconds + lifetime : undefined,
    ...optional('refresh_token', body),
    ...optional('id_token', body),
    ...optional('issued_token_type', body),
  }
}

const stringOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function optional(name: string, body: Record<string, unknown>): Record<string, string> {
  const value = stringOf(body[name])
  return value === undefined ? {} : { [name]: value }
}
