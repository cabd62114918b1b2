import { joinAny, sql } from '#/platform/db/sql.ts'
import type { Db } from '#/platform/db/db.ts'
import { pageOf } from '#/platform/paging/paging.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { RoleName } from './role.ts'

/** Somebody who holds a permission, with the roles that hold it for them. */
export interface Holder {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly createdAt: number
  readonly roles: readonly RoleName[]
}

/** Every SQL statement that asks who holds a permission. */
export class HolderStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  /** People who hold a permission, newest first: ids of users sort by when they were made. */
  async list(permissionId: string, now: number, { before, limit, includeTotal }: PageRequest): Promise<Page<Holder>> {
    const holders = await this.#holders(permissionId, now, before?.id, limit + 1)
    return pageOf(holders, limit, includeTotal ? await this.#count(permissionId, now) : undefined)
  }

  async #holders(permissionId: string, now: number, beforeId: string | undefined, limit: number): Promise<Holder[]> {
    const ids = await this.#ids(permissionId, now, beforeId, limit)
    if (ids.length === 0) return []
    const rows = await this.#db.all(sql`
      SELECT u.id, u.email, u.name, u.created_at, r.id AS role_id, r.name AS role_name
      FROM users u JOIN user_roles ur ON ur.user_id = u.id JOIN roles r ON r.id = ur.role_id
      WHERE ur.user_id IN (${joinAny(ids)}) AND (ur.expires_at IS NULL OR ur.expires_at > ${now})
        AND EXISTS (
          SELECT 1 FROM role_permissions rp WHERE rp.role_id = ur.role_id AND rp.permission_id = ${permissionId})
      ORDER BY ur.user_id DESC, r.name, r.id`)
    const byUser = Map.groupBy(rows, (row) => row['id'] as string)
    return [...byUser].map(([id, [first, ...more]]) => ({
      id,
      email: first?.['email'] as string,
      name: first?.['name'] as string,
      createdAt: first?.['created_at'] as number,
      roles: [first, ...more].map((row) => ({ id: row?.['role_id'] as string, name: row?.['role_name'] as string })),
    }))
  }

  /**
   * The newest few of each role, then the newest of them all: the work grows with the roles that hold the permission and
   * the length of the page, not with how many people have a role.
   */
  async #ids(permissionId: string, now: number, beforeId: string | undefined, limit: number): Promise<string[]> {
    const older = beforeId === undefined ? sql`1 = 1` : sql`ur.user_id < ${beforeId}`
    const rows = await this.#db.all(sql`
      SELECT (
        SELECT string_agg(newest.user_id, ' ') FROM (
          SELECT ur.user_id FROM user_roles ur
          WHERE ur.role_id = rp.role_id AND ${older} AND (ur.expires_at IS NULL OR ur.expires_at > ${now})
          ORDER BY ur.user_id DESC LIMIT ${limit}
        ) AS newest
      ) AS ids
      FROM role_permissions rp WHERE rp.permission_id = ${permissionId}`)
    const ids = new Set(rows.flatMap((row) => ((row['ids'] as string | null) ?? '').split(' ')))
    ids.delete('')
    return [...ids].toSorted((a, b) => (a < b ? 1 : -1)).slice(0, limit)
  }

  async #count(permissionId: string, now: number): Promise<number> {
    const row = await this.#db.get(sql`
      SELECT count(DISTINCT ur.user_id) AS count
      FROM role_permissions rp JOIN user_roles ur ON ur.role_id = rp.role_id
      WHERE rp.permission_id = ${permissionId} AND (ur.expires_at IS NULL OR ur.expires_at > ${now})`)
    return Number(row?.['count'] ?? 0)
  }
}
