import { MandateError } from '#/client/errors.ts'
import type { Clock } from '#/client/options.ts'
import { OAuthError } from './errors.ts'
import type { Tokens } from './tokens.ts'

/** What a person needs to allow a device (RFC 8628 §3.2). */
export interface DeviceAuthorization {
  readonly device_code: string
  readonly user_code: string
  readonly verification_uri: string
  readonly verification_uri_complete?: string
  readonly expires_in: number
  readonly interval?: number
}

/** How far a device is with being allowed. */
export type DeviceProgress =
  | { readonly type: 'code'; readonly authorization: DeviceAuthorization }
  | { readonly type: 'waiting'; readonly intervalMs: number; readonly remainingMs: number }
  | { readonly type: 'slowed_down'; readonly intervalMs: number; readonly remainingMs: number }
  | { readonly type: 'unreachable'; readonly intervalMs: number; readonly remainingMs: number }
  | { readonly type: 'authorized' }

export interface DeviceOptions {
  /** Gets the code to show first, then what each attempt came to. */
  readonly onProgress: (progress: DeviceProgress) => void
  readonly signal?: AbortSignal | undefined
}

const DEFAULT_INTERVAL_SECONDS = 5
const MAX_INTERVAL_MS = 60_000

interface Polling {
  readonly authorization: DeviceAuthorization
  readonly clock: Clock
  readonly ask: () => Promise<Tokens>
}

/** Asks for the tokens until the person has decided or the time is over (RFC 8628 §3.5). */
export async function pollForTokens({ authorization, clock, ask }: Polling, options: DeviceOptions): Promise<Tokens> {
  const { onProgress, signal } = options
  const endsAt = clock.now() + authorization.expires_in * 1000
  let intervalMs = (authorization.interval ?? DEFAULT_INTERVAL_SECONDS) * 1000
  onProgress({ type: 'code', authorization })
  for (;;) {
    await clock.sleep(intervalMs, signal)
    const remainingMs = endsAt - clock.now()
    if (remainingMs <= 0) throw new OAuthError('expired_token', 'nobody allowed the device in time')
    try {
      const tokens = await ask()
      onProgress({ type: 'authorized' })
      return tokens
    } catch (error) {
      const type = typeOf(error)
      intervalMs = nextInterval(intervalMs, type)
      onProgress({ type, intervalMs, remainingMs })
    }
  }
}

/** What an attempt came to that is not the last; every other error is thrown. */
function typeOf(error: unknown): 'waiting' | 'slowed_down' | 'unreachable' {
  if (error instanceof OAuthError && error.error === 'authorization_pending') return 'waiting'
  if (error instanceof OAuthError && error.error === 'slow_down') return 'slowed_down'
  if (error instanceof OAuthError && error.status >= 500) return 'unreachable'
  if (error instanceof MandateError && error.status === 0) return 'unreachable'
  throw error
}

/** RFC 8628 §3.5: five seconds more for good when told to, twice as long after a connection that failed. */
function nextInterval(intervalMs: number, type: ReturnType<typeof typeOf>): number {
  if (type === 'slowed_down') return intervalMs + 5000
  return type === 'unreachable' ? Math.max(intervalMs, Math.min(intervalMs * 2, MAX_INTERVAL_MS)) : intervalMs
}
