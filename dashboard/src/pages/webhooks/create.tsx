import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Page } from '#/app/page.tsx'
import { mandate } from '#/api/mandate.ts'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { Button, ButtonLink } from '#/ui/button.tsx'
import { reveal } from '#/ui/dialogs.ts'
import { useDraft } from '#/ui/form/draft.ts'
import { FormActions } from '#/ui/form/form.tsx'
import { Card } from '#/ui/layout.tsx'
import { toast } from '#/ui/toasts.ts'
import { draftOf } from './draft.ts'
import { WebhookForm } from './form.tsx'
import { webhookWords } from './words.ts'

/** Names a new endpoint, and shows the secret it is signed with. */
export default function CreateWebhook(): ReactNode {
  const w = useWords(webhookWords)
  const { cancel } = useWords(common)
  const navigate = useNavigate()
  const draft = useDraft(draftOf())
  const create = async (chosen: string): Promise<void> => {
    const { id, secret } = await mandate.webhooks.create({ ...draft.value, ...(chosen !== '' && { secret: chosen }) })
    toast(w.wasCreated)
    await reveal({
      title: w.secretTitle,
      body: w.secretBody,
      secrets: [{ label: w.secret, value: secret, variable: 'MANDATE_WEBHOOK_SECRET' }],
    })
    await navigate({ to: `/webhooks/${id}` })
  }
  return (
    <Page title={w.create} crumbs={[{ label: w.webhooks, to: '/webhooks' }]} lead={w.newLead}>
      <Card>
        <WebhookForm
          draft={draft}
          onSubmit={create}
          footer={(isRunning) => (
            <FormActions>
              <ButtonLink to="/webhooks">{cancel}</ButtonLink>
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
