import type { ReactNode } from 'react'
import type { Organization } from '@mandate/sdk'
import { useDone } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { changeOf } from '#/ui/form/merge-patch.ts'
import { submitFooter } from '#/ui/form/submit-footer.tsx'
import { Card } from '#/ui/layout.tsx'
import { toast } from '#/ui/toasts.ts'
import { OrganizationForm } from './form.tsx'
import type { OrganizationDraft } from './form.tsx'
import { organizationWords } from './words.ts'

/** Changes what an organization is called, and what is known of it. */
export default function OrganizationSettings({ organization }: { readonly organization: Organization }): ReactNode {
  const { id, name, slug, metadata } = organization
  const w = useWords(organizationWords)
  const sayDone = useDone(['organizations'])
  const save = async (draft: OrganizationDraft): Promise<void> => {
    const change = changeOf({ name, slug, metadata }, draft)
    if (!change) return toast(w.unchanged)
    const { patch, back } = change
    await mandate.organizations.update(id, patch)
    sayDone(w.saved, back && (() => mandate.organizations.update(id, back)))
  }
  return (
    <Card>
      <OrganizationForm organization={organization} onSubmit={save} footer={submitFooter(w.saveChanges)} />
    </Card>
  )
}
