import { Type } from 'typebox'
import { eventType } from '#/platform/audit/event.ts'

const Counts = {
  revoked_count: Type.Integer(),
  access_tokens: Type.Integer(),
  refresh_tokens: Type.Integer(),
  delegated_tokens: Type.Integer(),
}

export const tokenRevoked = eventType(
  'token.revoked',
  'A token was revoked with everything that descends from it.',
  Type.Object({ ...Counts, client_id: Type.String(), reason: Type.String() }),
)

export const tokenReuseDetected = eventType(
  'token.reuse_detected',
  'A code or refresh token that was already used came back; its whole family was revoked.',
  Type.Object({ ...Counts, client_id: Type.String(), kind: Type.String() }),
  { webhook: true },
)

export const tokenExchanged = eventType(
  'token.exchanged',
  'A client received a token to act for a subject.',
  Type.Object({
    client_id: Type.String(),
    subject: Type.String(),
    subject_token_id: Type.String(),
    token_id: Type.String(),
    policy_id: Type.Union([Type.String(), Type.Null()]),
    depth: Type.Integer(),
    scope: Type.String(),
    dropped_scope: Type.String(),
    audience: Type.Array(Type.String()),
    chain: Type.Array(Type.String()),
    warning: Type.Optional(Type.String()),
  }),
  { webhook: true },
)

export const tokenExchangeRefused = eventType(
  'token.exchange_refused',
  'A client was refused a token to act for a subject.',
  Type.Object({
    client_id: Type.String(),
    subject: Type.Union([Type.String(), Type.Null()]),
    subject_token_id: Type.Union([Type.String(), Type.Null()]),
    reason: Type.String(),
    error: Type.String(),
  }),
  { webhook: true },
)

export const clientTokensRevoked = eventType(
  'agent.tokens_revoked',
  "All of an agent's tokens were revoked; the agent itself stays active.",
  Type.Object({ ...Counts, client_id: Type.String() }),
  { webhook: true },
)

export const bulkRevoked = eventType(
  'oauth.bulk_revoke_pattern',
  'The tokens of every client whose client_id matches a pattern were revoked.',
  Type.Object({
    ...Counts,
    pattern: Type.String(),
    reason: Type.Union([Type.String(), Type.Null()]),
  }),
  { webhook: true },
)

export const tokenEvents = [
  tokenRevoked,
  tokenReuseDetected,
  tokenExchanged,
  tokenExchangeRefused,
  clientTokensRevoked,
  bulkRevoked,
]
