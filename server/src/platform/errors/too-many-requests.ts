import { AppError, commonErrors } from './app-error.ts'

/** The error of a limit that was reached; it fits both envelopes, and its 429 says when to come back. */
export function tooManyRequests(retryAfterSeconds: number, quota?: { burst: number; periodMs: number }): AppError {
  const headers: Record<string, string> = rateLimitHeaders(retryAfterSeconds)
  if (quota) headers['ratelimit-policy'] = `"attempts";q=${quota.burst};w=${Math.ceil(quota.periodMs / 1000)}`
  return new AppError(commonErrors.rate_limited, { headers })
}

/** `Retry-After` (RFC 9110 §10.2.3) and the `RateLimit` field of the HTTPAPI working group. */
export function rateLimitHeaders(retryAfterSeconds: number): Record<string, string> {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds))
  return { 'retry-after': String(seconds), ratelimit: `"attempts";r=0;t=${seconds}` }
}
