import type { EntityOf } from '#/platform/db/table.ts'
import { flag, integer, integerOrNull, json, table, text } from '#/platform/db/table.ts'

/** The codec of `policies`. */
export const policies = table('policies', {
  id: text,
  agentId: text,
  subject: text,
  scope: text,
  audience: json<string[]>(),
  maxDepth: integer,
  mayRedelegate: flag,
  createdBy: text,
  createdAt: integer,
  expiresAt: integerOrNull,
  revokedAt: integerOrNull,
})

/**
 * A standing permission for an agent to act for a subject: a user id, an agent id, or `*` for anyone. An empty audience
 * sets no limit beyond the agent's own; depth counts the hops from the subject's token.
 */
export type Policy = EntityOf<typeof policies>

/** The subject that stands for everyone. */
export const ANYONE = '*'
