import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Permission, RoleWithPermissions } from '@mandate/sdk'
import { wholeList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { TextField } from '#/ui/form/fields.tsx'
import { FormDialog } from '#/ui/form/form-dialog.tsx'
import { EmptyState } from '#/ui/states.tsx'
import { Badge } from '#/ui/status.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { FilterBar } from '#/ui/table/filters.tsx'
import { heldFor, isWildcard } from './coverage.ts'
import { useToggle } from './toggle.ts'
import { roleWords } from './words.ts'

interface OfRole {
  readonly role: RoleWithPermissions
}

/** What a role holds, and which wildcard of it says the same once more. */
export function RolePermissions({ role }: OfRole): ReactNode {
  const w = useWords(roleWords)
  const may = useMay()
  const toggle = useToggle()
  const mayWrite = may('roles:write')
  const names = role.permissions.map(({ permission }) => permission)
  const coveredBy = ({ permission }: Permission): string | undefined =>
    heldFor(permission, new Set(names.filter((name) => name !== permission)))
  const add = mayWrite && may('permissions:read') && <AddPermission role={role} />
  return (
    <>
      {add && names.length > 0 && <FilterBar>{add}</FilterBar>}
      <DataTable
        name="role-permissions"
        label={w.permissions}
        list={wholeList(role.permissions)}
        idOf={({ id }) => id}
        empty={
          <EmptyState title={w.holdsNothing} action={add}>
            {w.holdsNothingHelp}
          </EmptyState>
        }
        columns={[
          {
            id: 'permission',
            header: w.permission,
            width: '40%',
            cell: ({ permission }) => (
              <>
                <code>{permission}</code> {isWildcard(permission) && <Badge>{w.wildcard}</Badge>}
              </>
            ),
            text: ({ permission }) => permission,
          },
          {
            id: 'description',
            header: w.description,
            isWide: true,
            cell: ({ description }) => <bdi>{description}</bdi>,
            text: ({ description }) => description,
          },
          {
            id: 'covered',
            header: w.alsoBy,
            isWide: true,
            cell: (permission) => <code>{coveredBy(permission)}</code>,
            text: coveredBy,
          },
          {
            id: 'actions',
            width: '110px',
            align: 'end',
            cell: (permission) =>
              mayWrite && (
                <Button
                  size="small"
                  aria-label={`${w.take}: ${permission.permission}`}
                  onPress={() => void toggle(role, permission, false)}
                >
                  {w.take}
                </Button>
              ),
          },
        ]}
      />
    </>
  )
}

function AddPermission({ role }: OfRole): ReactNode {
  const w = useWords(roleWords)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="primary" icon="plus" onPress={() => setOpen(true)}>
        {w.give}
      </Button>
      {isOpen && <Add role={role} onClose={() => setOpen(false)} />}
    </>
  )
}

function Add({ role, onClose }: OfRole & { readonly onClose: () => void }): ReactNode {
  const w = useWords(roleWords)
  const [name, setName] = useState('')
  const add = async (): Promise<void> => {
    const { data } = await mandate.permissions.list({ permission: name.trim(), limit: 1 })
    const [found] = data
    if (found === undefined) throw new Error(w.notListed(name))
    await mandate.roles.permissions.add(role.id, { permission_id: found.id })
  }
  return (
    <FormDialog
      title={w.giveTo(role.name)}
      onClose={onClose}
      fields={['permission']}
      onSubmit={add}
      refreshes={['roles', 'permissions']}
      action={w.give}
    >
      <TextField
        name="permission"
        label={w.permission}
        hint={w.permissionHint}
        value={name}
        onChange={setName}
        hasFocus
        isCode
      />
    </FormDialog>
  )
}
