import { KeysetList } from '#/platform/db/keyset-list.ts'
import { joinAny, sql } from '#/platform/db/sql.ts'
import { permissions } from './role.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { PermissionSource, ListedPermission } from './role.ts'

/** Every SQL statement that asks what somebody may do. */
export class PermissionSourceStore {
  readonly #db: Db
  readonly #permissions: KeysetList<ListedPermission>
  constructor(db: Db) {
    this.#db = db
    this.#permissions = new KeysetList(db, permissions)
  }

  /** Which of these permissions a user holds, and through which roles: one query by keys, whatever else they hold. */
  async held(userId: string, names: readonly string[], now: number): Promise<PermissionSource[]> {
    if (names.length === 0) return []
    const rows = await this.#db.all(sql`
      SELECT p.name AS permission, r.id AS role_id, r.name AS role_name
      FROM permissions p JOIN role_permissions rp ON rp.permission_id = p.id
      JOIN user_roles ur ON ur.role_id = rp.role_id AND ur.user_id = ${userId} JOIN roles r ON r.id = rp.role_id
      WHERE p.name IN (${joinAny(names)}) AND (ur.expires_at IS NULL OR ur.expires_at > ${now})
      ORDER BY r.name, r.id`)
    return rows.map((row) => ({
      role: { id: row['role_id'] as string, name: row['role_name'] as string },
      permission: row['permission'] as string,
    }))
  }

  /** The listed permissions that somebody's roles cover, wildcards spelled out, newest first. */
  covered(userId: string, now: number, request: PageRequest): Promise<Page<ListedPermission>> {
    return this.#permissions.page([sql`id IN (${coveredBy(userId, now)})`], request)
  }
}

/**
 * What a user holds, and what each wildcard among it stands for. CROSS JOIN tells SQLite to begin with what is held, which
 * is little, and to find the rest by its index.
 */
const coveredBy = (userId: string, now: number): Sql => sql`
  WITH held AS (
    SELECT DISTINCT g.id, g.resource, g.action
    FROM user_roles ur JOIN role_permissions rp ON rp.role_id = ur.role_id JOIN permissions g ON g.id = rp.permission_id
    WHERE ur.user_id = ${userId} AND (ur.expires_at IS NULL OR ur.expires_at > ${now})
  )
  SELECT id FROM held
  UNION SELECT q.id FROM held h CROSS JOIN permissions q WHERE h.action = '*' AND q.resource = h.resource
  UNION SELECT q.id FROM held h CROSS JOIN permissions q WHERE h.resource = '*' AND q.action = h.action`
