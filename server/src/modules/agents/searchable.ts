import { sql } from '#/platform/db/sql.ts'
import type { Searchable } from '#/platform/db/searchable.ts'

/** Delegation policies, by their id. */
export const searchablePolicies: Searchable = {
  kind: 'policy',
  prefix: 'pol',
  scope: 'agents:read',
  table: sql`policies`,
  label: sql`id`,
  detail: sql`subject`,
  parent: sql`agent_id`,
  names: [],
}
