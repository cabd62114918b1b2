import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Organization } from '@mandate/sdk'
import { useWords } from '#/i18n/words.ts'
import type { Draft } from '#/ui/form/draft.ts'
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
  readonly draft: Draft<OrganizationDraft>
  /** Told what the fields say, with the slug that a new one gets where none was chosen. */
  readonly onSubmit: (said: OrganizationDraft, owner: string) => PromiseLike<unknown>
  readonly footer: (isRunning: boolean) => ReactNode
}

/** Names an organization and says what is known of it. */
export function OrganizationForm({ organization, draft, onSubmit, footer }: OrganizationFormProps): ReactNode {
  const w = useWords(organizationWords)
  const { value, change } = draft
  const { name, metadata } = value
  const [isChosen, setChosen] = useState(organization !== undefined)
  const [owner, setOwner] = useState('')
  const slug = isChosen ? value.slug : slugOf(name)
  const choose = (text: string): void => {
    setChosen(true)
    change({ slug: text })
  }
  return (
    <Form
      fields={['name', 'slug', 'owner_id', 'metadata']}
      onSubmit={() => onSubmit({ name, slug, metadata }, owner)}
      draft={draft}
      refreshes={['organizations']}
      footer={footer}
    >
      <TextField
        name="name"
        label={w.name}
        value={name}
        onChange={(text) => change({ name: text })}
        hasFocus={!organization}
      />
      <TextField name="slug" label={w.slug} hint={w.slugHint} value={slug} onChange={choose} isCode />
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
        onChange={(known) => change({ metadata: (known ?? {}) as OrganizationDraft['metadata'] })}
        isOptional
      />
    </Form>
  )
}
