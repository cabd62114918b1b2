import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { TagsField, TextField } from '#/ui/form/fields.tsx'
import { FormDialog } from '#/ui/form/form-dialog.tsx'
import { toast } from '#/ui/toasts.ts'
import { roleWords } from './words.ts'

/** The button that makes a role, and its dialog. */
export function NewRole(): ReactNode {
  const w = useWords(roleWords)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="primary" icon="plus" onPress={() => setOpen(true)}>
        {w.newRole}
      </Button>
      {isOpen && <CreateRole onClose={() => setOpen(false)} />}
    </>
  )
}

function CreateRole({ onClose }: { readonly onClose: () => void }): ReactNode {
  const w = useWords(roleWords)
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [permissions, setPermissions] = useState<readonly string[]>([])
  const create = async (): Promise<void> => {
    const body = { name, ...(description === '' ? {} : { description }), permissions }
    const { id } = await mandate.roles.create(body)
    toast(w.roleCreated)
    onClose()
    await navigate({ to: `/roles/${id}` })
  }
  return (
    <FormDialog
      title={w.newRole}
      onClose={onClose}
      fields={['name', 'description', 'permissions']}
      onSubmit={create}
      refreshes={['roles', 'permissions']}
      action={w.saveRole}
    >
      <TextField name="name" label={w.name} value={name} onChange={setName} hasFocus />
      <TextField name="description" label={w.description} value={description} onChange={setDescription} isOptional />
      <TagsField
        name="permissions"
        label={w.permissions}
        hint={w.permissionsHint}
        value={permissions}
        onChange={setPermissions}
        isOptional
      />
    </FormDialog>
  )
}
