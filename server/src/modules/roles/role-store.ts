import { forShare, forUpdate } from '#/platform/db/dialect.ts'
import { KeysetList } from '#/platform/db/keyset-list.ts'
import { joinAny, sql } from '#/platform/db/sql.ts'
import { byName, permissions, roles } from './role.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { OfPermission, OfRole, RowEnding } from '#/modules/lifecycle/index.ts'
import type { ListedPermission, Role } from './role.ts'

/** What a list of roles is narrowed to. */
export interface RoleFilter {
  /** The canonical form of a whole name. */
  readonly canonical?: string | undefined
}

/** Every SQL statement about `roles` and what they hold. */
export class RoleStore {
  readonly #db: Db
  readonly #roles: KeysetList<Role>
  constructor(db: Db) {
    this.#db = db
    this.#roles = new KeysetList(db, roles)
  }

  /** Writes a new role; false when the name is taken. */
  async insert(tx: Tx, role: Role): Promise<boolean> {
    return (await tx.run(sql`${roles.insert(role)} ON CONFLICT (name_canonical) DO NOTHING`)) === 1
  }

  /** Those of some ids that are there. */
  async existing(ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set()
    const rows = await this.#db.all(sql`SELECT id FROM roles WHERE id IN (${joinAny(ids)})`)
    return new Set(rows.map((row) => String(row['id'])))
  }

  find(id: string): Promise<Role | undefined> {
    return this.#roles.find(sql`id = ${id}`)
  }

  /** A role that stays until the transaction ends; with `change` nobody else touches it. */
  hold(tx: Tx, id: string, purpose: 'use' | 'change'): Promise<Role | undefined> {
    return this.#roles.hold(tx, sql`id = ${id}`, purpose === 'use' ? forShare : forUpdate)
  }

  /** Roles that fit, newest first. */
  list({ canonical }: RoleFilter, request: PageRequest): Promise<Page<Role>> {
    return this.#roles.page([canonical === undefined ? undefined : sql`name_canonical = ${canonical}`], request)
  }

  /** Writes the fields given. A name in use fails the transaction with `UniqueViolation`. */
  async update(tx: Tx, id: string, fields: Partial<Role>): Promise<void> {
    await tx.run(sql`UPDATE roles SET ${roles.assign(fields)} WHERE id = ${id}`)
  }

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.run(sql`DELETE FROM roles WHERE id = ${id}`)
  }

  /** What a role holds, by name. */
  async permissionsOf(id: string, queries: Queries = this.#db): Promise<ListedPermission[]> {
    const rows = await queries.all(sql`
      SELECT ${permissions.columnsOf('p')} FROM role_permissions rp JOIN permissions p ON p.id = rp.permission_id
      WHERE rp.role_id = ${id}`)
    return rows.map(permissions.decode).toSorted(byName)
  }

  /** Gives a role a permission; false when it holds it. */
  async add(tx: Tx, roleId: string, permissionId: string, now: number): Promise<boolean> {
    const added = await tx.run(sql`
      INSERT INTO role_permissions (role_id, permission_id, created_at) VALUES (${roleId}, ${permissionId}, ${now})
      ON CONFLICT (role_id, permission_id) DO NOTHING`)
    return added === 1
  }

  /** Takes a permission from a role; false when it does not hold it. */
  async remove(tx: Tx, roleId: string, permissionId: string): Promise<boolean> {
    const removed = await tx.run(sql`
      DELETE FROM role_permissions WHERE role_id = ${roleId} AND permission_id = ${permissionId}`)
    return removed === 1
  }

  /** Makes a role hold exactly these permissions. */
  async setPermissions(tx: Tx, roleId: string, permissionIds: readonly string[], now: number): Promise<void> {
    const kept = permissionIds.length === 0 ? sql`1 = 0` : sql`permission_id IN (${joinAny(permissionIds)})`
    await tx.run(sql`DELETE FROM role_permissions WHERE role_id = ${roleId} AND NOT (${kept})`)
    if (permissionIds.length === 0) return
    const rows = permissionIds.map((id) => sql`(${roleId}, ${id}, ${now})`)
    await tx.run(sql`
      INSERT INTO role_permissions (role_id, permission_id, created_at) VALUES ${joinAny(rows)}
      ON CONFLICT (role_id, permission_id) DO NOTHING`)
  }
}

/** What a role held, which ends with the role; and who held a permission, which ends with that. */
export const heldPermissions: RowEnding<OfRole | OfPermission> = {
  table: 'role_permissions',
  counts: 'role_permissions',
  end: () => sql`DELETE FROM role_permissions`,
  which: (subject) =>
    subject.by === 'role' ? sql`role_id = ${subject.roleId}` : sql`permission_id = ${subject.permissionId}`,
}
