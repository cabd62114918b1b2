import { useQuery } from '@tanstack/react-query'
import { mandate } from '#/api/mandate.ts'

/** As many as a connection speaks for. */
const MOST = 100

/** The domains of a connection, verified or not. */
export const useDomains = (connection: string) =>
  useQuery({
    queryKey: ['sso', 'domains', connection],
    queryFn: async ({ signal }) => (await mandate.ssoDomains.list(connection, { limit: MOST }, { signal })).data,
  })
