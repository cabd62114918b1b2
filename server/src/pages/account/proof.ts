import { field, html } from '#/ui/index.ts'
import { seeOther } from '#/platform/http/routing/reply.ts'
import type { Html } from '#/ui/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { Failure } from '#/pages/shared/form-errors.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

/** Whether a form asks for the password the person has. */
export const needsPassword = ({ user }: SessionPrincipal): boolean => user.passwordHash !== null

/**
 * Leads to the page that asks for a fresh proof, for those whose password proves too little or who have none: before
 * they fill anything in, not after.
 */
export function mustBeFresh(page: PageContext, person: SessionPrincipal, next: string): Reply | undefined {
  const isPasswordEnough = needsPassword(person) && !person.user.mfaEnabled
  if (isPasswordEnough || page.services.sessions.isFresh(person.session)) return undefined
  return seeOther(`/confirm?${new URLSearchParams({ next })}`)
}

interface CurrentPassword {
  readonly name: string
  readonly label: string
  readonly failure?: Failure | undefined
  readonly autofocus?: boolean
}

/** The field for it. The address stands beside it unseen, for password managers that look for whose password is meant. */
export const currentPassword = (
  { user }: SessionPrincipal,
  { failure, name, label, autofocus }: CurrentPassword,
): Html =>
  html`<input type="text" autocomplete="username" value="${user.email}" readonly hidden /> ${field({
      name,
      label,
      type: 'password',
      autocomplete: 'current-password',
      error: failure?.errors[name],
      autofocus: autofocus ?? false,
    })}`
