import type { KeyObject } from 'node:crypto'
import { toUnixSeconds } from '#/platform/clock.ts'
import { MalformedJws, parseJws, signEs256 } from '#/platform/crypto/jws.ts'
import { isId } from '#/platform/ids.ts'
import type { Token } from './token.ts'

const TYPE = 'at+jwt'

/** Signs an access token as RFC 9068 §2 describes it. */
export function signAccessToken(token: Token, issuer: string, key: { kid: string; privateKey: KeyObject }): string {
  const payload: Record<string, unknown> = {
    iss: issuer,
    sub: token.subject,
    aud: token.audience.length === 1 ? token.audience[0] : token.audience,
    client_id: token.clientId,
    scope: token.scope,
    iat: toUnixSeconds(token.createdAt),
    exp: toUnixSeconds(token.expiresAt),
    jti: token.id,
  }
  if (token.authenticatedAt !== null) payload['auth_time'] = toUnixSeconds(token.authenticatedAt)
  if (token.act !== null) payload['act'] = token.act
  if (token.jkt !== null) payload['cnf'] = { jkt: token.jkt } // RFC 9449 §6.1
  return signEs256({ typ: TYPE, kid: key.kid }, payload, key.privateKey)
}

/** An access token as presented: which one it claims to be, and which key it names. */
export interface AccessTokenClaim {
  readonly id: string
  readonly kid: string
}

/**
 * What a text claims to be the access token of, or undefined. Says nothing about authenticity: the caller compares the
 * whole text with the fingerprint taken when it was issued.
 */
export function readAccessToken(text: string): AccessTokenClaim | undefined {
  try {
    const { header, payload } = parseJws(text)
    const [id, kid] = [payload['jti'], header['kid']]
    if (header['typ'] !== TYPE || typeof id !== 'string' || typeof kid !== 'string') return undefined
    return isId('tok', id) ? { id, kid } : undefined
  } catch (error) {
    if (error instanceof MalformedJws) return undefined
    throw error
  }
}
