import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { mandate } from '#/api/mandate.ts'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { Dialog } from '#/ui/dialog.tsx'
import { TagsField, TextField } from '#/ui/form/fields.tsx'
import { Form, FormActions } from '#/ui/form/form.tsx'
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
  const { cancel } = useWords(common)
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
    <Dialog title={w.newRole} isOpen onClose={onClose}>
      <Form
        fields={['name', 'description', 'permissions']}
        onSubmit={create}
        refreshes={['roles', 'permissions']}
        footer={(isRunning) => (
          <FormActions>
            <Button onPress={onClose}>{cancel}</Button>
            <Button kind="primary" type="submit" isRunning={isRunning}>
              {w.saveRole}
            </Button>
          </FormActions>
        )}
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
      </Form>
    </Dialog>
  )
}
