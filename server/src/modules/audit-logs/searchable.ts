import { sql } from '#/platform/db/sql.ts'
import type { Searchable } from '#/platform/db/searchable.ts'

/** Entries of the audit log, by their id. */
export const searchableAuditEntries: Searchable = {
  kind: 'audit_entry',
  prefix: 'aud',
  scope: 'audit-logs:read',
  table: sql`events`,
  label: sql`name`,
  names: [],
}
