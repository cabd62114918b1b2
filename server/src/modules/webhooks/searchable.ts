import { sql } from '#/platform/db/sql.ts'
import type { Searchable } from '#/platform/db/searchable.ts'

/** The address without its scheme, which nobody types. */
const address = sql`replace(replace(url, 'https://', ''), 'http://', '')`

/** Webhooks, by address and description. */
export const searchableWebhooks: Searchable = {
  kind: 'webhook',
  prefix: 'wh',
  scope: 'webhooks:read',
  table: sql`webhooks`,
  label: sql`url`,
  detail: sql`description`,
  names: [address, sql`description`],
}

/** Deliveries, by their id. */
export const searchableDeliveries: Searchable = {
  kind: 'delivery',
  prefix: 'whd',
  scope: 'webhooks:read',
  table: sql`webhook_deliveries`,
  label: sql`event`,
  parent: sql`webhook_id`,
  names: [],
}
