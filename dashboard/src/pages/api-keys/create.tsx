import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Page } from '#/app/page.tsx'
import { mandate } from '#/api/mandate.ts'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { Button, ButtonLink } from '#/ui/button.tsx'
import { SelectField, TextField } from '#/ui/form/fields.tsx'
import { Form, FormActions } from '#/ui/form/form.tsx'
import { Card } from '#/ui/layout.tsx'
import { ScopePicker } from './scope-picker.tsx'
import { revealKey } from './reveal-key.ts'
import { apiKeyWords } from './words.ts'

const DAY_MS = 86_400_000
const lifetimes = ['30', '90', '365', 'never'] as const
type Lifetime = (typeof lifetimes)[number]

/** Makes a key, whose secret is shown once. */
export default function CreateApiKey(): ReactNode {
  const w = useWords(apiKeyWords)
  const { cancel } = useWords(common)
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly string[]>([])
  const [lifetime, setLifetime] = useState<Lifetime>('90')
  const create = async (): Promise<void> => {
    const expires = lifetime === 'never' ? null : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString()
    const made = await mandate.apiKeys.create({ name, scopes, expires_at: expires })
    await revealKey(w, made.key)
    await navigate({ to: `/api-keys/${made.id}` })
  }
  return (
    <Page title={w.create} crumbs={[{ label: w.apiKeys, to: '/api-keys' }]} lead={w.createLead}>
      <Card>
        <Form
          fields={['name', 'scopes', 'expires_at']}
          onSubmit={create}
          refreshes={['api-keys']}
          footer={(isRunning) => (
            <FormActions>
              <ButtonLink to="/api-keys">{cancel}</ButtonLink>
              <Button kind="primary" type="submit" isRunning={isRunning}>
                {w.createIt}
              </Button>
            </FormActions>
          )}
        >
          <TextField name="name" label={w.name} hint={w.nameHint} value={name} onChange={setName} hasFocus />
          <SelectField
            name="expires_at"
            label={w.expires}
            hint={w.expiresHint}
            value={lifetime}
            onChange={setLifetime}
            options={lifetimes.map((value) => ({ value, label: value === 'never' ? w.never : w.days(value) }))}
          />
          <ScopePicker value={scopes} onChange={setScopes} />
        </Form>
      </Card>
    </Page>
  )
}
