import { sql } from '#/platform/db/sql.ts'
import type { Searchable } from '#/platform/db/searchable.ts'

/** Sessions, by their id. */
export const searchableSessions: Searchable = {
  kind: 'session',
  prefix: 'sess',
  scope: 'sessions:read',
  table: sql`sessions`,
  label: sql`id`,
  parent: sql`user_id`,
  names: [],
}
