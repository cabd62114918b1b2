import { isUsable } from '#/modules/authorization-requests/index.ts'
import { opensThings } from '#/modules/sessions/index.ts'
import { insertionFrom, mayRecord, mintedRows, mintedValue } from '#/modules/tokens/index.ts'
import type { Token } from '#/modules/tokens/index.ts'
import { CombinedWrites } from '#/platform/db/combined-writes.ts'
import type { Db } from '#/platform/db/db.ts'
import { rowsAsValue, rowsOfValue } from '#/platform/db/dialect.ts'
import { isThere, raw, sql } from '#/platform/db/sql.ts'
import type { SqlValue } from '#/platform/db/sql.ts'

/** A code that is used, and the tokens it becomes: a family and an access token, or an access token alone. */
interface Redemption {
  readonly hash: string
  readonly sessionId: string
  readonly tokens: readonly Token[]
  readonly now: number
}

/** Redeems authorization codes, many at once, where a statement `writesTogether`. */
export class RedemptionStore {
  readonly #writes: CombinedWrites<Redemption>
  constructor(db: Db) {
    this.#writes = new CombinedWrites(db, { statement: redemption, values, id: ({ tokens }) => rootOf(tokens) ?? '' })
  }

  /**
   * Uses a code up and records what it becomes, both or neither, if its session opens things. False when nothing was written,
   * for whatever reason: a transaction finds out.
   */
  redeem(one: Redemption): Promise<boolean> {
    return this.#writes.write(() => one)
  }
}

const rootOf = (tokens: readonly Token[]): string | null => tokens[0]?.rootId ?? null

const values = (some: readonly Redemption[]): SqlValue[] => [
  Math.max(...some.map(({ now }) => now)),
  mintedValue(some.flatMap(({ tokens }) => tokens)),
  rowsAsValue(some.map(({ hash, sessionId, tokens }) => ({ hash, session_id: sessionId, root_id: rootOf(tokens) }))),
]

const now = raw('moment.now')

/**
 * No row is waited for, so whoever ends something meanwhile can't be waiting for this: what somebody holds against it counts as
 * ended. Of two that redeem one code at once one holds its row, and the write to it decides; two of one batch are told apart
 * before, and by what they would record, since they name the same code.
 */
const redemption = sql`
  WITH moment (now) AS (VALUES (CAST(${0} AS BIGINT))),
  minted AS MATERIALIZED (${mintedRows}),
  asked AS MATERIALIZED (${rowsOfValue(raw('hash TEXT, session_id TEXT, root_id TEXT'))}),
  ready AS MATERIALIZED (
    SELECT DISTINCT ON (asked.hash) asked.hash, asked.root_id FROM asked CROSS JOIN moment
    WHERE ${isThere(sql`sessions s WHERE s.id = asked.session_id AND ${opensThings(raw('s'), now)} FOR SHARE SKIP LOCKED`)}
      AND NOT EXISTS (SELECT 1 FROM minted WHERE minted.root_id = asked.root_id AND (${mayRecord(raw('minted'))}) IS NOT TRUE)
      AND ${isThere(sql`
        authorization_codes c WHERE c.hash = asked.hash AND ${isUsable(raw('c'), now)} FOR UPDATE SKIP LOCKED`)}
    ORDER BY asked.hash
  ),
  used AS (
    UPDATE authorization_codes AS c
    SET used_at = moment.now, root_id = (SELECT ready.root_id FROM ready WHERE ready.hash = c.hash)
    FROM moment WHERE c.hash = ANY(ARRAY(SELECT ready.hash FROM ready)) AND ${isUsable(raw('c'), now)}
    RETURNING c.root_id
  ),
  redeemed AS (SELECT minted.* FROM minted JOIN used ON used.root_id = minted.root_id),
  recorded AS (${insertionFrom('redeemed')} RETURNING root_id)
  SELECT root_id AS id FROM recorded`
