import type { Client } from '#/modules/clients/index.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'

/** Where tokens may be meant for: the issuer itself, what operators opened to all, what this client was given. */
export interface AllowedTargets {
  readonly issuer: string
  readonly open: readonly string[]
  readonly client: Client
}

/**
 * The audience for the targets a request names (RFC 8707 §2). None means the issuer. Refuses what is not an absolute
 * URI without fragment, and what the client may not ask for: a token for a strange audience is a confused deputy.
 */
export function resolveAudience(targets: readonly string[], allowed: AllowedTargets): string[] {
  if (targets.length === 0) return [allowed.issuer]
  const audience = [...new Set(targets)]
  // A token must stay small enough for headers, and an error for logs.
  if (audience.length > MAX_TARGETS || audience.some((target) => target.length > MAX_LENGTH)) {
    throw new OAuthError('invalid_target', `Ask for at most ${MAX_TARGETS} resources of ${MAX_LENGTH} characters each.`)
  }
  const known = [allowed.issuer, ...allowed.open, ...allowed.client.audiences]
  const strange = audience.find((target) => !includesTarget(known, target))
  if (strange === undefined) return audience
  throw new OAuthError('invalid_target', `${JSON.stringify(strange)} is not a resource this client may ask for.`)
}

const MAX_TARGETS = 8
const MAX_LENGTH = 512

/** Whether a target is among others. The root of an origin is written with and without its slash; both are one. */
export const includesTarget = (targets: readonly string[], target: string): boolean =>
  targets.some((known) => trimSlash(known) === trimSlash(target))

const trimSlash = (target: string): string => (target.endsWith('/') ? target.slice(0, -1) : target)
