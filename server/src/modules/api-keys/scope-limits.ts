import { toIso } from '#/platform/clock.ts'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { apiKeyErrors } from './errors.ts'
import { isFullAccess, scopesBeyond } from './scopes.ts'

/** What counts of somebody who gives: what they hold. */
interface Giver {
  readonly scopes: readonly string[]
}

/** Throws `insufficient_scope` unless nothing is out of reach: for what would otherwise lead around every scope. */
export function requireFullAccess({ scopes }: Giver): void {
  if (isFullAccess(scopes)) return
  throw new AppError(commonErrors.insufficient_scope, { details: { required_scope: '*' } })
}

/** Throws `api_key_too_wide` for scopes that the giver does not hold. */
export function requireHeld(by: Giver, scopes: readonly string[]): void {
  const beyond = scopesBeyond(by.scopes, scopes)
  if (beyond.length > 0) throw new AppError(apiKeyErrors.api_key_too_wide, { details: { scopes: beyond } })
}

/** Throws `api_key_too_wide` for a key that outlives its giver, who ends at `until`. */
export function requireWithin(until: number | null, expiresAt: number | null): void {
  if (until === null || (expiresAt !== null && expiresAt <= until)) return
  throw new AppError(apiKeyErrors.api_key_too_wide, { details: { expires_at: toIso(until) } })
}
