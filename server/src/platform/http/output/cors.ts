/** Headers that let scripts of any origin read an answer; never with credentials, so cookies stay at home. */
const EXPOSED = 'DPoP-Nonce, WWW-Authenticate, X-Request-Id, Retry-After'
const ALLOWED = 'Authorization, Content-Type, DPoP, X-Request-Id'
const MAX_AGE_SECONDS = '600'

const allowed = ['access-control-allow-origin', '*', 'access-control-expose-headers', EXPOSED]
const none: readonly string[] = []

/**
 * The names and values for a route that browser clients may call. `null` is the origin of sandboxed frames and local
 * files, which anybody can make, so it gets nothing.
 */
export const corsHeaders = (origin: string): readonly string[] => (origin === 'null' ? none : allowed)

/** The headers of a preflight's 204. */
export function preflightHeaders(methods: readonly string[]): Record<string, string> {
  return {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': ALLOWED,
    'access-control-max-age': MAX_AGE_SECONDS,
  }
}
