import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import { forShare } from '#/platform/db/dialect.ts'
import { every, join, sql } from '#/platform/db/sql.ts'
import type { Position } from '#/platform/paging/paging.ts'
import type { Policy } from './policy.ts'
import { ANYONE, policies } from './policy.ts'

/** Every SQL statement about `policies`. */
export class PolicyStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  async insert(tx: Tx, policy: Policy): Promise<void> {
    await tx.run(policies.insert(policy))
  }

  async find(queries: Queries, agentId: string, id: string): Promise<Policy | undefined> {
    const row = await queries.get(
      sql`SELECT ${policies.columns} FROM policies WHERE id = ${id} AND agent_id = ${agentId} AND revoked_at IS NULL`,
    )
    return row && policies.decode(row)
  }

  async findLivingById(id: string, now: number): Promise<Policy | undefined> {
    const row = await this.#db.get(sql`
      SELECT ${policies.columns} FROM policies
      WHERE id = ${id} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})`)
    return row && policies.decode(row)
  }

  async hold(tx: Tx, id: string, now: number): Promise<boolean> {
    const row = await tx.get(sql`
      SELECT id FROM policies
      WHERE id = ${id} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now}) ${forShare}`)
    return row !== undefined
  }

  async findById(id: string): Promise<Policy | undefined> {
    const row = await this.#db.get(
      sql`SELECT ${policies.columns} FROM policies WHERE id = ${id} AND revoked_at IS NULL`,
    )
    return row && policies.decode(row)
  }

  /** Revokes a policy; false when that was done before. The row stays, since tokens point at it. */
  async revoke(tx: Tx, id: string, now: number): Promise<boolean> {
    return (await tx.run(sql`UPDATE policies SET revoked_at = ${now} WHERE id = ${id} AND revoked_at IS NULL`)) === 1
  }

  /** Revokes every policy for a subject; answers how many. */
  async revokeOfSubject(tx: Tx, subject: string, now: number): Promise<number> {
    return tx.run(sql`UPDATE policies SET revoked_at = ${now} WHERE subject = ${subject} AND revoked_at IS NULL`)
  }

  /** The unrevoked policies of an agent, newest first. */
  async list(agentId: string, before: Position | undefined, limit: number): Promise<Policy[]> {
    const rows = await this.#db.all(sql`
      SELECT ${policies.columns} FROM policies WHERE ${every([
        sql`agent_id = ${agentId} AND revoked_at IS NULL`,
        before && sql`(created_at, id) < (${before.createdAt}, ${before.id})`,
      ])}
      ORDER BY created_at DESC, id DESC LIMIT ${limit}`)
    return rows.map(policies.decode)
  }

  async count(agentId: string): Promise<number> {
    const row = await this.#db.get(
      sql`SELECT count(*) AS count FROM policies WHERE agent_id = ${agentId} AND revoked_at IS NULL`,
    )
    return Number(row?.['count'] ?? 0)
  }

  /** The policies that let an agent act now for one of the subjects; those that name the subject come first. */
  async findLiving(agentId: string, subjects: readonly string[], now: number): Promise<Policy[]> {
    const rows = await this.#db.all(sql`
      SELECT ${policies.columns} FROM policies
      WHERE agent_id = ${agentId} AND subject IN (${join([...subjects, ANYONE])})
        AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})
      ORDER BY CASE WHEN subject = ${ANYONE} THEN 1 ELSE 0 END, created_at DESC, id DESC`)
    return rows.map(policies.decode)
  }
}
