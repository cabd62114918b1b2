import { integer, json, table, text } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'

/** The codec of `organizations`. */
export const organizations = table('organizations', {
  id: text,
  name: text,
  slug: text,
  metadata: json<Record<string, unknown>>(),
  createdAt: integer,
  updatedAt: integer,
})

/** People who belong together: a company, a team. Its slug is its one name in addresses; metadata is what operators note. */
export type Organization = EntityOf<typeof organizations>

/** What audit entries call an organization. */
export const targetOf = (id: string) => ({ type: 'organization', id })
