import { button, html } from '#/ui/index.ts'
import { securityWords } from './words/security.ts'
import type { Html } from '#/ui/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

/** What stands instead of setting up a factor, for somebody who has yet to prove the address they signed up with. */
export function confirmingFirst(page: PageContext, { user, session }: SessionPrincipal): Html | undefined {
  if (user.unprovenSince === null) return undefined
  const words = securityWords(page.locale)
  return html`<p>${words.confirmFirst}</p>
    ${page.form({
      action: '/account/verification',
      session,
      body: html`<div class="panel-actions">${button(words.sendLink)}</div>`,
    })}`
}
