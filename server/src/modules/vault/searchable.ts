import { sql } from '#/platform/db/sql.ts'
import type { Searchable } from '#/platform/db/searchable.ts'

/** Providers of the vault, by name. */
export const searchableVaultProviders: Searchable = {
  kind: 'vault_provider',
  prefix: 'vp',
  scope: 'vault:read',
  table: sql`vault_providers`,
  label: sql`display_name`,
  detail: sql`name`,
  names: [sql`display_name`, sql`name`],
}

/** Connections of people to providers, by their id. */
export const searchableVaultConnections: Searchable = {
  kind: 'vault_connection',
  prefix: 'vc',
  scope: 'vault:read',
  table: sql`vault_connections`,
  label: sql`id`,
  parent: sql`vault_provider_id`,
  names: [],
}

/** What agents may fetch, by its id. */
export const searchableVaultGrants: Searchable = {
  kind: 'vault_grant',
  prefix: 'vg',
  scope: 'vault:read',
  table: sql`vault_grants`,
  label: sql`id`,
  parent: sql`vault_provider_id`,
  names: [],
}
