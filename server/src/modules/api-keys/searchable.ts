import { sql } from '#/platform/db/sql.ts'
import type { Searchable } from '#/platform/db/searchable.ts'

/** API keys, by name. */
export const searchableApiKeys: Searchable = {
  kind: 'api_key',
  prefix: 'key',
  scope: 'api-keys:read',
  table: sql`api_keys`,
  label: sql`name`,
  detail: sql`hint`,
  names: [sql`name`],
}
