import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { Organization } from '@mandate/sdk'
import { Page } from '#/app/page.tsx'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { ButtonLink } from '#/ui/button.tsx'
import { useSearchText } from '#/ui/search-params.ts'
import { EmptyState } from '#/ui/states.tsx'
import type { Column } from '#/ui/table/columns.ts'
import { DataTable } from '#/ui/table/data-table.tsx'
import { FilterBar } from '#/ui/table/filters.tsx'
import { Time } from '#/ui/time.tsx'
import { organizationWords } from './words.ts'

/** Every organization. */
export default function OrganizationList(): ReactNode {
  const w = useWords(organizationWords)
  const may = useMay()
  const [search] = useSearchText('search')
  const query = search === '' ? {} : { search }
  const list = useList<Organization>(['organizations', query], (page, signal) =>
    mandate.organizations.list({ ...query, ...page }, { signal }),
  )
  const create = may('organizations:write') && (
    <ButtonLink to="/organizations/new" kind="primary" icon="plus">
      {w.create}
    </ButtonLink>
  )
  return (
    <Page title={w.organizations} lead={w.lead} actions={create}>
      <FilterBar search={{ name: 'search', label: w.searchBy }} />
      <DataTable
        name="organizations"
        label={w.organizations}
        list={list}
        idOf={({ id }) => id}
        linkTo="/organizations/$id"
        empty={
          search === '' ? (
            <EmptyState title={w.none} action={create} command="mandate organizations create --name 'Acme' --slug acme">
              {w.noneHelp}
            </EmptyState>
          ) : (
            <EmptyState title={w.noneFound}>{w.noneFoundHelp}</EmptyState>
          )
        }
        columns={useColumns()}
      />
    </Page>
  )
}

function useColumns(): readonly Column<Organization>[] {
  const w = useWords(organizationWords)
  return useMemo(
    () => [
      { id: 'name', header: w.name, width: '46%', cell: ({ name }) => <bdi>{name}</bdi>, text: ({ name }) => name },
      { id: 'slug', header: w.slug, cell: ({ slug }) => <code>{slug}</code>, text: ({ slug }) => slug },
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
