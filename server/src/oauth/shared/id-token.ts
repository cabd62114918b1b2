import { createHash } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { toUnixSeconds } from '#/platform/clock.ts'
import { signEs256 } from '#/platform/crypto/jws.ts'
import type { Minted } from '#/modules/tokens/index.ts'

/** Signs the ID token that goes with an access token (OpenID Connect Core §2, §3.1.3.6). */
export function signIdToken(
  access: Minted,
  claims: { readonly issuer: string; readonly nonce: string | null },
  key: { readonly kid: string; readonly privateKey: KeyObject },
): string {
  const { token } = access
  const payload: Record<string, unknown> = {
    iss: claims.issuer,
    sub: token.subject,
    aud: token.clientId,
    iat: toUnixSeconds(token.createdAt),
    exp: toUnixSeconds(token.expiresAt),
    at_hash: accessTokenHash(access.text),
  }
  if (token.authenticatedAt !== null) payload['auth_time'] = toUnixSeconds(token.authenticatedAt)
  if (token.sessionId !== null) payload['sid'] = token.sessionId
  if (claims.nonce !== null) payload['nonce'] = claims.nonce
  return signEs256({ typ: 'JWT', kid: key.kid }, payload, key.privateKey)
}

/** The left half of the token's SHA-256, which ties the ID token to it. */
export const accessTokenHash = (accessToken: string): string =>
  createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
