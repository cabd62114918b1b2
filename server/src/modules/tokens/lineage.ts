import { forShare } from '#/platform/db/dialect.ts'
import { sql } from '#/platform/db/sql.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { Token } from './token.ts'

/** Where a new token stands in its family. A root has no parent and is its own root. */
export interface LineagePosition {
  readonly parentId: string | null
  readonly rootId: string
  readonly depth: number
  readonly delegator: string | null
  /** The latest moment the token may live to: a child never outlives its parent. Epoch milliseconds. */
  readonly notAfter: number
}

/** The position of a token that descends from nothing. */
export const rootPosition = (id: string): LineagePosition => ({
  parentId: null,
  rootId: id,
  depth: 0,
  delegator: null,
  notAfter: Infinity,
})

/** The position below a refresh token: same depth, since nobody was delegated to. */
export const positionBelowFamily = (family: Token): LineagePosition => ({
  parentId: family.id,
  rootId: family.rootId,
  depth: family.depth,
  delegator: family.delegator,
  notAfter: family.expiresAt,
})

/** The position one delegation below a token; what allows the delegation may end before the token does. */
export const positionOfDelegated = (subject: Token, notAfter = Infinity): LineagePosition => ({
  parentId: subject.id,
  rootId: subject.rootId,
  depth: subject.depth + 1,
  delegator: subject.clientId,
  notAfter: Math.min(subject.expiresAt, notAfter),
})

/** Selects a token, by a query for its id, and its ancestors, and holds them against being revoked. */
export const holdLine = (id: Sql): Sql => sql`
  SELECT id FROM tokens WHERE id IN (
    WITH RECURSIVE line (id) AS (
      ${id}
      UNION ALL
      SELECT t.parent_id FROM line JOIN tokens t ON t.id = line.id WHERE t.parent_id IS NOT NULL
    )
    SELECT id FROM line) ${forShare}`
