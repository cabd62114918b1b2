import { useQuery } from '@tanstack/react-query'
import { mandate } from '#/api/mandate.ts'

/** The roles that a member of an organization can have. */
export const useRoles = (id: string) =>
  useQuery({
    queryKey: ['organizations', 'role-names', id],
    queryFn: async ({ signal }) => {
      const { data } = await mandate.organizations.roles.list(id, { limit: 100 }, { signal })
      return data.map(({ name }) => name)
    },
  })
