import { Type } from 'typebox'
import { tokenTotal } from './counts.ts'
import type { Counts } from './counts.ts'
import { CountsSchema } from './schemas.ts'

/** What events say that end a client, a consent or a policy: the tokens by kind, then everything. */
export const EndedTokens = {
  revoked_count: Type.Integer({ description: 'How many tokens ended' }),
  access_tokens: Type.Integer(),
  refresh_tokens: Type.Integer(),
  delegated_tokens: Type.Integer(),
  counts: CountsSchema,
}

export const endedTokens = (counts: Counts) => ({
  revoked_count: tokenTotal(counts),
  access_tokens: counts.access_tokens ?? 0,
  refresh_tokens: counts.refresh_tokens ?? 0,
  delegated_tokens: counts.delegated_tokens ?? 0,
  counts,
})

/** What events say that end the access of a user: the sessions, the tokens, then everything. */
export const EndedAccess = {
  revoked_sessions: Type.Integer({ description: 'How many sessions ended' }),
  revoked_tokens: Type.Integer({ description: 'How many tokens ended' }),
  counts: CountsSchema,
}

export const endedAccess = (counts: Counts) => ({
  revoked_sessions: counts.sessions ?? 0,
  revoked_tokens: tokenTotal(counts),
  counts,
})
