import { pathWith } from '#test/support/route-table.ts'

type Ids = Readonly<Record<string, string>>

/** Queries that a read can not do without. */
const queries: Readonly<Record<string, (ids: Ids) => string>> = {
  '/api/v1/admin/stats/clients': (ids) => `?client_ids=${ids['agents']}`,
  '/api/v1/admin/search': (ids) => `?q=${ids['users']}`,
  '/api/v1/admin/permissions/batch-usage': (ids) => `?ids=${ids['permissions']}`,
}

/** The address that reads something of what there is. */
export const readOf = (path: string, ids: Ids): string => `${pathWith(path, ids)}${queries[path]?.(ids) ?? ''}`
