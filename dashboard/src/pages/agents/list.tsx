import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { Agent } from '@mandate/sdk'
import { Page } from '#/app/page.tsx'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { LiveIndicator } from '#/live/live-status.tsx'
import { useLive } from '#/live/use-live.ts'
import { SparkBars } from '#/pictures/spark-bars.tsx'
import { Actor } from '#/ui/actor.tsx'
import { ButtonLink } from '#/ui/button.tsx'
import { optionsOf } from '#/ui/form/options.ts'
import { useSearchParams } from '#/ui/search-params.ts'
import { EmptyState } from '#/ui/states.tsx'
import { Badge, Status } from '#/ui/status.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { FilterBar } from '#/ui/table/filters.tsx'
import { Time } from '#/ui/time.tsx'
import { queryOf } from './query.ts'
import { agentWords } from './words.ts'
import type { Column } from '#/ui/table/columns.ts'

/** Every agent. */
export default function AgentList(): ReactNode {
  const w = useWords(agentWords)
  const may = useMay()
  const [search] = useSearchParams()
  const query = queryOf(search)
  const list = useList(['agents', query], (page, signal) => mandate.agents.list({ ...query, ...page }, { signal }))
  useLive(['agent.*'], ['agents'])
  const create = may('agents:write') && (
    <ButtonLink to="/agents/new" kind="primary" icon="plus">
      {w.create}
    </ButtonLink>
  )
  return (
    <Page title={w.agents} lead={w.lead} actions={create} badges={<LiveIndicator />}>
      <FilterBar
        search={{ name: 'search', label: w.searchBy }}
        filters={[
          {
            name: 'active',
            label: w.status,
            options: optionsOf({ true: w.active, false: w.inactive }),
          },
        ]}
      />
      <DataTable
        name="agents"
        label={w.agents}
        list={list}
        columns={useColumns(list.rows)}
        idOf={({ id }) => id}
        linkTo="/agents/$id"
        empty={
          Object.keys(query).length > 0 ? (
            <EmptyState title={w.noneFound}>{w.noneFoundHelp}</EmptyState>
          ) : (
            <EmptyState title={w.none} action={create} command="mandate agents create --client-name planner">
              {w.noneHelp}
            </EmptyState>
          )
        }
      />
    </Page>
  )
}

const MAX_CURVES = 50

function useColumns(rows: readonly Agent[]): readonly Column<Agent>[] {
  const w = useWords(agentWords)
  const may = useMay()
  const seesCurves = may('system:read') && may('tokens:read')
  const ids = rows.slice(0, MAX_CURVES).map(({ client_id: id }) => id)
  const { data: curves } = useQuery({
    queryKey: ['stats', 'clients', ids],
    enabled: seesCurves && ids.length > 0,
    queryFn: ({ signal }) => mandate.stats.getClients({ client_ids: ids.join(',') }, { signal }),
    placeholderData: (before) => before,
  })
  return useMemo(() => {
    const curveOf = (id: string): readonly number[] | undefined =>
      curves?.clients.find(({ client_id: client }) => client === id)?.tokens
    const columns: (Column<Agent> | false)[] = [
      {
        id: 'name',
        header: w.agent,
        width: '30%',
        cell: ({ client_name: name, client_id: id }) => <Actor kind="agent" name={name} more={<bdi>{id}</bdi>} />,
        text: ({ client_name: name }) => name,
      },
      {
        id: 'status',
        header: w.status,
        width: '132px',
        cell: ({ active }) => <Status tone={active ? 'ok' : 'off'}>{active ? w.active : w.inactive}</Status>,
        text: ({ active }) => active,
      },
      seesCurves && {
        id: 'activity',
        header: w.activity,
        isWide: true,
        width: '120px',
        cell: ({ client_id: id, client_name: name }) => {
          const curve = curveOf(id)
          return curve && <SparkBars tone="agent" values={curve} label={w.activityOf(name, sum(curve))} />
        },
        text: ({ client_id: id }) => sum(curveOf(id) ?? []),
      },
      {
        id: 'scope',
        header: w.scopes,
        isWide: true,
        cell: ({ scope }) => <bdi title={scope}>{scope}</bdi>,
        text: ({ scope }) => scope,
      },
      {
        id: 'key',
        header: w.key,
        isWide: true,
        width: '130px',
        cell: ({ dpop_bound: isBound }) => isBound && <Badge tone="info">{w.bound}</Badge>,
        text: ({ dpop_bound: isBound }) => isBound,
      },
      {
        id: 'used',
        header: w.used,
        width: '146px',
        align: 'end',
        isWide: true,
        cell: ({ last_used_at: at }) => <Time at={at} />,
        text: ({ last_used_at: at }) => at,
      },
    ]
    return columns.filter((column) => column !== false)
  }, [w, curves, seesCurves])
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
