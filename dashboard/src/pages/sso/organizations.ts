import { useQuery } from '@tanstack/react-query'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'

const MOST = 200

/** The organizations to choose from, for whoever may see them. */
export function useOrganizations() {
  const may = useMay()
  return useQuery({
    queryKey: ['organizations', 'names'],
    queryFn: async ({ signal }) => (await mandate.organizations.list({ limit: MOST }, { signal })).data,
    enabled: may('organizations:read'),
  })
}
