import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { App } from '@mandate/sdk'
import { Page } from '#/app/page.tsx'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Actor } from '#/ui/actor.tsx'
import { ButtonLink } from '#/ui/button.tsx'
import { optionsOf } from '#/ui/form/options.ts'
import { useSearchParams } from '#/ui/search-params.ts'
import { EmptyState } from '#/ui/states.tsx'
import { Status } from '#/ui/status.tsx'
import type { Column } from '#/ui/table/columns.ts'
import { DataTable } from '#/ui/table/data-table.tsx'
import { FilterBar } from '#/ui/table/filters.tsx'
import { Time } from '#/ui/time.tsx'
import { appWords } from './words.ts'

/** Every application. */
export default function AppList(): ReactNode {
  const w = useWords(appWords)
  const may = useMay()
  const [search] = useSearchParams()
  const active = search['active']
  const query = active === 'true' || active === 'false' ? { active: active === 'true' } : {}
  const list = useList<App>(['apps', query], (page, signal) => mandate.apps.list({ ...query, ...page }, { signal }))
  const create = may('apps:write') && (
    <ButtonLink to="/apps/new" kind="primary" icon="plus">
      {w.create}
    </ButtonLink>
  )
  return (
    <Page title={w.apps} lead={w.lead} actions={create}>
      <FilterBar
        filters={[
          {
            name: 'active',
            label: w.status,
            options: optionsOf({ true: w.active, false: w.inactive }),
          },
        ]}
      />
      <DataTable
        name="apps"
        label={w.apps}
        list={list}
        idOf={({ id }) => id}
        linkTo="/apps/$id"
        empty={
          active ? (
            <EmptyState title={w.noneFound}>{w.noneFoundHelp}</EmptyState>
          ) : (
            <EmptyState title={w.none} action={create} command="mandate apps create --name 'My app' --type web">
              {w.noneHelp}
            </EmptyState>
          )
        }
        columns={useColumns()}
      />
    </Page>
  )
}

function useColumns(): readonly Column<App>[] {
  const w = useWords(appWords)
  return useMemo(
    () => [
      {
        id: 'name',
        header: w.name,
        width: '38%',
        cell: ({ name, client_id: id }) => <Actor kind="app" name={name} more={<code>{id}</code>} />,
        text: ({ name }) => name,
      },
      { id: 'type', header: w.type, isWide: true, cell: ({ type }) => w.types[type], text: ({ type }) => type },
      {
        id: 'status',
        header: w.status,
        cell: ({ active: isActive }) => (
          <Status tone={isActive ? 'ok' : 'off'}>{isActive ? w.active : w.inactive}</Status>
        ),
        text: ({ active: isActive }) => isActive,
      },
      {
        id: 'used',
        header: w.used,
        isWide: true,
        cell: ({ last_used_at: at }) => <Time at={at} />,
        text: ({ last_used_at: at }) => at,
      },
      {
        id: 'created',
        header: w.created,
        width: '146px',
        align: 'end',
        isWide: true,
        cell: ({ created_at: at }) => <Time at={at} />,
        text: ({ created_at: at }) => at,
      },
    ],
    [w],
  )
}
