import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { AgentsCreateBody } from '@mandate/sdk'
import { Page } from '#/app/page.tsx'
import { mandate } from '#/api/mandate.ts'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { Button, ButtonLink } from '#/ui/button.tsx'
import { reveal } from '#/ui/dialogs.ts'
import { Checkbox, CheckboxGroup, TagsField, TextField } from '#/ui/form/fields.tsx'
import { Form, FormActions } from '#/ui/form/form.tsx'
import { Card } from '#/ui/layout.tsx'
import { toast } from '#/ui/toasts.ts'
import { agentWords } from './words.ts'

type GrantType = NonNullable<AgentsCreateBody['grant_types']>[number]

/** A new agent, and its secret, which is shown once. */
export default function CreateAgent(): ReactNode {
  const w = useWords(agentWords)
  const { create, cancel } = useWords(common)
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [scopes, setScopes] = useState<readonly string[]>([])
  const [grants, setGrants] = useState<readonly GrantType[]>(['client_credentials'])
  const [isBound, setBound] = useState(false)
  const submit = async (): Promise<void> => {
    const made = await mandate.agents.create({
      client_name: name,
      ...(description === '' ? {} : { description }),
      scope: scopes.join(' '),
      grant_types: grants,
      dpop_bound: isBound,
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
        <Form
          fields={['client_name', 'description', 'scope', 'grant_types', 'dpop_bound']}
          onSubmit={submit}
          refreshes={['agents']}
          footer={(isRunning) => (
            <FormActions>
              <ButtonLink to="/agents">{cancel}</ButtonLink>
              <Button type="submit" kind="primary" isRunning={isRunning}>
                {create}
              </Button>
            </FormActions>
          )}
        >
          <TextField name="client_name" label={w.name} hint={w.nameHint} value={name} onChange={setName} hasFocus />
          <TextField
            name="description"
            label={w.description}
            value={description}
            onChange={setDescription}
            isOptional
          />
          <TagsField name="scope" label={w.scopes} hint={w.scopesHint} value={scopes} onChange={setScopes} isOptional />
          <CheckboxGroup<GrantType>
            name="grant_types"
            label={w.grants}
            value={grants}
            onChange={setGrants}
            options={[
              { value: 'client_credentials', label: w.grantOwn },
              { value: 'urn:ietf:params:oauth:grant-type:token-exchange', label: w.grantExchange },
              { value: 'urn:ietf:params:oauth:grant-type:device_code', label: w.grantDevice },
            ]}
          />
          <Checkbox
            name="dpop_bound"
            label={w.mustProve}
            hint={w.mustProveHint}
            isChecked={isBound}
            onChange={setBound}
          />
        </Form>
      </Card>
    </Page>
  )
}
