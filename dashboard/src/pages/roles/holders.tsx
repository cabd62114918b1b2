import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PermissionHolder, RoleWithPermissions } from '@mandate/sdk'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { Actor } from '#/ui/actor.tsx'
import { Button } from '#/ui/button.tsx'
import { EmptyState, Loaded } from '#/ui/states.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { roleWords } from './words.ts'

/** The most permissions whose use the API counts at once. */
const MAX_COUNTED = 100

interface OfRole {
  readonly role: RoleWithPermissions
}

/** Who has a role. The API lists people by what they hold, so this asks about the permission of the role that the fewest have. */
export function RoleHolders({ role }: OfRole): ReactNode {
  const w = useWords(roleWords)
  const ids = role.permissions.slice(0, MAX_COUNTED).map(({ id }) => id)
  const query = useQuery({
    queryKey: ['permissions', 'rarest', ids],
    queryFn: async ({ signal }) => {
      const { data } = await mandate.permissions.usage.list({ ids: ids.join(','), limit: ids.length }, { signal })
      return data.toSorted((one, two) => one.users - two.users)[0]?.permission_id ?? null
    },
    enabled: ids.length > 0,
  })
  if (ids.length === 0) return <EmptyState title={w.unknownHolders}>{w.unknownHoldersHelp}</EmptyState>
  return (
    <Loaded query={query}>
      {(rarest) => (rarest === null ? null : <HoldersOf role={role} permission={rarest} />)}
    </Loaded>
  )
}

function HoldersOf({ role, permission }: OfRole & { readonly permission: string }): ReactNode {
  const w = useWords(roleWords)
  const list = useList<PermissionHolder>(['permissions', 'users', permission], (page, signal) =>
    mandate.permissions.users.list(permission, page, { signal }),
  )
  const rows = list.rows.filter(({ roles }) => roles.some(({ id }) => id === role.id))
  const { hasMore } = list
  return (
    <DataTable
      name="role-holders"
      label={w.people}
      list={{ ...list, rows, total: hasMore ? undefined : rows.length, totalIsMinimum: hasMore }}
      idOf={({ id }) => id}
      linkTo={({ id }) => `/users/${id}`}
      empty={
        hasMore ? (
          <EmptyState
            title={w.noneYet}
            action={
              <Button isRunning={list.isLoadingMore} onPress={list.loadMore}>
                {w.showMore}
              </Button>
            }
          >
            {w.noneYetHelp}
          </EmptyState>
        ) : (
          <EmptyState title={w.heldByNobody}>{w.nobodyHelp}</EmptyState>
        )
      }
      columns={[
        {
          id: 'person',
          header: w.person,
          width: '50%',
          cell: ({ name, email }) => <Actor kind="person" name={name || email} more={name && <bdi>{email}</bdi>} />,
          text: ({ email }) => email,
        },
        {
          id: 'roles',
          header: w.otherRoles,
          isWide: true,
          cell: ({ roles }) => <bdi>{othersOf(roles, role.id)}</bdi>,
          text: ({ roles }) => othersOf(roles, role.id),
        },
      ]}
    />
  )
}

const othersOf = (roles: PermissionHolder['roles'], id: string): string =>
  roles
    .filter((role) => role.id !== id)
    .map(({ name }) => name)
    .join(', ')
