import type { ReactNode } from 'react'
import type { Organization } from '@mandate/sdk'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { useDraft } from '#/ui/form/draft.ts'
import { changeOf } from '#/ui/form/merge-patch.ts'
import { useSaveChange } from '#/ui/form/save-change.ts'
import { submitFooter } from '#/ui/form/submit-footer.tsx'
import { Card } from '#/ui/layout.tsx'
import { OrganizationForm } from './form.tsx'
import type { OrganizationDraft } from './form.tsx'
import { organizationWords } from './words.ts'

/** Changes what an organization is called, and what is known of it. */
export default function OrganizationSettings({ organization }: { readonly organization: Organization }): ReactNode {
  const { id, name, slug, metadata } = organization
  const w = useWords(organizationWords)
  const saveChange = useSaveChange(['organizations'], w.saved)
  const draft = useDraft<OrganizationDraft>({ name, slug, metadata })
  const save = (said: OrganizationDraft): Promise<void> =>
    saveChange(changeOf(draft.before, said), (patch) => mandate.organizations.update(id, patch))
  return (
    <Card>
      <OrganizationForm
        organization={organization}
        draft={draft}
        onSubmit={save}
        footer={submitFooter(w.saveChanges)}
      />
    </Card>
  )
}
