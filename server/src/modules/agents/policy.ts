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
 * A standing permission for an agent to act for a subject: a user id, an agent id, or `*` for anyone. The scope `*` sets no
 * limit beyond those of the subject's token and the agent, an empty audience leads nowhere beyond that token's; depth
 * counts hops from it.
 */
export type Policy = EntityOf<typeof policies>

/** The subject that stands for everyone. */
export const ANYONE = '*'

/** The scope that sets no limit of its own. */
export const ANY_SCOPE = '*'
