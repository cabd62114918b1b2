import { sql } from '#/platform/db/sql.ts'
import { integer, integerOrNull, json, table, text } from '#/platform/db/table.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'

const milestones = table('milestones', { name: text, detail: json<object>(), reachedAt: integer })
const tokens = table('bootstrap_tokens', { hash: text, createdAt: integer, expiresAt: integer, usedAt: integerOrNull })

/** The tables `milestones` and `bootstrap_tokens`. */
export class BootstrapStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  async hasReached(milestone: string, queries: Queries = this.#db): Promise<boolean> {
    return (await queries.get(sql`SELECT name FROM milestones WHERE name = ${milestone}`)) !== undefined
  }

  /** False when it was reached before: of any number of callers one gets true, once in the life of an installation. */
  async reach(tx: Tx, milestone: string, now: number): Promise<boolean> {
    const insert = milestones.insert({ name: milestone, detail: {}, reachedAt: now })
    return (await tx.run(sql`${insert} ON CONFLICT (name) DO NOTHING`)) === 1
  }

  async addToken(tx: Tx, hash: string, now: number, expiresAt: number): Promise<void> {
    await tx.run(sql`DELETE FROM bootstrap_tokens WHERE expires_at <= ${now}`)
    await tx.run(tokens.insert({ hash, createdAt: now, expiresAt, usedAt: null }))
  }

  async isOpen(hash: string, now: number): Promise<boolean> {
    const row = await this.#db.get(
      sql`SELECT hash FROM bootstrap_tokens WHERE hash = ${hash} AND used_at IS NULL AND expires_at > ${now}`,
    )
    return row !== undefined
  }

  /** Whether any token can be used. */
  async isAnyOpen(now: number): Promise<boolean> {
    const row = await this.#db.get(
      sql`SELECT hash FROM bootstrap_tokens WHERE used_at IS NULL AND expires_at > ${now} LIMIT 1`,
    )
    return row !== undefined
  }

  /** Uses a token up; the count decides who did. */
  async consume(tx: Tx, hash: string, now: number): Promise<boolean> {
    const used = await tx.run(
      sql`UPDATE bootstrap_tokens SET used_at = ${now} WHERE hash = ${hash} AND used_at IS NULL AND expires_at > ${now}`,
    )
    return used === 1
  }
}
