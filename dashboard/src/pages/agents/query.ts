import type { AgentsListQuery } from '@mandate/sdk'
import type { Search } from '#/ui/search-params.ts'

/** The query of the API for what stands in the address; what it does not know is dropped. */
export function queryOf({ search, active }: Search): Pick<AgentsListQuery, 'search' | 'active'> {
  return {
    ...(search ? { search } : {}),
    ...(active === 'true' || active === 'false' ? { active: active === 'true' } : {}),
  }
}
