import { events } from '#/platform/audit/event-table.ts'
import type { PreparedEvent } from '#/platform/audit/events.ts'
import { CombinedWrites } from '#/platform/db/combined-writes.ts'
import type { Db } from '#/platform/db/db.ts'
import { forShareSkipLocked, lookUp, rowsAsValue, rowsOfValue } from '#/platform/db/dialect.ts'
import { flatten, isAmong, isThere, join, raw, Sql, sql } from '#/platform/db/sql.ts'
import type { SqlValue } from '#/platform/db/sql.ts'
import { living } from './liveness.ts'
import { insertionFrom, insertionOfOne, mayRecord, mintedRows, mintedValue } from './recording.ts'
import { tokens } from './token.ts'
import type { Token } from './token.ts'

/** A token that another one is exchanged for, and the event that tells of it. */
interface Delegation {
  readonly token: Token
  readonly event: PreparedEvent
  readonly now: number
}

interface Rows extends Omit<Delegation, 'event'> {
  readonly event: PreparedEvent['row']
}

/** Records what exchanges yield, many at once. */
export class DelegationStore {
  readonly #writes: CombinedWrites<Rows>
  readonly #recording: readonly string[]
  constructor(db: Db) {
    this.#recording = flatten(recording, db.engine).strings
    this.#writes = new CombinedWrites(db, {
      statement: delegation,
      values,
      id: ({ token }) => token.id,
      inTurn: ({ token, event, now }) => [this.#recordingOf(token, now), events.insert(event)],
    })
  }

  /**
   * Writes a token and its event together with others, if all that allows it holds at that moment: its ancestors live,
   * and nobody is ending one of them. False when nothing was written, for whatever reason: a transaction finds out.
   */
  async record({ token, event, now }: Delegation): Promise<boolean> {
    const isRecorded = await this.#writes.write({ token, event: event.row, now })
    if (isRecorded) event.recorded()
    return isRecorded
  }

  #recordingOf(token: Token, now: number): Sql {
    return new Sql(this.#recording, [
      ...tokens.values(token),
      ...named.map((field) => token[field]),
      ...MOMENTS.map(() => now),
    ])
  }
}

const values = (some: readonly Rows[]): SqlValue[] => [
  Math.max(...some.map(({ now }) => now)),
  mintedValue(some.map(({ token }) => token)),
  rowsAsValue(some.map(({ token, event }) => ({ token_id: token.id, ...events.record(event) }))),
]

/** The condition that all that allows a new token, as `minted`, holds. */
const mayDelegate = (now: Sql): Sql => sql`
  ${isThere(sql`tokens t WHERE t.id = minted.parent_id AND ${living(raw('t'), { now })}`)}
  AND (minted.policy_id IS NULL OR ${isThere(sql`
    policies p WHERE p.id = minted.policy_id AND p.revoked_at IS NULL AND (p.expires_at IS NULL OR p.expires_at > ${now})`)})
  AND ${mayRecord(raw('minted'))}`

/** A moment stands in for the values of a statement that is flattened once. */
const mayDelegateThen = mayDelegate(sql`${0}`)
/** One for each place where the moment goes. */
const MOMENTS = flatten(mayDelegateThen, 'sqlite').pieces

/** What allows a token, as far as the token itself names it. */
const named = ['parentId', 'policyId', 'clientId', 'userId'] as const

/** One token, under the condition of this moment. */
const recording = insertionOfOne(sql`
  CROSS JOIN (SELECT ${join(named.map((field) => sql`${null} AS ${tokens.column(field)}`))}) AS minted WHERE ${mayDelegateThen}`)

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
    WHERE ${isThere(sql`tokens t WHERE t.id = ancestors.id AND t.revoked_at IS NULL ${forShareSkipLocked}`)}
  ),
  ready AS MATERIALIZED (
    SELECT minted.* FROM minted CROSS JOIN moment
    WHERE ${mayDelegate(raw('moment.now'))}
      AND minted.id NOT IN (SELECT descendant FROM line WHERE (line.id IN (SELECT id FROM held)) IS NOT TRUE)
  ),
  recorded AS (${insertionFrom('ready')} RETURNING id),
  noted AS (
    INSERT INTO events (${events.columns})
    SELECT ${events.columnsOf('told')} FROM told WHERE ${isAmong(raw('told.token_id'), sql`SELECT id FROM recorded`)})
  SELECT id FROM recorded`
