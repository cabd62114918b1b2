import type { AdminUser } from '@mandate/sdk'
import { changeOf } from '#/ui/form/merge-patch.ts'
import type { Change } from '#/ui/form/merge-patch.ts'

/** What can be said of a person, as the form has it: by the names of the wire. */
export type UserDraft = Pick<AdminUser, 'email' | 'name' | 'email_verified' | 'tier' | 'system_role' | 'metadata'>

/** What the form shows at first: of nobody yet, that nothing is known. */
export const draftOf = (user?: AdminUser): UserDraft => ({
  email: user?.email ?? '',
  name: user?.name ?? '',
  email_verified: user?.email_verified ?? false,
  tier: user?.tier ?? '',
  system_role: user?.system_role ?? null,
  metadata: user?.metadata ?? {},
})

/** The draft with another address: what was proven was the former one, however it was spelled. */
export const withEmail = (draft: UserDraft, email: string, user?: AdminUser): UserDraft => ({
  ...draft,
  email,
  email_verified: user ? user.email_verified && isSameAddress(email, user.email) : draft.email_verified,
})

/** Whether two texts are one address, in other letters at most. */
export const isSameAddress = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/** What a form changed about a person, and what takes it back where that restores exactly what was. */
export function userChange(before: UserDraft, draft: UserDraft): Change<UserDraft> | undefined {
  const change = changeOf(before, draft)
  if (!change) return undefined
  // An address that is declared proven counts as one that its person proved: that nobody did so far is not written again.
  const back = !before.email_verified && draft.email_verified ? undefined : change.back
  if (change.patch.email === undefined) return { ...change, back }
  // The server takes another address for unproven unless it is told, so it is told in both directions.
  return {
    patch: { ...change.patch, email_verified: draft.email_verified },
    back: back && { ...back, email_verified: before.email_verified },
  }
}
