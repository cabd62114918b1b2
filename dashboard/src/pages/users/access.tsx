import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AdminUser, EffectivePermission } from '@mandate/sdk'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { useMay } from '#/api/session.ts'
import { Card } from '#/ui/layout.tsx'
import { EmptyState } from '#/ui/states.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { UserOrganizations, UserRoles } from './roles.tsx'
import { userWords } from './words.ts'

interface OfUser {
  readonly user: AdminUser
}

/** What a person may do, and because of what: their roles, their organizations, and what follows from both. */
export function UserAccess({ user }: OfUser): ReactNode {
  const w = useWords(userWords)
  const may = useMay()
  return (
    <>
      {may('roles:read') && (
        <Card title={w.rolesOf}>
          <UserRoles user={user} />
        </Card>
      )}
      {may('organizations:read') && (
        <Card title={w.memberOf}>
          <UserOrganizations user={user} />
        </Card>
      )}
      {may('permissions:read') && (
        <Card title={w.what}>
          <Permissions user={user} />
        </Card>
      )}
    </>
  )
}

function Permissions({ user: { id } }: OfUser): ReactNode {
  const w = useWords(userWords)
  const list = useList<EffectivePermission>(['permissions', 'of', id], (page, signal) =>
    mandate.users.permissions.list(id, page, { signal }),
  )
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
          cell: ({ sources }) =>
            sources.map(({ role, type, permission: held }, index) => (
              <span key={`${role.id} ${held}`}>
                {index > 0 && ', '}
                <Link to={`/roles/${role.id}`}>
                  <bdi>{role.name}</bdi>
                </Link>
                {type === 'wildcard' && (
                  <>
                    {' '}
                    <small>{w.byWildcard(held)}</small>
                  </>
                )}
              </span>
            )),
          text: ({ sources }) => sources.map(({ role }) => role.name).join(', '),
        },
      ]}
    />
  )
}
