import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FlowsCreateBody } from '@mandate/sdk'
import { Page } from '#/app/page.tsx'
import { mandate } from '#/api/mandate.ts'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { Button, ButtonLink } from '#/ui/button.tsx'
import { reveal } from '#/ui/dialogs.ts'
import { FormActions } from '#/ui/form/form.tsx'
import { toast } from '#/ui/toasts.ts'
import { FlowForm } from './flow-form.tsx'
import { flowWords } from './words.ts'

/** Makes a flow, and shows the secret that its calls are signed with. */
export default function CreateFlow(): ReactNode {
  const w = useWords(flowWords)
  const { cancel } = useWords(common)
  const navigate = useNavigate()
  const create = async (body: FlowsCreateBody): Promise<void> => {
    const { id, secret } = await mandate.flows.create(body)
    toast(w.wasCreated)
    await reveal({
      title: w.secretTitle,
      body: w.secretBody,
      secrets: [{ label: w.secret, value: secret, variable: 'MANDATE_FLOW_SECRET' }],
    })
    await navigate({ to: `/flows/${id}` })
  }
  return (
    <Page title={w.create} crumbs={[{ label: w.flows, to: '/flows' }]} lead={w.createLead}>
      <FlowForm
        onSubmit={create}
        footer={(isRunning) => (
          <FormActions>
            <ButtonLink to="/flows">{cancel}</ButtonLink>
            <Button kind="primary" type="submit" isRunning={isRunning}>
              {w.createAction}
            </Button>
          </FormActions>
        )}
      />
    </Page>
  )
}
