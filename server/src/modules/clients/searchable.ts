import { sql } from '#/platform/db/sql.ts'
import type { Searchable } from '#/platform/db/searchable.ts'

/** Agents, by name and client_id. */
export const searchableAgents: Searchable = {
  kind: 'agent',
  prefix: 'agt',
  scope: 'agents:read',
  table: sql`clients`,
  where: sql`kind = 'agent'`,
  label: sql`client_name`,
  detail: sql`client_id`,
  names: [sql`client_name`, sql`client_id`],
}

/** Applications, by name and client_id. */
export const searchableApps: Searchable = {
  kind: 'app',
  prefix: 'app',
  scope: 'apps:read',
  table: sql`clients`,
  where: sql`kind = 'app'`,
  label: sql`client_name`,
  detail: sql`client_id`,
  names: [sql`client_name`, sql`client_id`],
}
