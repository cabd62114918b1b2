import { rowsOf } from '#/platform/db/dialect.ts'
import { KeysetList } from '#/platform/db/keyset-list.ts'
import { every, joinAny, raw, sql } from '#/platform/db/sql.ts'
import { roles, userRoles } from './role.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import type { ListSource } from '#/platform/db/keyset-list.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { OfUser, RowEnding } from '#/modules/lifecycle/index.ts'
import type { AssignedRole, Assignment, Role, RoleHolder } from './role.ts'

/** Every SQL statement about `user_roles` that asks about one user or one role. */
export class AssignmentStore {
  readonly #db: Db
  readonly #assigned: KeysetList<AssignedRole>
  readonly #holders: KeysetList<RoleHolder>
  constructor(db: Db) {
    this.#db = db
    this.#assigned = new KeysetList(db, assignedRoles)
    this.#holders = new KeysetList(db, roleHolders)
  }

  async find(tx: Tx, userId: string, roleId: string, now: number): Promise<Assignment | undefined> {
    const row = await tx.get(sql`
      SELECT ${userRoles.columns} FROM user_roles
      WHERE user_id = ${userId} AND role_id = ${roleId} AND ${living(now)}`)
    return row && userRoles.decode(row)
  }

  /** The roles that a user has now by somebody's doing. */
  async assignedBy(tx: Tx, userId: string, by: string, now: number): Promise<string[]> {
    const rows = await tx.all(sql`
      SELECT role_id FROM user_roles WHERE user_id = ${userId} AND assigned_by = ${by} AND ${living(now)}`)
    return rows.map((row) => String(row['role_id']))
  }

  /** Writes that a user has a role, over what was said about the pair before. */
  async put(tx: Tx, assignment: Assignment): Promise<void> {
    await tx.run(sql`
      ${userRoles.insert(assignment)} ON CONFLICT (user_id, role_id) DO UPDATE
      SET assigned_by = excluded.assigned_by, created_at = excluded.created_at, expires_at = excluded.expires_at`)
  }

  /** Takes a role from a user; false when they do not have it. */
  async delete(tx: Tx, userId: string, roleId: string, now: number): Promise<boolean> {
    const deleted = await tx.run(sql`
      DELETE FROM user_roles WHERE user_id = ${userId} AND role_id = ${roleId} AND ${living(now)}`)
    return deleted === 1
  }

  /** Deletes a few rows of roles that are gone; answers how many, which is less than the limit when none is left. */
  async deleteLeftovers(tx: Tx, limit: number): Promise<number> {
    const gone = (await tx.all(goneRoles)).map((row) => row['role_id'] as string)
    if (gone.length === 0) return 0
    const left = sql`role_id IN (${joinAny(gone)})`
    return tx.run(sql`DELETE FROM user_roles WHERE ${rowsOf(raw('user_roles'), left, raw('role_id, user_id'), limit)}`)
  }

  /** The roles a user has now, by when they got them, newest first. */
  list(userId: string, now: number, request: PageRequest): Promise<Page<AssignedRole>> {
    return this.#assigned.page(assignedTo(userId, now), request)
  }

  /** One of them, with its role. */
  findAssigned(userId: string, roleId: string, now: number): Promise<AssignedRole | undefined> {
    return this.#assigned.find(every([...assignedTo(userId, now), sql`ur.role_id = ${roleId}`]))
  }

  /** How many users have a role now. */
  async countOfRole(roleId: string, now: number, queries: Queries = this.#db): Promise<number> {
    const row = await queries.get(sql`
      SELECT count(*) AS count FROM user_roles WHERE role_id = ${roleId} AND ${living(now)}`)
    return Number(row?.['count'] ?? 0)
  }

  /** Who has a role now, by when they got it, newest first. */
  holdersOf(roleId: string, now: number, request: PageRequest): Promise<Page<RoleHolder>> {
    return this.#holders.page(
      [sql`ur.role_id = ${roleId}`, sql`ur.expires_at IS NULL OR ur.expires_at > ${now}`],
      request,
    )
  }

  /** The names of the roles a user has now. */
  async namesOf(userId: string, now: number): Promise<Pick<Role, 'name' | 'nameCanonical'>[]> {
    const rows = await this.#db.all(sql`
      SELECT r.name, r.name_canonical FROM user_roles ur JOIN roles r ON r.id = ur.role_id
      WHERE ur.user_id = ${userId} AND (ur.expires_at IS NULL OR ur.expires_at > ${now}) ORDER BY r.name_canonical`)
    return rows.map((row) => ({ name: String(row['name']), nameCanonical: String(row['name_canonical']) }))
  }

  count(userId: string, now: number, queries?: Queries): Promise<number> {
    return this.#assigned.count(assignedTo(userId, now), queries)
  }
}

const assignedRoles: ListSource<AssignedRole> = {
  columns: sql`${roles.columnsOf('r')},
    ur.user_id, ur.role_id, ur.assigned_by, ur.created_at AS assigned_at, ur.expires_at`,
  from: sql`user_roles ur JOIN roles r ON r.id = ur.role_id`,
  key: ['ur.created_at', 'ur.role_id'],
  decode: (row) => ({
    role: roles.decode(row),
    assignment: userRoles.decode({ ...row, created_at: row['assigned_at'] }),
  }),
}

const roleHolders: ListSource<RoleHolder> = {
  columns: sql`u.id, u.email, u.name, u.disabled_at, ur.assigned_by, ur.created_at AS assigned_at, ur.expires_at`,
  from: sql`user_roles ur JOIN users u ON u.id = ur.user_id`,
  counted: sql`user_roles ur`,
  key: ['ur.created_at', 'ur.user_id'],
  decode: (row) => ({
    id: String(row['id']),
    email: String(row['email']),
    name: String(row['name']),
    disabled: row['disabled_at'] !== null,
    assignedBy: String(row['assigned_by']),
    assignedAt: Number(row['assigned_at']),
    expiresAt: row['expires_at'] === null ? null : Number(row['expires_at']),
  }),
}

const assignedTo = (userId: string, now: number): Sql[] => [
  sql`ur.user_id = ${userId}`,
  sql`ur.expires_at IS NULL OR ur.expires_at > ${now}`,
]

/** A few roles that people had and that are gone. Goes from role to role, not through all who have one. */
const goneRoles = sql`
  WITH RECURSIVE had (role_id) AS (
    SELECT min(role_id) FROM user_roles
    UNION ALL
    SELECT (SELECT min(ur.role_id) FROM user_roles ur WHERE ur.role_id > had.role_id) FROM had WHERE had.role_id IS NOT NULL
  )
  SELECT role_id FROM had WHERE role_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM roles r WHERE r.id = had.role_id)
  LIMIT 16`

/** The roles that a user had, which end with the user. */
export const assignmentsOfUser: RowEnding<OfUser> = {
  table: 'user_roles',
  counts: 'role_assignments',
  end: () => sql`DELETE FROM user_roles`,
  which: ({ userId }) => sql`user_id = ${userId}`,
}

const living = (now: number): Sql => sql`(expires_at IS NULL OR expires_at > ${now})`
