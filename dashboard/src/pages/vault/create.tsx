import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { VaultProvidersCreateBody } from '@mandate/sdk'
import { Page } from '#/app/page.tsx'
import { mandate, serverUrl } from '#/api/mandate.ts'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { Button, ButtonLink } from '#/ui/button.tsx'
import { Command } from '#/ui/copy.tsx'
import { SelectField, TagsField, TextField } from '#/ui/form/fields.tsx'
import { Form, FormActions } from '#/ui/form/form.tsx'
import { Card } from '#/ui/layout.tsx'
import { toast } from '#/ui/toasts.ts'
import { vaultWords } from './words.ts'

const BY_KEY = 'api_key'

/** Sets a provider up: a service that is known, or one that takes a key. */
export default function CreateProvider(): ReactNode {
  const w = useWords(vaultWords)
  const { cancel } = useWords(common)
  const navigate = useNavigate()
  const { data: templates = [] } = useQuery({
    queryKey: ['vault', 'templates'],
    queryFn: async ({ signal }) => (await mandate.vault.templates.list({ limit: 100 }, { signal })).data,
  })
  const [chosen, setChosen] = useState<string>(BY_KEY)
  const [name, setName] = useState('')
  const [shown, setShown] = useState('')
  const [clientId, setClientId] = useState('')
  const [secret, setSecret] = useState('')
  const [scopes, setScopes] = useState<readonly string[]>([])
  const template = templates.find((one) => one.name === chosen)
  const choose = (next: string): void => {
    setChosen(next)
    setScopes(templates.find((one) => one.name === next)?.default_scopes ?? [])
  }
  const create = async (): Promise<void> => {
    const body: VaultProvidersCreateBody = template
      ? {
          template: template.name as Exclude<VaultProvidersCreateBody['template'], undefined>,
          ...{ client_id: clientId, client_secret: secret, scopes },
        }
      : { kind: 'api_key', name, display_name: shown }
    const { id } = await mandate.vault.providers.create(body)
    toast(w.wasCreated)
    await navigate({ to: `/vault/${id}` })
  }
  return (
    <Page title={w.create} crumbs={[{ label: w.vault, to: '/vault' }]} lead={w.createLead}>
      <Card>
        <Form
          fields={['template', 'name', 'display_name', 'client_id', 'client_secret', 'scopes']}
          onSubmit={create}
          refreshes={['vault']}
          footer={(isRunning) => (
            <FormActions>
              <ButtonLink to="/vault">{cancel}</ButtonLink>
              <Button kind="primary" type="submit" isRunning={isRunning}>
                {w.save}
              </Button>
            </FormActions>
          )}
        >
          <SelectField
            name="template"
            label={w.template}
            value={chosen}
            onChange={choose}
            options={[
              ...templates.map(({ name: value, display_name: label }) => ({ value, label })),
              { value: BY_KEY, label: w.ownKey },
            ]}
          />
          {template ? (
            <>
              <p>{w.callback}</p>
              <Command>{`${serverUrl()}/api/v1/vault/callback/${template.name}`}</Command>
              <TextField name="client_id" label={w.clientId} value={clientId} onChange={setClientId} isCode />
              <TextField
                name="client_secret"
                type="password"
                label={w.clientSecret}
                hint={w.clientSecretHint}
                value={secret}
                onChange={setSecret}
              />
              <TagsField name="scopes" label={w.scopes} value={scopes} onChange={setScopes} />
            </>
          ) : (
            <>
              <TextField name="name" label={w.name} hint={w.nameHint} value={name} onChange={setName} isCode />
              <TextField name="display_name" label={w.displayName} value={shown} onChange={setShown} />
            </>
          )}
        </Form>
      </Card>
    </Page>
  )
}
