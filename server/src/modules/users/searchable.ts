import { sql } from '#/platform/db/sql.ts'
import type { Searchable } from '#/platform/db/searchable.ts'

/** People, by name and address. */
export const searchableUsers: Searchable = {
  kind: 'user',
  prefix: 'usr',
  scope: 'users:read',
  table: sql`users`,
  label: sql`CASE WHEN name = '' THEN email ELSE name END`,
  detail: sql`email`,
  names: [sql`name`, sql`email_canonical`],
}
