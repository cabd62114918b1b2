import { sql } from '#/platform/db/sql.ts'
import type { Db } from '#/platform/db/db.ts'

/** How many access tokens a grant gave out in one hour. */
export interface Issuance {
  readonly grantType: string
  /** The beginning of the hour, epoch milliseconds. */
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
