import { isUsable } from '#/modules/authorization-requests/index.ts'
import { opensThings } from '#/modules/sessions/index.ts'
import { insertionFrom, mayRecord, mintedRows, mintedValue, TokenInsertions } from '#/modules/tokens/index.ts'
import type { Minted } from '#/modules/tokens/index.ts'
import { CombinedWrites } from '#/platform/db/combined-writes.ts'
import type { Db } from '#/platform/db/db.ts'
import { forShareSkipLocked, forUpdateSkipLocked, rowsAsValue, rowsOfValue } from '#/platform/db/dialect.ts'
import { flatten, isAmong, isThere, raw, Sql, sql } from '#/platform/db/sql.ts'
import type { SqlValue } from '#/platform/db/sql.ts'

/** A code that is used, and the tokens it becomes: a family and an access token, or an access token alone. */
interface Redemption {
  readonly hash: string
  readonly sessionId: string
  readonly minted: readonly Minted[]
  readonly now: number
}

/** Redeems authorization codes, many at once. */
export class RedemptionStore {
  readonly #using: readonly string[]
  readonly #insertions: TokenInsertions
  readonly #writes: CombinedWrites<Redemption>
  constructor(db: Db) {
    this.#using = flatten(using, db.engine).strings
    this.#insertions = new TokenInsertions(db.engine)
    this.#writes = new CombinedWrites(db, {
      statement: redemption,
      values,
      id: ({ minted }) => rootOf(minted) ?? '',
      inTurn: (one) => this.#inTurn(one),
    })
  }

  /**
   * Uses a code up and records what it becomes, both or neither, if its session opens things. False when nothing was written,
   * for whatever reason: a transaction finds out.
   */
  async redeem(one: Redemption): Promise<boolean> {
    return one.minted.length > 0 && this.#writes.write(one)
  }

  #inTurn({ hash, sessionId, minted, now }: Redemption): Sql[] {
    const { rootId = null, clientId = null, userId = null } = minted[0]?.token ?? {}
    return [
      new Sql(this.#using, [now, rootId, hash, now, sessionId, now, clientId, userId]),
      ...minted.map(({ token }) => this.#insertions.of(token)),
    ]
  }
}

const rootOf = (minted: readonly Minted[]): string | null => minted[0]?.token.rootId ?? null

const isOpen = (sessionId: Sql, now: Sql): Sql =>
  isThere(sql`sessions s WHERE s.id = ${sessionId} AND ${opensThings(raw('s'), now)} ${forShareSkipLocked}`)

const values = (some: readonly Redemption[]): SqlValue[] => [
  Math.max(...some.map(({ now }) => now)),
  mintedValue(some.flatMap(({ minted }) => minted.map(({ token }) => token))),
  rowsAsValue(some.map(({ hash, sessionId, minted }) => ({ hash, session_id: sessionId, root_id: rootOf(minted) }))),
]

/** Uses one code up, if the session opens things, and client and person may have what it becomes. */
const using = sql`
  UPDATE authorization_codes AS c SET used_at = ${0}, root_id = ${''}
  WHERE c.hash = ${''} AND ${isUsable(raw('c'), 0)} AND ${isOpen(sql`${''}`, sql`${0}`)}
    AND ${isThere(sql`clients o WHERE o.client_id = ${''} AND o.active = 1`)}
    AND ${isThere(sql`users u WHERE u.id = ${''} AND u.disabled_at IS NULL`)}`

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
    WHERE ${isOpen(raw('asked.session_id'), now)}
      AND NOT ${isAmong(raw('asked.root_id'), sql`SELECT root_id FROM minted WHERE (${mayRecord(raw('minted'))}) IS NOT TRUE`)}
      AND ${isThere(sql`
        authorization_codes c WHERE c.hash = asked.hash AND ${isUsable(raw('c'), now)} ${forUpdateSkipLocked}`)}
    ORDER BY asked.hash
  ),
  used AS (
    UPDATE authorization_codes AS c
    SET used_at = moment.now, root_id = (SELECT ready.root_id FROM ready WHERE ready.hash = c.hash)
    FROM moment WHERE c.hash = ANY(ARRAY(SELECT ready.hash FROM ready)) AND ${isUsable(raw('c'), now)}
    RETURNING c.root_id
  ),
  redeemed AS (SELECT * FROM minted WHERE ${isAmong(raw('minted.root_id'), sql`SELECT root_id FROM used`)}),
  recorded AS (${insertionFrom('redeemed')} RETURNING root_id)
  SELECT root_id AS id FROM recorded`
