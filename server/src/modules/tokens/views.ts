import type { Static } from 'typebox'
import { toIso, toIsoOrNull } from '#/platform/clock.ts'
import type { ChainSchema, TokenSchema, TokenTraceSchema } from './schemas.ts'
import type { TokenTrace } from './token-trace.ts'
import type { Token } from './token.ts'

const statusOf = (token: Token, now: number): 'active' | 'expired' | 'revoked' => {
  if (token.revokedAt !== null) return 'revoked'
  return token.expiresAt > now ? 'active' : 'expired'
}

export const tokenView = (token: Token, now: number): Static<typeof TokenSchema> => ({
  id: token.id,
  kind: token.kind,
  grant_type: token.grantType,
  client_id: token.clientId,
  subject: token.subject,
  user_id: token.userId,
  scope: token.scope,
  audience: token.audience,
  dpop_jkt: token.jkt,
  session_id: token.sessionId,
  consent_id: token.consentId,
  policy_id: token.policyId,
  parent_id: token.parentId,
  root_id: token.rootId,
  depth: token.depth,
  status: statusOf(token, now),
  created_at: toIso(token.createdAt),
  expires_at: toIso(token.expiresAt),
  revoked_at: toIsoOrNull(token.revokedAt),
  revoked_reason: token.revokedReason,
})

/** A token with its line, its children and what ended it. */
export const traceView = (
  { token, line, children, causes }: TokenTrace,
  now: number,
): Static<typeof TokenTraceSchema> => ({
  token: tokenView(token, now),
  is_alive: causes.length === 0,
  causes: causes.map(({ cause, tokenId, at, reason }) => ({ cause, token_id: tokenId, at: toIsoOrNull(at), reason })),
  line: line.map((hop, i) => ({
    ...tokenView(hop, now),
    delegator: hop.delegator,
    dropped_scope: droppedScope(line[i - 1], hop),
  })),
  children: children.map((child) => tokenView(child, now)),
})

function droppedScope(above: Token | undefined, { scope }: Token): string {
  const kept = new Set(scope.split(' '))
  return (above?.scope.split(' ') ?? []).filter((word) => !kept.has(word)).join(' ')
}

/** A chain from its last token and its ancestors, given from that token up to the root. */
export function chainView(ancestry: readonly Token[], now: number): Static<typeof ChainSchema> {
  const last = ancestry[0] as Token
  return {
    id: last.id,
    subject: last.subject,
    user_id: last.userId,
    depth: last.depth,
    status: statusOf(last, now),
    created_at: toIso(last.createdAt),
    hops: ancestry.toReversed().map((token) => ({
      token_id: token.id,
      actor: token.clientId,
      delegator: token.delegator,
      scope: token.scope,
      dpop_jkt: token.jkt,
      policy_id: token.policyId,
      status: statusOf(token, now),
      expires_at: toIso(token.expiresAt),
    })),
  }
}
