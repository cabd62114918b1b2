/**
 * Search: finds things of every kind by what they are called and by their ids, for whoever types a part of one. Owns no
 * table: the module that owns one describes how its rows are found (`platform/db/searchable.ts`), and search reads
 * what these descriptions say, each by an index, in one statement.
 */
import type { Search } from './search.ts'

export { searchRoutes } from './routes.ts'
export { Search } from './search.ts'

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    search: Search
  }
}
