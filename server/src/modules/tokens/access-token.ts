import type { KeyObject } from 'node:crypto'
import { toUnixSeconds } from '#/platform/clock.ts'
import { MalformedJws, parseJws, signEs256 } from '#/platform/crypto/jws.ts'
import { isId } from '#/platform/ids.ts'
import type { Ancestor } from './lineage.ts'
import type { Token } from './token.ts'

const TYPE = 'at+jwt'

/** Signs an access token as RFC 9068 §2 describes it, with what it hangs on. */
export function signAccessToken(
  token: Token,
  issuer: string,
  key: { kid: string; privateKey: KeyObject },
  ancestors: readonly Ancestor[] = [],
): string {
  const payload: Record<string, unknown> = {
    iss: issuer,
    sub: token.subject,
    aud: token.audience.length === 1 ? token.audience[0] : token.audience,
    client_id: token.clientId,
    scope: token.scope,
    iat: toUnixSeconds(token.createdAt),
    exp: toUnixSeconds(token.expiresAt),
    jti: token.id,
    lineage: lineageClaim(token, key.kid, ancestors),
  }
  if (token.authenticatedAt !== null) payload['auth_time'] = toUnixSeconds(token.authenticatedAt)
  if (token.act !== null) payload['act'] = token.act
  if (token.jkt !== null) payload['cnf'] = { jkt: token.jkt } // RFC 9449 §6.1
  return signEs256({ typ: TYPE, kid: key.kid }, payload, key.privateKey)
}

/** What the revocation feed judges a token by, beside its other claims (docs/guides/revocation-feed.md). */
interface LineageClaim {
  consent?: string
  policy?: string
  session?: true
  ancestors?: AncestorClaim[]
}

interface AncestorClaim {
  jti: string
  client_id?: string
  policy?: string
  jkt?: string
  kid?: string
}

function lineageClaim(token: Token, kid: string, ancestors: readonly Ancestor[]): LineageClaim {
  const claim: LineageClaim = {}
  if (token.consentId !== null) claim.consent = token.consentId
  if (token.policyId !== null) claim.policy = token.policyId
  if (token.sessionId !== null) claim.session = true
  let below: Ancestor = { ...token, signedBy: kid }
  const links = ancestors.map((ancestor) => {
    const link = ancestorClaim(ancestor, below)
    below = { ...ancestor, jkt: ancestor.jkt ?? below.jkt, signedBy: ancestor.signedBy ?? below.signedBy }
    return link
  })
  return links.length === 0 ? claim : { ...claim, ancestors: links }
}

/** Says of an ancestor what the one below it did not say already, since most of a line is alike. */
function ancestorClaim({ id, clientId, policyId, jkt, signedBy }: Ancestor, below: Ancestor): AncestorClaim {
  const link: AncestorClaim = { jti: id }
  if (clientId !== below.clientId) link.client_id = clientId
  if (policyId !== null) link.policy = policyId
  if (jkt !== null && jkt !== below.jkt) link.jkt = jkt
  if (signedBy !== null && signedBy !== below.signedBy) link.kid = signedBy
  return link
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
