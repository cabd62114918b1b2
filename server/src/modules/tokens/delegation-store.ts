import { events } from '#/platform/audit/event-table.ts'
import type { PreparedEvent } from '#/platform/audit/events.ts'
import { CombinedWrites } from '#/platform/db/combined-writes.ts'
import type { Db } from '#/platform/db/db.ts'
import { lookUp, rowsAsValue, rowsOfValue } from '#/platform/db/dialect.ts'
import { isThere, raw, sql } from '#/platform/db/sql.ts'
import type { Sql, SqlValue } from '#/platform/db/sql.ts'
import { living } from './liveness.ts'
import { insertionFrom, mayRecord, mintedRows, mintedValue } from './recording.ts'
import type { Token } from './token.ts'

/** A token that another one is exchanged for, and the event that tells of it. */
interface Delegation {
  readonly token: Token
  readonly event: () => PreparedEvent
  readonly now: number
}

interface Rows extends Omit<Delegation, 'event'> {
  readonly event: PreparedEvent['row']
}

/** Records what exchanges yield, many at once, where a statement `writesTogether`. */
export class DelegationStore {
  readonly #writes: CombinedWrites<Rows>
  constructor(db: Db) {
    this.#writes = new CombinedWrites(db, { statement: delegation, values, id: ({ token }) => token.id })
  }

  /**
   * Writes a token and its event by one statement with others, if all that allows it holds at that moment: its ancestors live,
   * and nobody is ending one of them. False when nothing was written, for whatever reason: a transaction finds out.
   */
  async record({ token, event, now }: Delegation): Promise<boolean> {
    let recorded: (() => void) | undefined
    const isRecorded = await this.#writes.write(() => {
      const prepared = event()
      recorded = prepared.recorded
      return { token, event: prepared.row, now }
    })
    if (isRecorded) recorded?.()
    return isRecorded
  }
}

const values = (some: readonly Rows[]): SqlValue[] => [
  Math.max(...some.map(({ now }) => now)),
  mintedValue(some.map(({ token }) => token)),
  rowsAsValue(some.map(({ token, event }) => ({ token_id: token.id, ...events.record(event) }))),
]

const tokensById = (alias: string, id: Sql) => lookUp(raw('tokens'), raw(alias), sql`${raw(alias)}.id = ${id}`)

/**
 * No row is waited for, so whoever ends something meanwhile can't be waiting for this: what somebody holds against it counts as
 * ended. Endings that hold the whole table come before the moment of this statement, or find what it wrote. Each ancestor is
 * held once, however many descend from it, and whoever has one that isn't held gets nothing.
 */
const delegation = sql`
  WITH RECURSIVE moment (now) AS (VALUES (CAST(${0} AS BIGINT))),
  minted AS MATERIALIZED (${mintedRows}),
  told AS MATERIALIZED (${rowsOfValue(sql`token_id TEXT, ${events.typed}`)}),
  line (descendant, id) AS (
    SELECT id, parent_id FROM minted
    UNION ALL
    SELECT line.descendant, t.parent_id FROM line ${tokensById('t', sql`line.id`)} WHERE t.parent_id IS NOT NULL
  ),
  held AS MATERIALIZED (
    SELECT ancestors.id FROM (SELECT DISTINCT id FROM line) AS ancestors
    WHERE ${isThere(sql`tokens t WHERE t.id = ancestors.id AND t.revoked_at IS NULL FOR SHARE SKIP LOCKED`)}
  ),
  ready AS MATERIALIZED (
    SELECT minted.* FROM minted CROSS JOIN moment
    WHERE ${isThere(sql`tokens t WHERE t.id = minted.parent_id AND ${living(raw('t'), { now: raw('moment.now') })}`)}
      AND (minted.policy_id IS NULL OR ${isThere(sql`
        policies p WHERE p.id = minted.policy_id AND p.revoked_at IS NULL
          AND (p.expires_at IS NULL OR p.expires_at > moment.now)`)})
      AND ${mayRecord(raw('minted'))}
      AND minted.id NOT IN (SELECT descendant FROM line WHERE (line.id IN (SELECT id FROM held)) IS NOT TRUE)
  ),
  recorded AS (${insertionFrom('ready')} RETURNING id),
  noted AS (
    INSERT INTO events (${events.columns})
    SELECT ${events.columnsOf('told')} FROM told JOIN recorded ON recorded.id = told.token_id)
  SELECT id FROM recorded`
