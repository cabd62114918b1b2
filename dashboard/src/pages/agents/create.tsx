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
import { AgentForm } from './form.tsx'
import { agentWords } from './words.ts'

/** A new agent, and its secret, which is shown once. */
export default function CreateAgent(): ReactNode {
  const w = useWords(agentWords)
  const { create, cancel } = useWords(common)
  const navigate = useNavigate()
  const draft = useDraft(draftOf())
  const submit = async (): Promise<void> => {
    const { client_name, scope, grant_types, audiences, dpop_bound } = draft.value
    const { description, access_token_ttl_seconds: ttl } = draft.value
    const made = await mandate.agents.create({
      ...{ client_name, scope, grant_types, audiences, dpop_bound },
      ...(description !== null && { description }),
      ...(ttl !== null && { access_token_ttl_seconds: ttl }),
    })
    if (made.client_secret !== undefined) {
      await reveal({
        title: w.made1(made.client_name),
        body: w.secretBody,
        secrets: [
          { label: w.idLabel, value: made.client_id, variable: 'MANDATE_CLIENT_ID', isPublic: true },
          { label: w.secret, value: made.client_secret, variable: 'MANDATE_CLIENT_SECRET' },
        ],
      })
    }
    toast(w.made1(made.client_name))
    await navigate({ to: `/agents/${made.id}` })
  }
  return (
    <Page title={w.createTitle} crumbs={[{ label: w.agents, to: '/agents' }]} lead={w.createLead}>
      <Card>
        <AgentForm
          draft={draft}
          onSubmit={submit}
          footer={(isRunning) => (
            <FormActions>
              <ButtonLink to="/agents">{cancel}</ButtonLink>
              <Button type="submit" kind="primary" isRunning={isRunning}>
                {create}
              </Button>
            </FormActions>
          )}
        />
      </Card>
    </Page>
  )
}
