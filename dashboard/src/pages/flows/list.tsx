import type { ReactNode } from 'react'
import type { Flow } from '@mandate/sdk'
import { Page } from '#/app/page.tsx'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { ButtonLink } from '#/ui/button.tsx'
import { optionsOf } from '#/ui/form/options.ts'
import { useSearchParams } from '#/ui/search-params.ts'
import { EmptyState } from '#/ui/states.tsx'
import { Status } from '#/ui/status.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { FilterBar } from '#/ui/table/filters.tsx'
import { flowQuery } from './query.ts'
import { flowWords, named } from './words.ts'

/** Every flow, with what sets it off. */
export default function FlowList(): ReactNode {
  const w = useWords(flowWords)
  const may = useMay()
  const [search] = useSearchParams()
  const query = flowQuery(search)
  const list = useList<Flow>(['flows', query], (page, signal) => mandate.flows.list({ ...query, ...page }, { signal }))
  const create = may('flows:write') && (
    <ButtonLink to="/flows/new" kind="primary" icon="plus">
      {w.create}
    </ButtonLink>
  )
  return (
    <Page title={w.flows} lead={w.lead} actions={create}>
      <FilterBar
        filters={[
          {
            name: 'trigger',
            label: w.trigger,
            options: optionsOf(w.triggers),
          },
          {
            name: 'enabled',
            label: w.state,
            options: optionsOf({ true: w.on, false: w.off }),
          },
        ]}
      />
      <DataTable
        name="flows"
        label={w.flows}
        list={list}
        idOf={({ id }) => id}
        linkTo="/flows/$id"
        empty={
          Object.keys(query).length === 0 ? (
            <EmptyState title={w.none} action={create}>
              {w.noneHelp}
            </EmptyState>
          ) : (
            <EmptyState title={w.noneFits}>{w.noneFitsHelp}</EmptyState>
          )
        }
        columns={[
          {
            id: 'name',
            header: w.name,
            width: '36%',
            cell: ({ name }) => <bdi>{name}</bdi>,
            text: ({ name }) => name,
          },
          {
            id: 'trigger',
            header: w.trigger,
            cell: ({ trigger }) => named(w.triggers, trigger),
            text: ({ trigger }) => trigger,
          },
          {
            id: 'state',
            header: w.state,
            cell: ({ enabled }) => <Status tone={enabled ? 'ok' : 'off'}>{enabled ? w.on : w.off}</Status>,
            text: ({ enabled }) => enabled,
          },
          {
            id: 'priority',
            header: w.priority,
            width: '110px',
            align: 'end',
            isWide: true,
            cell: ({ priority }) => priority,
            text: ({ priority }) => priority,
          },
          {
            id: 'steps',
            header: w.steps,
            width: '110px',
            align: 'end',
            isWide: true,
            cell: ({ steps }) => steps.length,
            text: ({ steps }) => steps.length,
          },
        ]}
      />
    </Page>
  )
}
