import { useQuery } from '@tanstack/react-query'
import type { ProxyRule } from '@mandate/sdk'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { gatewayWords } from './words.ts'

const MOST = 200

/** The applications to choose from, for whoever may see them; none where there are more than a list can show. */
export function useApps() {
  const may = useMay()
  const { data } = useQuery({
    queryKey: ['apps', 'names'],
    queryFn: async ({ signal }) => {
      const { data: apps, next_cursor: next } = await mandate.apps.list({ limit: MOST }, { signal })
      return next === null ? apps : null
    },
    enabled: may('apps:read'),
  })
  return data ?? undefined
}

/** The upstreams to choose from. */
export function useUpstreams() {
  const { data } = useQuery({
    queryKey: ['proxy', 'hosts'],
    queryFn: async ({ signal }) => (await mandate.proxy.upstreams.list({ limit: MOST }, { signal })).data,
  })
  return data
}

/** Says where a rule holds: the host of its upstream, or every host of its application. */
export function usePlaceOf(): (rule: Pick<ProxyRule, 'upstream_id' | 'app_id'>) => string {
  const w = useWords(gatewayWords)
  const apps = useApps()
  const upstreams = useUpstreams()
  return ({ upstream_id: upstream, app_id: app }) =>
    app === null
      ? (upstreams?.find(({ id }) => id === upstream)?.host ?? upstream ?? '')
      : w.everyHostOf(apps?.find(({ id }) => id === app)?.name ?? app)
}
