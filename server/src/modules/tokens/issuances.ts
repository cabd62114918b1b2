import { raw, sql } from '#/platform/db/sql.ts'
import type { Db } from '#/platform/db/db.ts'

/** How many access tokens a grant gave out in one hour. */
export interface Issuance {
  readonly grantType: string
  /** The beginning of the hour, epoch milliseconds. */
  readonly hour: number
  readonly count: number
}

/** How many access tokens a client got in one hour, and for whom. */
export interface ActedTokens {
  readonly clientId: string
  /** Whom an agent acted for; null where it acted for itself, and for applications. */
  readonly subject: string | null
  /** Who handed on to it. */
  readonly delegator: string | null
  readonly audience: readonly string[]
  readonly hour: number
  readonly count: number
}

/** Counts issued access tokens along their ids, which sort by time, so each question reads only what it counts. */
export class Issuances {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  /** The id of the first token at or behind one id and before another; undefined when there is none. */
  async firstAfter(from: string, before: string): Promise<string | undefined> {
    const row = await this.#db.get(sql`
      SELECT id FROM tokens WHERE id >= ${from} AND id < ${before} ORDER BY id LIMIT 1`)
    return row?.['id'] as string | undefined
  }

  /** The same by client and hour, and for what agents do for others by subject, delegator and audience. */
  async actedBetween(from: string, before: string): Promise<ActedTokens[]> {
    const forOthers = raw(`(t.depth > 0 OR (t.user_id IS NOT NULL AND c.kind = 'agent'))`)
    const rows = await this.#db.all(sql`
      SELECT client_id, subject, delegator, audience, hour, count(*) AS count FROM (
        SELECT t.client_id, CASE WHEN ${forOthers} THEN t.subject END AS subject, t.delegator,
          CASE WHEN ${forOthers} THEN t.audience ELSE '[]' END AS audience, t.created_at - t.created_at % 3600000 AS hour
        FROM tokens t LEFT JOIN clients c ON c.client_id = t.client_id
        WHERE t.id >= ${from} AND t.id < ${before} AND t.kind = 'access') AS acted
      GROUP BY client_id, subject, delegator, audience, hour`)
    return rows.map((row) => ({
      clientId: row['client_id'] as string,
      subject: row['subject'] as string | null,
      delegator: row['delegator'] as string | null,
      audience: JSON.parse(row['audience'] as string) as string[],
      hour: Number(row['hour']),
      count: Number(row['count']),
    }))
  }

  /** Access tokens from one id to before another, by grant and hour. */
  async between(from: string, before: string): Promise<Issuance[]> {
    const rows = await this.#db.all(sql`
      SELECT grant_type, created_at - created_at % 3600000 AS hour, count(*) AS count FROM tokens
      WHERE id >= ${from} AND id < ${before} AND kind = 'access'
      GROUP BY grant_type, created_at - created_at % 3600000`)
    return rows.map((row) => ({
      grantType: row['grant_type'] as string,
      hour: Number(row['hour']),
      count: Number(row['count']),
    }))
  }
}
