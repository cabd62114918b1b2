import type { PageRequest, Position } from '#/platform/paging/paging.ts'

/** A request for a page of a list, with the total. */
export const pageBehind = (before: Position | undefined, limit: number): PageRequest => ({
  before,
  limit,
  includeTotal: true,
})
