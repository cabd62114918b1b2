import { every, sql } from '#/platform/db/sql.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import type { Position } from '#/platform/paging/paging.ts'
import { roles } from './role.ts'
import type { Role } from './role.ts'

/** Every SQL statement about `organization_roles`. */
export class RoleStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  /** Writes a new role; false when the organization has one of this name. */
  async insert(tx: Tx, role: Role): Promise<boolean> {
    return (await tx.run(sql`${roles.insert(role)} ON CONFLICT (organization_id, name) DO NOTHING`)) === 1
  }

  async find(organizationId: string, id: string, queries: Queries = this.#db): Promise<Role | undefined> {
    const row = await queries.get(sql`
      SELECT ${roles.columns} FROM organization_roles WHERE id = ${id} AND organization_id = ${organizationId}`)
    return row && roles.decode(row)
  }

  async findByName(organizationId: string, name: string, queries: Queries = this.#db): Promise<Role | undefined> {
    const row = await queries.get(sql`
      SELECT ${roles.columns} FROM organization_roles WHERE organization_id = ${organizationId} AND name = ${name}`)
    return row && roles.decode(row)
  }

  /** The role that a user has there, if they are a member and can sign in. One query, because access is checked often. */
  async findOfUser(organizationId: string, userId: string, queries: Queries = this.#db): Promise<Role | undefined> {
    const row = await queries.get(sql`
      SELECT ${roles.columnsOf('r')} FROM organization_members m
      JOIN users u ON u.id = m.user_id AND u.disabled_at IS NULL
      JOIN organization_roles r ON r.organization_id = m.organization_id AND r.name = m.role
      WHERE m.organization_id = ${organizationId} AND m.user_id = ${userId}`)
    return row && roles.decode(row)
  }

  /** The roles of an organization, newest first. */
  async list(organizationId: string, before: Position | undefined, limit: number): Promise<Role[]> {
    const older = before && sql`(created_at, id) < (${before.createdAt}, ${before.id})`
    const rows = await this.#db.all(sql`
      SELECT ${roles.columns} FROM organization_roles
      WHERE ${every([sql`organization_id = ${organizationId}`, older])}
      ORDER BY created_at DESC, id DESC LIMIT ${limit}`)
    return rows.map(roles.decode)
  }

  async count(organizationId: string, queries: Queries = this.#db): Promise<number> {
    const row = await queries.get(sql`
      SELECT count(*) AS count FROM organization_roles WHERE organization_id = ${organizationId}`)
    return Number(row?.['count'] ?? 0)
  }

  async update(tx: Tx, id: string, fields: Partial<Role>): Promise<void> {
    await tx.run(sql`UPDATE organization_roles SET ${roles.assign(fields)} WHERE id = ${id}`)
  }

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.run(sql`DELETE FROM organization_roles WHERE id = ${id}`)
  }

  /** Removes every role; answers how many that were. */
  deleteAll(tx: Tx, organizationId: string): Promise<number> {
    return tx.run(sql`DELETE FROM organization_roles WHERE organization_id = ${organizationId}`)
  }
}
