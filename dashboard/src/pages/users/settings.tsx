import type { ReactNode } from 'react'
import type { AdminUser } from '@mandate/sdk'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { confirm } from '#/ui/dialogs.ts'
import { Card } from '#/ui/layout.tsx'
import { useDraft } from '#/ui/form/draft.ts'
import { useSaveChange } from '#/ui/form/save-change.ts'
import { submitFooter } from '#/ui/form/submit-footer.tsx'
import { draftOf, isSameAddress, userChange } from './draft.ts'
import type { UserDraft } from './draft.ts'
import { UserForm } from './form.tsx'
import { userFormWords } from './form-words.ts'
import { userWords } from './words.ts'

/** Changes what is known of a person. How they sign in, and what they run, is asked about first. */
export default function UserSettings({ user }: { readonly user: AdminUser }): ReactNode {
  const w = { ...useWords(userWords), ...useWords(userFormWords) }
  const saveChange = useSaveChange(['users', 'me'], w.done.saved)
  const draft = useDraft(draftOf(user))
  const save = async (): Promise<void> => {
    const change = userChange(draft.before, draft.value)
    const { email, system_role: role } = change?.patch ?? {}
    const isMoved = email !== undefined && !isSameAddress(email, user.email)
    const says = [
      isMoved && w.emailBody(email),
      isMoved && user.email_verified && !draft.value.email_verified && w.emailUnproven,
      role !== undefined && w.roleBody(role === null ? w.noRole : w.roles[role]),
      role !== undefined && user.system_role !== null && w.keysBody,
    ].filter((text) => text !== false)
    const titleOf = role === undefined ? w.emailTitle : isMoved ? w.bothTitle : w.roleTitle
    const ask = { title: titleOf(user.name || user.email), action: w.change, isDangerous: true }
    if (says.length > 0 && !(await confirm({ ...ask, body: says.join(' ') }))) return
    await saveChange(change, (patch) => write(user.id, patch))
  }
  return (
    <Card>
      <UserForm user={user} draft={draft} onSubmit={save} footer={submitFooter(w.saveChanges)} />
    </Card>
  )
}

/** The tier has a route of its own. It comes last: what else may be refused is refused before anything was changed. */
async function write(id: string, { tier, ...patch }: Partial<UserDraft>): Promise<void> {
  if (Object.keys(patch).length > 0) await mandate.users.update(id, patch)
  if (tier !== undefined) await mandate.users.setTier(id, { tier })
}
