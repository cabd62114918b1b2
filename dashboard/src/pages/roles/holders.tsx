import type { ReactNode } from 'react'
import type { RoleHolder, RoleWithPermissions } from '@mandate/sdk'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { Actor } from '#/ui/actor.tsx'
import { EmptyState } from '#/ui/states.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { Time } from '#/ui/time.tsx'
import { roleWords } from './words.ts'

/** Who has a role. */
export function RoleHolders({ role: { id } }: { readonly role: RoleWithPermissions }): ReactNode {
  const w = useWords(roleWords)
  const list = useList<RoleHolder>(['roles', 'users', id], (page, signal) =>
    mandate.roles.users.list(id, page, { signal }),
  )
  return (
    <DataTable
      name="role-holders"
      label={w.people}
      list={list}
      idOf={(holder) => holder.id}
      linkTo="/users/$id"
      empty={<EmptyState title={w.heldByNobody}>{w.nobodyHelp}</EmptyState>}
      columns={[
        {
          id: 'person',
          header: w.person,
          width: '50%',
          cell: ({ name, email }) => <Actor kind="person" name={name || email} more={name && <bdi>{email}</bdi>} />,
          text: ({ email }) => email,
        },
        {
          id: 'since',
          header: w.hasItSince,
          cell: ({ assigned_at: at }) => <Time at={at} />,
          text: ({ assigned_at: at }) => at,
        },
        {
          id: 'until',
          header: w.hasItUntil,
          isWide: true,
          cell: ({ expires_at: at }) => (at === null ? w.forGood : <Time at={at} />),
          text: ({ expires_at: at }) => at,
        },
      ]}
    />
  )
}
