import { sql } from '#/platform/db/sql.ts'
import type { Searchable } from '#/platform/db/searchable.ts'

/** Signing keys, by their kid. */
export const searchableSigningKeys: Searchable = {
  kind: 'signing_key',
  prefix: null,
  scope: 'signing-keys:read',
  table: sql`signing_keys`,
  id: sql`kid`,
  label: sql`kid`,
  names: [],
}
