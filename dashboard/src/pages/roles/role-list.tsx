import type { ReactNode } from 'react'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { EmptyState } from '#/ui/states.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { FilterBar } from '#/ui/table/filters.tsx'
import { Time } from '#/ui/time.tsx'
import { NewRole } from './create.tsx'
import { useRoles } from './queries.ts'
import { roleWords } from './words.ts'

/** Every role. */
export function RoleList(): ReactNode {
  const w = useWords(roleWords)
  const list = useRoles()
  const mayWrite = useMay()('roles:write')
  return (
    <>
      {mayWrite && list.rows.length > 0 && (
        <FilterBar>
          <NewRole />
        </FilterBar>
      )}
      <DataTable
        name="roles"
        label={w.roles}
        list={list}
        idOf={({ id }) => id}
        linkTo="/roles/$id"
        empty={<NoRoles />}
        columns={[
          { id: 'name', header: w.name, width: '34%', cell: ({ name }) => <bdi>{name}</bdi>, text: ({ name }) => name },
          {
            id: 'description',
            header: w.description,
            cell: ({ description }) => <bdi>{description}</bdi>,
            text: ({ description }) => description,
          },
          {
            id: 'changed',
            header: w.changed,
            width: '146px',
            align: 'end',
            isWide: true,
            cell: ({ updated_at: at }) => <Time at={at} />,
            text: ({ updated_at: at }) => at,
          },
        ]}
      />
    </>
  )
}

/** What stands where there is no role yet. */
export function NoRoles(): ReactNode {
  const w = useWords(roleWords)
  const mayWrite = useMay()('roles:write')
  return (
    <EmptyState title={w.noRoles} action={mayWrite && <NewRole />} command="mandate roles create --name Reader">
      {w.noRolesHelp}
    </EmptyState>
  )
}
