import type { Client } from '#/modules/clients/index.ts'
import { OAuthError } from '#/platform/http/oauth-error.ts'

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
  const known = new Set([allowed.issuer, ...allowed.open, ...allowed.client.audiences])
  const audience = [...new Set(targets)]
  for (const target of audience) {
    if (!known.has(target) && !known.has(trimSlash(target))) {
      throw new OAuthError('invalid_target', `${JSON.stringify(target)} is not a resource this client may ask for.`)
    }
  }
  return audience
}

// Clients write the root of an origin with and without its slash; both name the same resource.
const trimSlash = (target: string): string => (target.endsWith('/') ? target.slice(0, -1) : target)
