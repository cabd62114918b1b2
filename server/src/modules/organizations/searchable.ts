import { sql } from '#/platform/db/sql.ts'
import type { Searchable } from '#/platform/db/searchable.ts'

/** Organizations, by name and slug. */
export const searchableOrganizations: Searchable = {
  kind: 'organization',
  prefix: 'org',
  scope: 'organizations:read',
  table: sql`organizations`,
  label: sql`name`,
  detail: sql`slug`,
  names: [sql`name`, sql`slug`],
}

/** Invitations, by their id. */
export const searchableInvitations: Searchable = {
  kind: 'invitation',
  prefix: 'inv',
  scope: 'organizations:read',
  table: sql`organization_invitations`,
  label: sql`email`,
  parent: sql`organization_id`,
  names: [],
}
