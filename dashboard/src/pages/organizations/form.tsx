import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Organization } from '@mandate/sdk'
import { useWords } from '#/i18n/words.ts'
import { TextField } from '#/ui/form/fields.tsx'
import { Form } from '#/ui/form/form.tsx'
import { JsonField } from '#/ui/form/json-field.tsx'
import { slugOf } from './slug.ts'
import { organizationWords } from './words.ts'

/** What can be said of an organization, by the names of the wire. */
export type OrganizationDraft = Pick<Organization, 'name' | 'slug' | 'metadata'>

interface OrganizationFormProps {
  /** The one that is changed; without it a new one is made. */
  readonly organization?: Organization
  readonly onSubmit: (draft: OrganizationDraft, owner: string) => PromiseLike<unknown>
  readonly footer: (isRunning: boolean) => ReactNode
}

/** Names an organization and says what is known of it. */
export function OrganizationForm({ organization, onSubmit, footer }: OrganizationFormProps): ReactNode {
  const w = useWords(organizationWords)
  const [name, setName] = useState(organization?.name ?? '')
  const [chosen, setSlug] = useState(organization?.slug)
  const [owner, setOwner] = useState('')
  const [metadata, setMetadata] = useState(organization?.metadata ?? {})
  const slug = chosen ?? slugOf(name)
  return (
    <Form
      fields={['name', 'slug', 'owner_id', 'metadata']}
      onSubmit={() => onSubmit({ name, slug, metadata }, owner)}
      refreshes={['organizations']}
      footer={footer}
    >
      <TextField name="name" label={w.name} value={name} onChange={setName} hasFocus={!organization} />
      <TextField name="slug" label={w.slug} hint={w.slugHint} value={slug} onChange={setSlug} isCode />
      {!organization && (
        <TextField
          name="owner_id"
          label={w.owner}
          hint={w.ownerHint}
          value={owner}
          onChange={setOwner}
          isOptional
          isCode
        />
      )}
      <JsonField
        name="metadata"
        label={w.metadata}
        hint={w.metadataHint}
        value={metadata}
        onChange={(value) => setMetadata((value ?? {}) as OrganizationDraft['metadata'])}
        isOptional
      />
    </Form>
  )
}
