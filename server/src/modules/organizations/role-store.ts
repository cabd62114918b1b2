import { KeysetList } from '#/platform/db/keyset-list.ts'
import { sql } from '#/platform/db/sql.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { OfOrganization, RowEnding } from '#/modules/lifecycle/index.ts'
import { roles } from './role.ts'
import type { Role } from './role.ts'

/** Every SQL statement about `organization_roles`. */
export class RoleStore {
  readonly #db: Db
  readonly #roles: KeysetList<Role>
  constructor(db: Db) {
    this.#db = db
    this.#roles = new KeysetList(db, roles)
  }

  /** Writes a new role; false when the organization has one of this name. */
  async insert(tx: Tx, role: Role): Promise<boolean> {
    return (await tx.run(sql`${roles.insert(role)} ON CONFLICT (organization_id, name) DO NOTHING`)) === 1
  }

  find(organizationId: string, id: string, queries?: Queries): Promise<Role | undefined> {
    return this.#roles.find(sql`id = ${id} AND organization_id = ${organizationId}`, queries)
  }

  findByName(organizationId: string, name: string, queries?: Queries): Promise<Role | undefined> {
    return this.#roles.find(sql`organization_id = ${organizationId} AND name = ${name}`, queries)
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
  list(organizationId: string, request: PageRequest): Promise<Page<Role>> {
    return this.#roles.page([sql`organization_id = ${organizationId}`], request)
  }

  count(organizationId: string, queries?: Queries): Promise<number> {
    return this.#roles.count([sql`organization_id = ${organizationId}`], queries)
  }

  async update(tx: Tx, id: string, fields: Partial<Role>): Promise<void> {
    await tx.run(sql`UPDATE organization_roles SET ${roles.assign(fields)} WHERE id = ${id}`)
  }

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.run(sql`DELETE FROM organization_roles WHERE id = ${id}`)
  }
}

/** The roles that end with their organization. */
export const rolesOfOrganization: RowEnding<OfOrganization> = {
  table: 'organization_roles',
  counts: 'organization_roles',
  end: () => sql`DELETE FROM organization_roles`,
  which: ({ organizationId }) => sql`organization_id = ${organizationId}`,
}
