import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Page } from '#/app/page.tsx'
import { mandate } from '#/api/mandate.ts'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { Button, ButtonLink } from '#/ui/button.tsx'
import { TextField } from '#/ui/form/fields.tsx'
import { Form, FormActions } from '#/ui/form/form.tsx'
import { Card } from '#/ui/layout.tsx'
import { toast } from '#/ui/toasts.ts'
import { slugOf } from './slug.ts'
import { organizationWords } from './words.ts'

/** Makes an organization. */
export default function CreateOrganization(): ReactNode {
  const w = useWords(organizationWords)
  const { cancel } = useWords(common)
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [slug, setSlug] = useState<string>()
  const [owner, setOwner] = useState('')
  const create = async (): Promise<void> => {
    const { id } = await mandate.organizations.create({
      ...{ name, slug: slug ?? slugOf(name) },
      ...(owner === '' ? {} : { owner_id: owner }),
    })
    toast(w.wasCreated)
    await navigate({ to: `/organizations/${id}` })
  }
  return (
    <Page title={w.create} crumbs={[{ label: w.organizations, to: '/organizations' }]}>
      <Card>
        <Form
          fields={['name', 'slug', 'owner_id']}
          onSubmit={create}
          refreshes={['organizations']}
          footer={(isRunning) => (
            <FormActions>
              <ButtonLink to="/organizations">{cancel}</ButtonLink>
              <Button kind="primary" type="submit" isRunning={isRunning}>
                {w.save}
              </Button>
            </FormActions>
          )}
        >
          <TextField name="name" label={w.name} value={name} onChange={setName} hasFocus />
          <TextField
            name="slug"
            label={w.slug}
            hint={w.slugHint}
            value={slug ?? slugOf(name)}
            onChange={setSlug}
            isCode
          />
          <TextField
            name="owner_id"
            label={w.owner}
            hint={w.ownerHint}
            value={owner}
            onChange={setOwner}
            isOptional
            isCode
          />
        </Form>
      </Card>
    </Page>
  )
}
