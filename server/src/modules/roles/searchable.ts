import { sql } from '#/platform/db/sql.ts'
import type { Searchable } from '#/platform/db/searchable.ts'

/** Roles, by name. */
export const searchableRoles: Searchable = {
  kind: 'role',
  prefix: 'role',
  scope: 'roles:read',
  table: sql`roles`,
  label: sql`name`,
  detail: sql`description`,
  names: [sql`name`],
}

/** Permissions, by name. */
export const searchablePermissions: Searchable = {
  kind: 'permission',
  prefix: 'perm',
  scope: 'permissions:read',
  table: sql`permissions`,
  label: sql`name`,
  detail: sql`description`,
  names: [sql`name`],
}
