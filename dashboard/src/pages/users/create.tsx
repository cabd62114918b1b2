import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Page } from '#/app/page.tsx'
import { mandate } from '#/api/mandate.ts'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { Button, ButtonLink } from '#/ui/button.tsx'
import { useDraft } from '#/ui/form/draft.ts'
import { FormActions } from '#/ui/form/form.tsx'
import { Card } from '#/ui/layout.tsx'
import { toast } from '#/ui/toasts.ts'
import { draftOf } from './draft.ts'
import { UserForm } from './form.tsx'
import { userWords } from './words.ts'

/** Creates somebody. */
export default function CreateUser(): ReactNode {
  const w = useWords(userWords)
  const { cancel } = useWords(common)
  const navigate = useNavigate()
  const draft = useDraft(draftOf())
  const create = async (password: string): Promise<void> => {
    const { name, tier, system_role, ...known } = draft.value
    const { id } = await mandate.users.create({
      ...known,
      ...(name !== '' && { name }),
      ...(tier !== '' && { tier }),
      ...(system_role !== null && { system_role }),
      ...(password !== '' && { password }),
    })
    toast(w.done.created)
    await navigate({ to: `/users/${id}` })
  }
  return (
    <Page title={w.newUser} crumbs={[{ label: w.users, to: '/users' }]} lead={w.newLead}>
      <Card>
        <UserForm
          draft={draft}
          onSubmit={create}
          footer={(isRunning) => (
            <FormActions>
              <ButtonLink to="/users">{cancel}</ButtonLink>
              <Button kind="primary" type="submit" isRunning={isRunning}>
                {w.saveUser}
              </Button>
            </FormActions>
          )}
        />
      </Card>
    </Page>
  )
}
