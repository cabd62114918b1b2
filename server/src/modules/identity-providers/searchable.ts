import { sql } from '#/platform/db/sql.ts'
import type { Searchable } from '#/platform/db/searchable.ts'

/** Providers that people sign in with, by name. */
export const searchableProviders: Searchable = {
  kind: 'oauth_provider',
  prefix: 'idp',
  scope: 'providers:read',
  table: sql`oauth_providers`,
  label: sql`display_name`,
  detail: sql`name`,
  names: [sql`display_name`, sql`name`],
}
