import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { AdminUser } from '@mandate/sdk'
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
import { DataTable } from '#/ui/table/data-table.tsx'
import { FilterBar } from '#/ui/table/filters.tsx'
import { Badge, Status } from '#/ui/status.tsx'
import { Time } from '#/ui/time.tsx'
import { InviteUser } from './invite.tsx'
import { queryOf } from './query.ts'
import { userWords } from './words.ts'
import type { Column } from '#/ui/table/columns.ts'

/** Everybody who can sign in. */
export default function UserList(): ReactNode {
  const w = useWords(userWords)
  const may = useMay()
  const [search] = useSearchParams()
  const query = queryOf(search)
  const list = useList(['users', query], (page, signal) => mandate.users.list({ ...query, ...page }, { signal }))
  const columns = useColumns()
  const create = may('users:write') && (
    <>
      <ButtonLink to="/users/import">{w.import}</ButtonLink>
      <ButtonLink to="/users/new" kind="primary" icon="plus">
        {w.create}
      </ButtonLink>
    </>
  )
  return (
    <Page
      title={w.users}
      lead={w.lead}
      actions={
        <>
          {may('organizations:write') && <InviteUser />}
          {create}
        </>
      }
    >
      <FilterBar
        search={{ name: 'search', label: w.searchBy }}
        filters={[
          { name: 'disabled', label: w.status, options: optionsOf({ false: w.active, true: w.disabled }) },
          { name: 'email_verified', label: w.address, options: optionsOf({ true: w.verified, false: w.unverified }) },
          { name: 'mfa_enabled', label: w.secondFactor, options: optionsOf({ true: w.on, false: w.off }) },
          { name: 'system_role', label: w.role, options: optionsOf(w.roles) },
        ]}
      />
      <DataTable
        name="users"
        label={w.users}
        columns={columns}
        list={list}
        idOf={({ id }) => id}
        linkTo="/users/$id"
        empty={
          Object.keys(query).length > 0 ? (
            <EmptyState title={w.noneFound}>{w.noneFoundHelp}</EmptyState>
          ) : (
            <EmptyState title={w.none} action={create} command="mandate users create --email maya@example.com">
              {w.noneHelp}
            </EmptyState>
          )
        }
      />
    </Page>
  )
}

function useColumns(): readonly Column<AdminUser>[] {
  const w = useWords(userWords)
  return useMemo(
    () => [
      {
        id: 'email',
        header: w.person,
        width: '30%',
        cell: ({ name, email }) => (
          <Actor kind="person" name={name || email} more={name === '' ? undefined : <bdi>{email}</bdi>} />
        ),
        text: ({ email }) => email,
      },
      {
        id: 'status',
        header: w.status,
        width: '132px',
        cell: ({ disabled }) => <Status tone={disabled ? 'bad' : 'ok'}>{disabled ? w.disabled : w.active}</Status>,
        text: ({ disabled }) => (disabled ? 'disabled' : 'active'),
      },
      {
        id: 'address',
        header: w.address,
        isWide: true,
        cell: ({ email_verified: isVerified }) => (
          <Status tone={isVerified ? 'ok' : 'off'}>{isVerified ? w.verified : w.unverified}</Status>
        ),
        text: ({ email_verified: isVerified }) => isVerified,
      },
      {
        id: 'mfa',
        header: w.secondFactor,
        isWide: true,
        cell: ({ mfa_enabled: hasFactor }) => (
          <Status tone={hasFactor ? 'ok' : 'off'}>{hasFactor ? w.on : w.off}</Status>
        ),
        text: ({ mfa_enabled: hasFactor }) => hasFactor,
      },
      {
        id: 'role',
        header: w.roleShort,
        isWide: true,
        cell: ({ system_role: role }) => (role === null ? '' : <Badge tone="info">{w.roles[role]}</Badge>),
        text: ({ system_role: role }) => role,
      },
      {
        id: 'tier',
        header: w.tier,
        isWide: true,
        width: '90px',
        cell: ({ tier }) => <bdi>{tier}</bdi>,
        text: ({ tier }) => tier,
      },
      {
        id: 'created',
        header: w.joined,
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
