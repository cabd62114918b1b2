import type { MandateError } from './errors.ts'

const FIRST_WAIT_MS = 250
const MAX_WAIT_MS = 8_000
// Who is told to come back later than this is better told so than kept waiting.
const MAX_RETRY_AFTER_MS = 30_000

/** What the server didn't do, whatever was asked. */
const REFUSED = new Set(['too_many_requests', 'idempotency_in_progress'])
const UNAVAILABLE = new Set([502, 503, 504])
const LOST = new Set<string>(['network_error', 'timeout'])

/** Whether asking again can help and does nothing twice. `repeatable` says that the request may happen twice. */
export function mayRetry(error: MandateError, repeatable: boolean): boolean {
  if ((error.retryAfterMs ?? 0) > MAX_RETRY_AFTER_MS) return false
  if (error.status === 429 || REFUSED.has(error.code)) return true
  return repeatable && (LOST.has(error.code) || UNAVAILABLE.has(error.status))
}

/** How long to wait before the next attempt: longer each time, at random, and never shorter than the server says. */
export function waitBefore(attempt: number, random: () => number, retryAfterMs = 0): number {
  const most = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt)
  return retryAfterMs + random() * most
}
