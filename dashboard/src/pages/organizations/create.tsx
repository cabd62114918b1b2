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
import { OrganizationForm } from './form.tsx'
import type { OrganizationDraft } from './form.tsx'
import { organizationWords } from './words.ts'

/** Makes an organization. */
export default function CreateOrganization(): ReactNode {
  const w = useWords(organizationWords)
  const { cancel } = useWords(common)
  const navigate = useNavigate()
  const draft = useDraft<OrganizationDraft>({ name: '', slug: '', metadata: {} })
  const create = async (said: OrganizationDraft, owner: string): Promise<void> => {
    const { id } = await mandate.organizations.create({ ...said, ...(owner !== '' && { owner_id: owner }) })
    toast(w.wasCreated)
    await navigate({ to: `/organizations/${id}` })
  }
  return (
    <Page title={w.create} crumbs={[{ label: w.organizations, to: '/organizations' }]}>
      <Card>
        <OrganizationForm
          draft={draft}
          onSubmit={create}
          footer={(isRunning) => (
            <FormActions>
              <ButtonLink to="/organizations">{cancel}</ButtonLink>
              <Button kind="primary" type="submit" isRunning={isRunning}>
                {w.save}
              </Button>
            </FormActions>
          )}
        />
      </Card>
    </Page>
  )
}
