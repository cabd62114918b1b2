import { forShare, forUpdate } from '#/platform/db/dialect.ts'
import { every, joinAny, sql } from '#/platform/db/sql.ts'
import { byName, permissions, roles } from './role.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { Position } from '#/platform/paging/paging.ts'
import type { ListedPermission, Role } from './role.ts'

/** What a list of permissions is narrowed to. */
export interface PermissionFilter {
  readonly permission?: string | undefined
  readonly resource?: string | undefined
  readonly action?: string | undefined
}

/** A role with the time it got the permission that is asked about. */
export interface HoldingRole {
  readonly role: Role
  readonly position: Position
}

/** How much a permission is used. */
export interface Usage {
  readonly permission: ListedPermission
  readonly roles: number
  readonly users: number
}

/** Every SQL statement about `permissions` and the roles that hold them. */
export class PermissionStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  /** Writes a new permission; false when it is there. */
  async insert(tx: Tx, permission: ListedPermission): Promise<boolean> {
    return (await tx.run(sql`${permissions.insert(permission)} ON CONFLICT (name) DO NOTHING`)) === 1
  }

  async find(id: string): Promise<ListedPermission | undefined> {
    const row = await this.#db.get(sql`SELECT ${permissions.columns} FROM permissions WHERE id = ${id}`)
    return row && permissions.decode(row)
  }

  /** A permission that stays until the transaction ends; with `change` nobody else touches it. */
  async hold(tx: Tx, id: string, purpose: 'use' | 'change'): Promise<ListedPermission | undefined> {
    const lock = purpose === 'use' ? forShare : forUpdate
    const row = await tx.get(sql`SELECT ${permissions.columns} FROM permissions WHERE id = ${id} ${lock}`)
    return row && permissions.decode(row)
  }

  /** Those of the names that are permissions, which stay until the transaction ends. */
  async holdNamed(tx: Tx, names: readonly string[]): Promise<ListedPermission[]> {
    if (names.length === 0) return []
    const rows = await tx.all(sql`
      SELECT ${permissions.columns} FROM permissions WHERE name IN (${joinAny(names)}) ORDER BY id ${forShare}`)
    return rows.map(permissions.decode).toSorted(byName)
  }

  /** Permissions that fit, newest first. */
  async list(filter: PermissionFilter, before: Position | undefined, limit: number): Promise<ListedPermission[]> {
    const position = before && sql`(created_at, id) < (${before.createdAt}, ${before.id})`
    const rows = await this.#db.all(sql`
      SELECT ${permissions.columns} FROM permissions WHERE ${every([...conditions(filter), position])}
      ORDER BY created_at DESC, id DESC LIMIT ${limit}`)
    return rows.map(permissions.decode)
  }

  async count(filter: PermissionFilter): Promise<number> {
    return this.#count(sql`SELECT count(*) AS count FROM permissions WHERE ${every(conditions(filter))}`)
  }

  /** Deletes a permission; answers how many roles held it. */
  async delete(tx: Tx, id: string): Promise<number> {
    const removed = await tx.run(sql`DELETE FROM role_permissions WHERE permission_id = ${id}`)
    await tx.run(sql`DELETE FROM permissions WHERE id = ${id}`)
    return removed
  }

  /** The roles that hold a permission, by when they got it, newest first. */
  async rolesHolding(id: string, before: Position | undefined, limit: number): Promise<HoldingRole[]> {
    const rows = await this.#db.all(sql`
      SELECT ${roles.columnsOf('r')}, rp.created_at AS held_since
      FROM role_permissions rp JOIN roles r ON r.id = rp.role_id WHERE ${every([
        sql`rp.permission_id = ${id}`,
        before && sql`(rp.created_at, rp.role_id) < (${before.createdAt}, ${before.id})`,
      ])} ORDER BY rp.created_at DESC, rp.role_id DESC LIMIT ${limit}`)
    return rows.map((row) => {
      const role = roles.decode(row)
      return { role, position: { createdAt: row['held_since'] as number, id: role.id } }
    })
  }

  countRolesHolding(id: string): Promise<number> {
    return this.#count(sql`SELECT count(*) AS count FROM role_permissions WHERE permission_id = ${id}`)
  }

  /** How much each of these permissions is used, in two queries however many there are. */
  async usage(ids: readonly string[], now: number): Promise<Usage[]> {
    const [held, used] = await Promise.all([this.#heldBy(ids), this.#usedBy(ids, now)])
    return held.map(({ permission, count }) => ({ permission, roles: count, users: used.get(permission.id) ?? 0 }))
  }

  async #heldBy(ids: readonly string[]): Promise<{ permission: ListedPermission; count: number }[]> {
    const rows = await this.#db.all(sql`
      SELECT ${permissions.columnsOf('p')},
        (SELECT count(*) FROM role_permissions rp WHERE rp.permission_id = p.id) AS count
      FROM permissions p WHERE p.id IN (${joinAny(ids)}) ORDER BY p.created_at DESC, p.id DESC`)
    return rows.map((row) => ({ permission: permissions.decode(row), count: Number(row['count']) }))
  }

  async #usedBy(ids: readonly string[], now: number): Promise<Map<string, number>> {
    const rows = await this.#db.all(sql`
      SELECT rp.permission_id, count(DISTINCT ur.user_id) AS count
      FROM role_permissions rp JOIN user_roles ur ON ur.role_id = rp.role_id
      WHERE rp.permission_id IN (${joinAny(ids)}) AND (ur.expires_at IS NULL OR ur.expires_at > ${now})
      GROUP BY rp.permission_id`)
    return new Map(rows.map((row) => [row['permission_id'] as string, Number(row['count'])]))
  }

  async #count(query: Sql): Promise<number> {
    return Number((await this.#db.get(query))?.['count'] ?? 0)
  }
}

const conditions = ({ permission, resource, action }: PermissionFilter): (Sql | undefined)[] => [
  permission === undefined ? undefined : sql`name = ${permission}`,
  resource === undefined ? undefined : sql`resource = ${resource}`,
  action === undefined ? undefined : sql`action = ${action}`,
]
