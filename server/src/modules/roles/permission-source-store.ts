import { joinAny, sql } from '#/platform/db/sql.ts'
import { permissions } from './role.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { Position } from '#/platform/paging/paging.ts'
import type { PermissionSource, ListedPermission } from './role.ts'

/** Every SQL statement that asks what somebody may do. */
export class PermissionSourceStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
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
  async covered(userId: string, now: number, before: Position | undefined, limit: number): Promise<ListedPermission[]> {
    const older = before ? sql`(p.created_at, p.id) < (${before.createdAt}, ${before.id})` : sql`1 = 1`
    const rows = await this.#db.all(sql`
      WITH ${coveredBy(userId, now)}
      SELECT ${permissions.columnsOf('p')} FROM permissions p WHERE p.id IN (SELECT id FROM covered) AND ${older}
      ORDER BY p.created_at DESC, p.id DESC LIMIT ${limit}`)
    return rows.map(permissions.decode)
  }

  async countCovered(userId: string, now: number): Promise<number> {
    const row = await this.#db.get(sql`
      WITH ${coveredBy(userId, now)} SELECT count(*) AS count FROM covered`)
    return Number(row?.['count'] ?? 0)
  }
}

/**
 * What a user holds, and what each wildcard among it stands for. CROSS JOIN tells SQLite to begin with what is held, which
 * is little, and to find the rest by its index.
 */
const coveredBy = (userId: string, now: number): Sql => sql`
  held AS (
    SELECT DISTINCT g.id, g.resource, g.action
    FROM user_roles ur JOIN role_permissions rp ON rp.role_id = ur.role_id JOIN permissions g ON g.id = rp.permission_id
    WHERE ur.user_id = ${userId} AND (ur.expires_at IS NULL OR ur.expires_at > ${now})
  ),
  covered AS (
    SELECT id FROM held
    UNION SELECT q.id FROM held h CROSS JOIN permissions q WHERE h.action = '*' AND q.resource = h.resource
    UNION SELECT q.id FROM held h CROSS JOIN permissions q WHERE h.resource = '*' AND q.action = h.action
  )`
