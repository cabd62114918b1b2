import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AdminUser, EffectivePermission } from '@mandate/sdk'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { EmptyState } from '#/ui/states.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { userWords } from './words.ts'

/** What a person may do, and because of what. */
export function UserAccess({ user: { id } }: { readonly user: AdminUser }): ReactNode {
  const w = useWords(userWords)
  const list = useList<EffectivePermission>(['permissions', 'of', id], (page, signal) =>
    mandate.users.permissions.list(id, page, { signal }),
  )
  const rolesOf = ({ sources }: EffectivePermission) => sources.map(({ role }) => role)
  return (
    <DataTable
      name="permissions"
      label={w.access}
      list={list}
      idOf={(permission) => permission.id}
      empty={<EmptyState title={w.noPermissions}>{w.noPermissionsHelp}</EmptyState>}
      columns={[
        {
          id: 'permission',
          header: w.permission,
          cell: ({ permission }) => <code>{permission}</code>,
          text: ({ permission }) => permission,
        },
        {
          id: 'because',
          header: w.because,
          cell: (permission) =>
            rolesOf(permission).map((role, index) => (
              <span key={role.id}>
                {index > 0 && ', '}
                <Link to={`/roles/${role.id}`}>{role.name}</Link>
              </span>
            )),
          text: (permission) =>
            rolesOf(permission)
              .map(({ name }) => name)
              .join(', '),
        },
      ]}
    />
  )
}
