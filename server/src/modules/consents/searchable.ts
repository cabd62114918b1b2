import { sql } from '#/platform/db/sql.ts'
import type { Searchable } from '#/platform/db/searchable.ts'

/** Consents, by their id. */
export const searchableConsents: Searchable = {
  kind: 'consent',
  prefix: 'con',
  scope: 'consents:read',
  table: sql`consents`,
  label: sql`id`,
  detail: sql`client_id`,
  parent: sql`user_id`,
  names: [],
}
