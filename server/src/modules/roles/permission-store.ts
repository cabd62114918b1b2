import { forShare, forUpdate } from '#/platform/db/dialect.ts'
import { KeysetList } from '#/platform/db/keyset-list.ts'
import { joinAny, sql } from '#/platform/db/sql.ts'
import { byName, permissions, roles } from './role.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { ListSource } from '#/platform/db/keyset-list.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { ListedPermission, Role } from './role.ts'

/** What a list of permissions is narrowed to. */
export interface PermissionFilter {
  readonly permission?: string | undefined
  readonly resource?: string | undefined
  readonly action?: string | undefined
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
  readonly #permissions: KeysetList<ListedPermission>
  readonly #held: KeysetList<Omit<Usage, 'users'>>
  readonly #holding: KeysetList<Role>
  constructor(db: Db) {
    this.#db = db
    this.#permissions = new KeysetList(db, permissions)
    this.#held = new KeysetList(db, heldPermissions)
    this.#holding = new KeysetList(db, holdingRoles)
  }

  /** Writes a new permission; false when it is there. */
  async insert(tx: Tx, permission: ListedPermission): Promise<boolean> {
    return (await tx.run(sql`${permissions.insert(permission)} ON CONFLICT (name) DO NOTHING`)) === 1
  }

  find(id: string): Promise<ListedPermission | undefined> {
    return this.#permissions.find(sql`id = ${id}`)
  }

  /** A permission that stays until the transaction ends; with `change` nobody else touches it. */
  hold(tx: Tx, id: string, purpose: 'use' | 'change'): Promise<ListedPermission | undefined> {
    return this.#permissions.hold(tx, sql`id = ${id}`, purpose === 'use' ? forShare : forUpdate)
  }

  /** Those of the names that are permissions, which stay until the transaction ends. */
  async holdNamed(tx: Tx, names: readonly string[]): Promise<ListedPermission[]> {
    if (names.length === 0) return []
    const rows = await tx.all(sql`
      SELECT ${permissions.columns} FROM permissions WHERE name IN (${joinAny(names)}) ORDER BY id ${forShare}`)
    return rows.map(permissions.decode).toSorted(byName)
  }

  /** Permissions that fit, newest first. */
  list(filter: PermissionFilter, request: PageRequest): Promise<Page<ListedPermission>> {
    return this.#permissions.page(conditions(filter), request)
  }

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.run(sql`DELETE FROM permissions WHERE id = ${id}`)
  }

  /** The roles that hold a permission, by when they got it, newest first. */
  rolesHolding(id: string, request: PageRequest): Promise<Page<Role>> {
    return this.#holding.page([sql`rp.permission_id = ${id}`], request)
  }

  /** How much each of these permissions is used: a few queries, however many there are. */
  async usage(ids: readonly string[], now: number, request: PageRequest): Promise<Page<Usage>> {
    const [held, used] = await Promise.all([
      this.#held.page([sql`p.id IN (${joinAny(ids)})`], request),
      this.#usedBy(ids, now),
    ])
    return { ...held, rows: held.rows.map((it) => ({ ...it, users: used.get(it.permission.id) ?? 0 })) }
  }

  async #usedBy(ids: readonly string[], now: number): Promise<Map<string, number>> {
    const rows = await this.#db.all(sql`
      SELECT rp.permission_id, count(DISTINCT ur.user_id) AS count
      FROM role_permissions rp JOIN user_roles ur ON ur.role_id = rp.role_id
      WHERE rp.permission_id IN (${joinAny(ids)}) AND (ur.expires_at IS NULL OR ur.expires_at > ${now})
      GROUP BY rp.permission_id`)
    return new Map(rows.map((row) => [row['permission_id'] as string, Number(row['count'])]))
  }
}

const heldPermissions: ListSource<Omit<Usage, 'users'>> = {
  columns: sql`${permissions.columnsOf('p')},
    (SELECT count(*) FROM role_permissions rp WHERE rp.permission_id = p.id) AS held_by`,
  from: sql`permissions p`,
  key: ['p.created_at', 'p.id'],
  decode: (row) => ({ permission: permissions.decode(row), roles: Number(row['held_by']) }),
}

const holdingRoles: ListSource<Role> = {
  columns: roles.columnsOf('r'),
  from: sql`role_permissions rp JOIN roles r ON r.id = rp.role_id`,
  counted: sql`role_permissions rp`,
  key: ['rp.created_at', 'rp.role_id'],
  decode: roles.decode,
}

const conditions = ({ permission, resource, action }: PermissionFilter): (Sql | undefined)[] => [
  permission === undefined ? undefined : sql`name = ${permission}`,
  resource === undefined ? undefined : sql`resource = ${resource}`,
  action === undefined ? undefined : sql`action = ${action}`,
]
