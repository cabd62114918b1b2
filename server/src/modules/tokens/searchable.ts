import { sql } from '#/platform/db/sql.ts'
import type { Searchable } from '#/platform/db/searchable.ts'

/** Tokens, by their jti. */
export const searchableTokens: Searchable = {
  kind: 'token',
  prefix: 'tok',
  scope: 'tokens:read',
  table: sql`tokens`,
  label: sql`id`,
  detail: sql`client_id`,
  names: [],
}
