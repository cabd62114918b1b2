import type { Row } from '#/platform/db/db.ts'
import { sql } from '#/platform/db/sql.ts'
import type { Sql } from '#/platform/db/sql.ts'

/** How many tokens a revocation ended, or would end, by kind. */
export interface RevocationCounts {
  readonly total: number
  readonly access_tokens: number
  readonly refresh_tokens: number
  /** Those of the access tokens that were made by token exchange. */
  readonly delegated_tokens: number
}

export const noTokens: RevocationCounts = { total: 0, access_tokens: 0, refresh_tokens: 0, delegated_tokens: 0 }

/** Both together. */
export const addCounts = (one: RevocationCounts, two: RevocationCounts): RevocationCounts => ({
  total: one.total + two.total,
  access_tokens: one.access_tokens + two.access_tokens,
  refresh_tokens: one.refresh_tokens + two.refresh_tokens,
  delegated_tokens: one.delegated_tokens + two.delegated_tokens,
})

/** What to select of the tokens with an alias, to be read by `countsOf`. */
export const counting = (token: Sql): Sql => sql`
  count(*) AS total, sum(CASE WHEN ${token}.kind = 'refresh' THEN 1 ELSE 0 END) AS refresh,
  sum(CASE WHEN ${token}.depth > 0 THEN 1 ELSE 0 END) AS delegated`

/** The one row of a `counting` statement. */
export function countsOf(row: Row | undefined): RevocationCounts {
  const [total, refresh] = [Number(row?.['total'] ?? 0), Number(row?.['refresh'] ?? 0)]
  return {
    total,
    access_tokens: total - refresh,
    refresh_tokens: refresh,
    delegated_tokens: Number(row?.['delegated'] ?? 0),
  }
}

/** Counts in the words of the audit log. */
export const eventCounts = (counts: RevocationCounts) => ({
  revoked_count: counts.total,
  access_tokens: counts.access_tokens,
  refresh_tokens: counts.refresh_tokens,
  delegated_tokens: counts.delegated_tokens,
})
