import { sql } from '#/platform/db/sql.ts'
import type { Searchable } from '#/platform/db/searchable.ts'

/** Resources, by name and URI. */
export const searchableResources: Searchable = {
  kind: 'resource',
  prefix: 'res',
  scope: 'resources:read',
  table: sql`resources`,
  label: sql`name`,
  detail: sql`uri`,
  names: [sql`name`, sql`uri`],
}
