import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { RoleWithPermissions } from '@mandate/sdk'
import { useAction, useDone } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { Dialog } from '#/ui/dialog.tsx'
import { confirm } from '#/ui/dialogs.ts'
import { endedBy } from '#/ui/ended.tsx'
import { TextField } from '#/ui/form/fields.tsx'
import { Form, FormActions } from '#/ui/form/form.tsx'
import { toast } from '#/ui/toasts.ts'
import { roleWords } from './words.ts'

interface OfRole {
  readonly role: RoleWithPermissions
}

/** What can be done to a role. */
export function RoleActions({ role }: OfRole): ReactNode {
  const w = useWords(roleWords)
  const [isEdited, setEdited] = useState(false)
  const { run, isRunning } = useDelete(role)
  return (
    <>
      <Button icon="edit" onPress={() => setEdited(true)}>
        {w.rename}
      </Button>
      <Button kind="danger" icon="trash" isRunning={isRunning} onPress={() => run()}>
        {w.delete}
      </Button>
      {isEdited && <Rename role={role} onClose={() => setEdited(false)} />}
    </>
  )
}

function useDelete({ id, name }: RoleWithPermissions) {
  const w = useWords(roleWords)
  const navigate = useNavigate()
  return useAction(
    async () => {
      const isSure = await confirm({
        title: w.deleteRoleTitle(name),
        body: w.deleteRoleBody,
        action: w.delete,
        isDangerous: true,
        preview: () => endedBy(mandate.roles.delete(id, { dry_run: true })),
      })
      if (!isSure) return
      await mandate.roles.delete(id)
      toast(w.deleted)
      await navigate({ to: '/roles', search: { tab: 'roles' } })
    },
    { refreshes: ['roles', 'permissions'] },
  )
}

function Rename({ role, onClose }: OfRole & { readonly onClose: () => void }): ReactNode {
  const w = useWords(roleWords)
  const { cancel, save } = useWords(common)
  const [name, setName] = useState(role.name)
  const [description, setDescription] = useState(role.description ?? '')
  const sayDone = useDone(['roles', 'permissions'])
  const call = async (words: Pick<RoleWithPermissions, 'name' | 'description'>): Promise<void> => {
    // The body replaces the role, so it says what the role holds now and not when this page was read.
    const { permissions } = await mandate.roles.get(role.id)
    await mandate.roles.replace(role.id, { ...words, permissions: permissions.map(({ permission }) => permission) })
  }
  const rename = async (): Promise<void> => {
    await call({ name, description: description === '' ? null : description })
    sayDone(w.renamed, () => call({ name: role.name, description: role.description }))
    onClose()
  }
  return (
    <Dialog title={w.rename} isOpen onClose={onClose}>
      <Form
        fields={['name', 'description']}
        onSubmit={rename}
        refreshes={['roles', 'permissions']}
        footer={(isRunning) => (
          <FormActions>
            <Button onPress={onClose}>{cancel}</Button>
            <Button kind="primary" type="submit" isRunning={isRunning}>
              {save}
            </Button>
          </FormActions>
        )}
      >
        <TextField name="name" label={w.name} value={name} onChange={setName} hasFocus />
        <TextField name="description" label={w.description} value={description} onChange={setDescription} isOptional />
      </Form>
    </Dialog>
  )
}
