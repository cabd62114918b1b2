import { flag, integer, table, text } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'

/** The codec of `saved_views`. */
export const savedViews = table('saved_views', {
  id: text,
  ownerId: text,
  shared: flag,
  list: text,
  name: text,
  query: text,
  createdAt: integer,
})

/** A list with its filters, under a name. */
export type SavedView = EntityOf<typeof savedViews>
