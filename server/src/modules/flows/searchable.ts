import { sql } from '#/platform/db/sql.ts'
import type { Searchable } from '#/platform/db/searchable.ts'

/** Auth flows, by name. */
export const searchableFlows: Searchable = {
  kind: 'flow',
  prefix: 'flow',
  scope: 'flows:read',
  table: sql`flows`,
  label: sql`name`,
  detail: sql`trigger_name`,
  names: [sql`name`],
}

/** Runs of auth flows, by their id. */
export const searchableFlowRuns: Searchable = {
  kind: 'flow_run',
  prefix: 'run',
  scope: 'flows:read',
  table: sql`flow_runs`,
  label: sql`id`,
  detail: sql`trigger_name`,
  parent: sql`flow_id`,
  names: [],
}
