import { createHash } from 'node:crypto'
import { toUnixSeconds } from '#/platform/clock.ts'
import { signWith } from '#/modules/signing-keys/index.ts'
import type { ActiveKey } from '#/modules/signing-keys/index.ts'
import type { PersonClaims } from './person-claims.ts'
import type { Minted } from '#/modules/tokens/index.ts'

/** What an ID token says beside what its access token knows. */
export interface IdTokenClaims {
  readonly issuer: string
  readonly nonce: string | null
  readonly person: PersonClaims
  /** How the person signed in (OpenID Connect Core §2), where it is known. */
  readonly signIn?: { readonly acr: string; readonly amr: readonly string[] } | undefined
}

/** Signs the ID token that goes with an access token (OpenID Connect Core §2, §3.1.3.6). */
export function signIdToken(access: Minted, claims: IdTokenClaims, key: ActiveKey): Promise<string> {
  const { token } = access
  const payload: Record<string, unknown> = {
    ...claims.person,
    iss: claims.issuer,
    sub: token.subject,
    aud: token.clientId,
    iat: toUnixSeconds(token.createdAt),
    exp: toUnixSeconds(token.expiresAt),
    at_hash: accessTokenHash(access.text),
  }
  if (token.authenticatedAt !== null) payload['auth_time'] = toUnixSeconds(token.authenticatedAt)
  if (token.sessionId !== null) payload['sid'] = token.sessionId
  if (claims.signIn) {
    payload['acr'] = claims.signIn.acr
    payload['amr'] = claims.signIn.amr
  }
  if (claims.nonce !== null) payload['nonce'] = claims.nonce
  return signWith(key, { typ: 'JWT' }, payload)
}

/** The left half of the token's SHA-256, which ties the ID token to it. */
export const accessTokenHash = (accessToken: string): string =>
  createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
