import { lookUp } from '#/platform/db/dialect.ts'
import { isThere, raw, sql } from '#/platform/db/sql.ts'
import type { Sql } from '#/platform/db/sql.ts'
import { unmarked } from './revocation-marks.ts'
import type { PresentMarks } from './revocation-marks.ts'

// The one place that says in SQL whether a token lives. Every reader of `tokens` that cares takes it from here.

/** When it is asked, and which marks there are, if the caller knows. */
interface Moment {
  readonly now: number | Sql
  readonly marks?: PresentMarks
}

/**
 * The condition on a token by its alias that nothing ended it but what may end its ancestors. Adding nothing keeps the
 * index of expiries out of it: most tokens expire later, and tokens are found by what they hang on.
 */
export const unrevokedItself = (token: Sql, { now, marks }: Moment): Sql =>
  sql`${token}.revoked_at IS NULL AND ${token}.expires_at + 0 > ${now} AND ${unmarked(token, marks)}`

/**
 * The condition that a token has not ended: it is unexpired, and neither its row nor a mark revoked it or an ancestor.
 * What an ending counts: whoever ends a client may have turned it off before.
 */
export const unrevoked = (token: Sql, moment: Moment): Sql =>
  withAncestors(token, (one) => unrevokedItself(one, moment))

/** The condition that a token is good: it has not ended, and everybody it and its ancestors hang on is there and active. */
export const living = (token: Sql, moment: Moment): Sql =>
  withAncestors(token, (one) => sql`${unrevokedItself(one, moment)} AND ${hasLivingOwners(one)}`)

/**
 * The climb goes on only from one that is good, so it comes to the root only when all are. Most parents are roots, which
 * the plain look at the parent spares the climb.
 */
const withAncestors = (token: Sql, isGood: (token: Sql) => Sql): Sql => sql`(${isGood(token)} AND (
  ${token}.parent_id IS NULL OR ${isThere(sql`tokens p WHERE p.id = ${token}.parent_id AND ${isGood(raw('p'))} AND (
    p.parent_id IS NULL OR EXISTS (
      WITH RECURSIVE line (id) AS (
        SELECT p.parent_id
        UNION ALL
        SELECT a.parent_id FROM line ${lookUp(raw('tokens'), raw('a'), sql`a.id = line.id`)} WHERE ${isGood(raw('a'))}
      )
      SELECT 1 FROM line WHERE id IS NULL))`)}))`

const hasLivingOwners = (token: Sql): Sql => sql`
  ${isThere(sql`clients o WHERE o.client_id = ${token}.client_id AND o.active = 1`)}
  AND (${token}.user_id IS NULL OR ${isThere(sql`users o WHERE o.id = ${token}.user_id AND o.disabled_at IS NULL`)})
  AND (${token}.consent_id IS NULL OR ${isThere(sql`
    consents o WHERE o.id = ${token}.consent_id AND o.revoked_at IS NULL`)})
  AND (${token}.policy_id IS NULL OR ${isThere(sql`
    policies o WHERE o.id = ${token}.policy_id AND o.revoked_at IS NULL`)})`
