import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { Me } from '@mandate/sdk'
import { mandate } from './mandate.ts'
import { allows } from './scopes.ts'

/** Who is signed in, and what they may do. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => mandate.auth.getMe({ signal }),
  staleTime: 60_000,
})

/** Who is signed in. Everything below the gate of the session may ask. */
export const useMe = (): Me => useSuspenseQuery(meQuery).data

/** Whether whoever is signed in may do what a scope is for: what they may not do is not shown at all. */
export function useMay(): (scope: string) => boolean {
  const { scopes } = useMe()
  return (scope) => allows(scopes, scope)
}
