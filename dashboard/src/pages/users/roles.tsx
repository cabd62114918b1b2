import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { AdminUser, AssignedRole, Membership } from '@mandate/sdk'
import { Link } from '@tanstack/react-router'
import { useAction, useDone } from '#/api/actions.ts'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { SelectField, TextField } from '#/ui/form/fields.tsx'
import { FormDialog } from '#/ui/form/form-dialog.tsx'
import { FormActions } from '#/ui/form/form.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { Time } from '#/ui/time.tsx'
import { userWords } from './words.ts'

interface OfUser {
  readonly user: AdminUser
}

const MOST = 200

/** The roles of a person in applications, given and taken here. */
export function UserRoles({ user: { id } }: OfUser): ReactNode {
  const w = useWords(userWords)
  const may = useMay()
  const list = useList<AssignedRole>(['roles', 'of', id], (page, signal) =>
    mandate.users.roles.list(id, page, { signal }),
  )
  return (
    <>
      <DataTable
        name="roles"
        label={w.rolesOf}
        list={list}
        idOf={(role) => role.id}
        empty={<p>{w.noRoles}</p>}
        columns={[
          {
            id: 'role',
            header: w.roleName,
            cell: (role) => (
              <Link to={`/roles/${role.id}`}>
                <bdi>{role.name}</bdi>
              </Link>
            ),
            text: ({ name }) => name,
          },
          {
            id: 'until',
            header: w.until,
            isWide: true,
            cell: ({ expires_at: at }) => (at === null ? w.forGood : <Time at={at} />),
            text: ({ expires_at: at }) => at,
          },
          {
            id: 'actions',
            width: '120px',
            align: 'end',
            cell: (role) => may('roles:write') && <Take userId={id} role={role} />,
          },
        ]}
      />
      {may('roles:write') && <Give userId={id} />}
    </>
  )
}

function Take({ userId, role }: { readonly userId: string; readonly role: AssignedRole }): ReactNode {
  const { id, name, expires_at: until } = role
  const w = useWords(userWords)
  const { run, isRunning } = useAction(() => mandate.users.roles.unassign(userId, id), {
    refreshes: ['roles', 'permissions'],
    done: w.roleTaken,
    // As it was: what was given until some day must not come back for good.
    undo: () => mandate.users.roles.assign(userId, { role_id: id, expires_at: until }),
  })
  return (
    <Button size="small" isRunning={isRunning} onPress={() => run()} aria-label={`${w.takeRole}: ${name}`}>
      {w.takeRole}
    </Button>
  )
}

function Give({ userId }: { readonly userId: string }): ReactNode {
  const w = useWords(userWords)
  const [isOpen, setOpen] = useState(false)
  return (
    <FormActions>
      <Button icon="plus" onPress={() => setOpen(true)}>
        {w.giveRole}
      </Button>
      {isOpen && <GiveRole userId={userId} onClose={() => setOpen(false)} />}
    </FormActions>
  )
}

function GiveRole({ userId, onClose }: { readonly userId: string; readonly onClose: () => void }): ReactNode {
  const w = useWords(userWords)
  const { data: roles = [] } = useQuery({
    queryKey: ['roles', 'names'],
    queryFn: async ({ signal }) => (await mandate.roles.list({ limit: MOST }, { signal })).data,
  })
  const sayDone = useDone(['roles', 'permissions'])
  const [chosen, setChosen] = useState('')
  const [until, setUntil] = useState('')
  const role = chosen || (roles[0]?.id ?? '')
  const give = async (): Promise<void> => {
    const { data: held } = await mandate.users.roles.list(userId, { limit: MOST })
    await mandate.users.roles.assign(userId, {
      role_id: role,
      ...(until === '' ? {} : { expires_at: new Date(until).toISOString() }),
    })
    // Who had it before got another end: taking it away would not bring back the one there was.
    const isNew = !held.some(({ id }) => id === role)
    sayDone(w.roleGiven, isNew ? () => mandate.users.roles.unassign(userId, role) : undefined)
  }
  return (
    <FormDialog
      title={w.giveRole}
      onClose={onClose}
      fields={['role_id', 'expires_at']}
      onSubmit={give}
      refreshes={['roles', 'permissions']}
      action={w.giveRole}
    >
      <SelectField
        name="role_id"
        label={w.roleName}
        value={role}
        onChange={setChosen}
        options={roles.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextField name="expires_at" type="datetime-local" label={w.until} value={until} onChange={setUntil} isOptional />
    </FormDialog>
  )
}

/** The organizations that a person is in, and as what. */
export function UserOrganizations({ user: { id } }: OfUser): ReactNode {
  const w = useWords(userWords)
  const list = useList<Membership>(['organizations', 'of', id], (page, signal) =>
    mandate.users.organizations.list(id, page, { signal }),
  )
  return (
    <DataTable
      name="memberships"
      label={w.memberOf}
      list={list}
      idOf={(organization) => organization.id}
      linkTo="/organizations/$id"
      empty={<p>{w.noOrganizations}</p>}
      columns={[
        { id: 'name', header: w.organization, cell: ({ name }) => <bdi>{name}</bdi>, text: ({ name }) => name },
        { id: 'role', header: w.memberAs, cell: ({ role }) => <bdi>{role}</bdi>, text: ({ role }) => role },
        {
          id: 'joined',
          header: w.joined,
          isWide: true,
          align: 'end',
          cell: ({ joined_at: at }) => <Time at={at} />,
          text: ({ joined_at: at }) => at,
        },
      ]}
    />
  )
}
