import type { Column, EntityOf } from '#/platform/db/table.ts'
import { integer, integerOrNull, json, jsonOrNull, table, text, textOrNull } from '#/platform/db/table.ts'

/** Wrong verifiers a code survives; the fifth kills it, so that nobody searches for the right one. */
export const MAX_MISSES = 5

/** Null where an operator waived PKCE for the client: stored as no text at all. */
const challenge: Column<string | null> = {
  encode: (value) => value ?? '',
  decode: (stored) => (stored === '' ? null : (stored as string)),
}

/** What the ID token is to say besides: single claims about the person, and how they signed in. */
export interface CodeIdToken {
  readonly claims: readonly string[]
  readonly acr: string
  readonly amr: readonly string[]
}

/** The codec of `authorization_codes`. */
export const authorizationCodes = table('authorization_codes', {
  hash: text,
  clientId: text,
  userId: text,
  sessionId: text,
  consentId: textOrNull,
  redirectUri: text,
  codeChallenge: challenge,
  scope: text,
  resource: json<readonly string[]>(),
  nonce: textOrNull,
  dpopJkt: textOrNull,
  authenticatedAt: integer,
  createdAt: integer,
  expiresAt: integer,
  usedAt: integerOrNull,
  rootId: textOrNull,
  misses: integer,
  idToken: jsonOrNull<CodeIdToken>(),
})

/** A code with all it is bound to. The code itself is not in here, only its hash. */
export type AuthorizationCode = EntityOf<typeof authorizationCodes>

/**
 * What became of a code. A `used` one that comes again was stolen or replayed: the tokens below `rootId` must die
 * (RFC 6749 §4.1.2). It is asked before expiry, since a replay stays a replay after the minute is over.
 */
export function stateOfCode(code: AuthorizationCode, now: number): 'live' | 'used' | 'spent' | 'expired' {
  if (code.usedAt !== null) return 'used'
  if (code.misses >= MAX_MISSES) return 'spent'
  return code.expiresAt > now ? 'live' : 'expired'
}
