import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { App } from '@mandate/sdk'
import { Page } from '#/app/page.tsx'
import { mandate } from '#/api/mandate.ts'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { Button, ButtonLink } from '#/ui/button.tsx'
import { reveal } from '#/ui/dialogs.ts'
import { Checkbox, SelectField, TagsField, TextField } from '#/ui/form/fields.tsx'
import { Form, FormActions } from '#/ui/form/form.tsx'
import { Card } from '#/ui/layout.tsx'
import { toast } from '#/ui/toasts.ts'
import { appWords } from './words.ts'

const types = ['web', 'spa', 'native', 'machine'] as const

/** Registers an application, shows its secret once, and leads to the code for it. */
export default function CreateApp(): ReactNode {
  const w = useWords(appWords)
  const { cancel } = useWords(common)
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [type, setType] = useState<App['type']>('web')
  const [redirects, setRedirects] = useState<readonly string[]>([])
  const [scope, setScope] = useState('openid profile email')
  const [isOwn, setOwn] = useState(false)
  const [isBound, setBound] = useState(false)
  const isMachine = type === 'machine'
  const create = async (): Promise<void> => {
    const {
      id,
      client_id: clientId,
      ...made
    } = await mandate.apps.create({
      ...{ name, type, scope, dpop_bound: isBound },
      ...(isMachine ? {} : { redirect_uris: redirects, first_party: isOwn }),
    })
    toast(w.wasCreated)
    if (made.client_secret !== undefined) {
      await reveal({
        title: w.secretTitle,
        body: w.secretBody,
        secrets: [
          { label: w.clientId, value: clientId, variable: 'MANDATE_CLIENT_ID', isPublic: true },
          { label: w.secret, value: made.client_secret, variable: 'MANDATE_CLIENT_SECRET' },
        ],
      })
    }
    await navigate({ to: `/apps/${id}` })
  }
  return (
    <Page title={w.create} crumbs={[{ label: w.apps, to: '/apps' }]}>
      <Card>
        <Form
          fields={['name', 'type', 'redirect_uris', 'scope', 'first_party', 'dpop_bound']}
          onSubmit={create}
          refreshes={['apps']}
          footer={(isRunning) => (
            <FormActions>
              <ButtonLink to="/apps">{cancel}</ButtonLink>
              <Button kind="primary" type="submit" isRunning={isRunning}>
                {w.save}
              </Button>
            </FormActions>
          )}
        >
          <TextField name="name" label={w.name} value={name} onChange={setName} hasFocus />
          <SelectField
            name="type"
            label={w.type}
            hint={w.typeHelp[type]}
            value={type}
            onChange={(next) => {
              setType(next)
              setScope(next === 'machine' ? '' : 'openid profile email')
            }}
            options={types.map((value) => ({ value, label: w.types[value] }))}
          />
          {!isMachine && (
            <TagsField
              name="redirect_uris"
              label={w.redirects}
              hint={w.redirectsHint}
              placeholder="http://localhost:3000/callback"
              value={redirects}
              onChange={setRedirects}
            />
          )}
          <TextField name="scope" label={w.scope} hint={w.scopeHint} value={scope} onChange={setScope} isCode />
          {!isMachine && <Checkbox name="first_party" label={w.firstParty} isChecked={isOwn} onChange={setOwn} />}
          <Checkbox name="dpop_bound" label={w.dpop} isChecked={isBound} onChange={setBound} />
        </Form>
      </Card>
    </Page>
  )
}
