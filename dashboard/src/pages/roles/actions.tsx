import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { RoleWithPermissions } from '@mandate/sdk'
import { useAction } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { confirm } from '#/ui/dialogs.ts'
import { endedBy } from '#/ui/ended.tsx'
import { useDraft } from '#/ui/form/draft.ts'
import { TextField } from '#/ui/form/fields.tsx'
import { FormDialog } from '#/ui/form/form-dialog.tsx'
import { changeOf } from '#/ui/form/merge-patch.ts'
import { useSaveChange } from '#/ui/form/save-change.ts'
import { toast } from '#/ui/toasts.ts'
import { roleWords } from './words.ts'

type RoleDraft = Pick<RoleWithPermissions, 'name' | 'description'>

const refreshes = ['roles', 'permissions']

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
    { refreshes },
  )
}

function Rename({ role, onClose }: OfRole & { readonly onClose: () => void }): ReactNode {
  const w = useWords(roleWords)
  const { save } = useWords(common)
  const draft = useDraft<RoleDraft>({ name: role.name, description: role.description })
  const { value, change } = draft
  const saveChange = useSaveChange(refreshes, w.renamed)
  const rename = (): Promise<void> =>
    saveChange(changeOf(draft.before, value), async (patch) => {
      // The body replaces the role, so it says what the role is now and not what it was when this page was read.
      const { name, description, permissions } = await mandate.roles.get(role.id)
      const held = permissions.map(({ permission }) => permission)
      await mandate.roles.replace(role.id, { name, description, ...patch, permissions: held })
    })
  return (
    <FormDialog
      title={w.rename}
      onClose={onClose}
      fields={['name', 'description']}
      onSubmit={rename}
      draft={draft}
      refreshes={refreshes}
      action={save}
    >
      <TextField name="name" label={w.name} value={value.name} onChange={(name) => change({ name })} hasFocus />
      <TextField
        name="description"
        label={w.description}
        value={value.description ?? ''}
        onChange={(text) => change({ description: text || null })}
        isOptional
      />
    </FormDialog>
  )
}
