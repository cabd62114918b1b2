import type { ReactNode } from 'react'
import type { AdminUser } from '@mandate/sdk'
import { useDone } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { confirm } from '#/ui/dialogs.ts'
import { Card } from '#/ui/layout.tsx'
import { toast } from '#/ui/toasts.ts'
import { submitFooter } from '#/ui/form/submit-footer.tsx'
import { isSameAddress, userChange } from './draft.ts'
import type { UserDraft } from './draft.ts'
import { UserForm } from './form.tsx'
import { userFormWords } from './form-words.ts'
import { userWords } from './words.ts'

/** Changes what is known of a person. How they sign in, and what they run, is asked about first. */
export default function UserSettings({ user }: { readonly user: AdminUser }): ReactNode {
  const w = { ...useWords(userWords), ...useWords(userFormWords) }
  const sayDone = useDone(['users', 'me'])
  const save = async (draft: UserDraft): Promise<void> => {
    const change = userChange(user, draft)
    if (!change) return toast(w.unchanged)
    const { patch, back } = change
    const { email, system_role: role } = patch
    const isMoved = email !== undefined && !isSameAddress(email, user.email)
    const says = [
      isMoved && w.emailBody(email),
      isMoved && user.email_verified && !draft.email_verified && w.emailUnproven,
      role !== undefined && w.roleBody(role === null ? w.noRole : w.roles[role]),
      role !== undefined && user.system_role !== null && w.keysBody,
    ].filter((text) => text !== false)
    const titleOf = role === undefined ? w.emailTitle : isMoved ? w.bothTitle : w.roleTitle
    const ask = { title: titleOf(user.name || user.email), action: w.change, isDangerous: true }
    if (says.length > 0 && !(await confirm({ ...ask, body: says.join(' ') }))) return
    await write(user.id, patch)
    sayDone(w.done.saved, back && (() => write(user.id, back)))
  }
  return (
    <Card>
      <UserForm user={user} onSubmit={save} footer={submitFooter(w.saveChanges)} />
    </Card>
  )
}

/** The tier has a route of its own. It comes last: what else may be refused is refused before anything was changed. */
async function write(id: string, { tier, ...patch }: Partial<UserDraft>): Promise<void> {
  if (Object.keys(patch).length > 0) await mandate.users.update(id, patch)
  if (tier !== undefined) await mandate.users.setTier(id, { tier })
}
