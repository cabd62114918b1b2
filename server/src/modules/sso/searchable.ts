import { sql } from '#/platform/db/sql.ts'
import type { Searchable } from '#/platform/db/searchable.ts'

/** Connections, by name. */
export const searchableSsoConnections: Searchable = {
  kind: 'sso_connection',
  prefix: 'sso',
  scope: 'sso:read',
  table: sql`sso_connections`,
  label: sql`name`,
  detail: sql`type`,
  names: [sql`name`],
}

/** Domains of connections, by name. */
export const searchableSsoDomains: Searchable = {
  kind: 'sso_domain',
  prefix: 'ssod',
  scope: 'sso:read',
  table: sql`sso_domains`,
  label: sql`domain`,
  parent: sql`sso_connection_id`,
  names: [sql`domain`],
}
