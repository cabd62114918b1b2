import { sql } from '#/platform/db/sql.ts'
import type { Searchable } from '#/platform/db/searchable.ts'

/** Hosts of the gateway, by name. */
export const searchableUpstreams: Searchable = {
  kind: 'upstream',
  prefix: 'ups',
  scope: 'proxy:read',
  table: sql`proxy_upstreams`,
  label: sql`host`,
  detail: sql`upstream`,
  names: [sql`host`],
}

/** Rules of the gateway, by name. */
export const searchableRules: Searchable = {
  kind: 'rule',
  prefix: 'rule',
  scope: 'proxy:read',
  table: sql`proxy_rules`,
  label: sql`name`,
  detail: sql`pattern`,
  names: [sql`name`],
}
