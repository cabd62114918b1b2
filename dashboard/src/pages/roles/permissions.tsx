import { useState } from 'react'
import type { ReactNode } from 'react'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { TextField } from '#/ui/form/fields.tsx'
import { FormDialog } from '#/ui/form/form-dialog.tsx'
import { usePeek, useSearchText } from '#/ui/search-params.ts'
import { EmptyState } from '#/ui/states.tsx'
import { Badge } from '#/ui/status.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { FilterBar } from '#/ui/table/filters.tsx'
import { Time } from '#/ui/time.tsx'
import { toast } from '#/ui/toasts.ts'
import { isWildcard } from './coverage.ts'
import { PermissionPanel } from './permission-panel.tsx'
import { useUsedPermissions } from './queries.ts'
import type { UsedPermission } from './queries.ts'
import { roleWords } from './words.ts'

/** What roles may hold, and how much of it is used. */
export function Permissions(): ReactNode {
  const w = useWords(roleWords)
  const mayWrite = useMay()('permissions:write')
  const peek = usePeek()
  const [resource] = useSearchText('resource')
  const query = resource === '' ? {} : { resource }
  const list = useUsedPermissions(query)
  const isAny = list.rows.length > 0 || resource !== ''
  return (
    <>
      {isAny && (
        <FilterBar search={{ name: 'resource', label: w.byResource }}>{mayWrite && <NewPermission />}</FilterBar>
      )}
      <DataTable<UsedPermission>
        name="permissions"
        label={w.permissions}
        list={list}
        idOf={({ id }) => id}
        empty={resource === '' ? <NoPermissions /> : <EmptyState title={w.noneFound}>{w.noneFoundHelp}</EmptyState>}
        columns={[
          {
            id: 'permission',
            header: w.permission,
            width: '40%',
            cell: ({ id, permission }) => (
              <>
                <Button kind="quiet" size="small" onPress={() => peek.open(id)}>
                  <code>{permission}</code>
                </Button>{' '}
                {isWildcard(permission) && <Badge>{w.wildcard}</Badge>}
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
            id: 'roles',
            header: w.roles,
            width: '84px',
            align: 'end',
            cell: ({ roles }) => roles,
            text: ({ roles }) => roles,
          },
          {
            id: 'people',
            header: w.people,
            width: '96px',
            align: 'end',
            cell: ({ users }) => users,
            text: ({ users }) => users,
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
        ]}
      />
      {peek.id !== undefined && <PermissionPanel id={peek.id} onClose={peek.close} />}
    </>
  )
}

/** What stands where no permission is listed yet. */
export function NoPermissions(): ReactNode {
  const w = useWords(roleWords)
  const mayWrite = useMay()('permissions:write')
  return (
    <EmptyState
      title={w.noPermissions}
      action={mayWrite && <NewPermission />}
      command="mandate permissions create --permission documents:read"
    >
      {w.noPermissionsHelp}
    </EmptyState>
  )
}

function NewPermission(): ReactNode {
  const w = useWords(roleWords)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="primary" icon="plus" onPress={() => setOpen(true)}>
        {w.newPermission}
      </Button>
      {isOpen && <CreatePermission onClose={() => setOpen(false)} />}
    </>
  )
}

function CreatePermission({ onClose }: { readonly onClose: () => void }): ReactNode {
  const w = useWords(roleWords)
  const [permission, setPermission] = useState('')
  const [description, setDescription] = useState('')
  const create = async (): Promise<void> => {
    await mandate.permissions.create({ permission, ...(description === '' ? {} : { description }) })
    toast(w.permissionCreated)
  }
  return (
    <FormDialog
      title={w.newPermission}
      onClose={onClose}
      fields={['permission', 'description']}
      onSubmit={create}
      refreshes={['permissions']}
      action={w.savePermission}
    >
      <TextField
        name="permission"
        label={w.permission}
        hint={w.permissionHint}
        value={permission}
        onChange={setPermission}
        hasFocus
        isCode
      />
      <TextField name="description" label={w.description} value={description} onChange={setDescription} isOptional />
    </FormDialog>
  )
}
