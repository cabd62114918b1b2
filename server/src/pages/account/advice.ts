import { html, notice } from '#/ui/index.ts'
import { smallButton, smallLink } from './fragments.ts'
import { overviewWords } from './words/overview.ts'
import type { Html } from '#/ui/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'
import type { AccountState } from './state.ts'

const FEW_CODES = 2

/** The one thing that would help this account most, or nothing: a list of warnings is read by nobody. */
export function adviceFor(
  page: PageContext,
  { user, session }: SessionPrincipal,
  state: AccountState,
): Html | undefined {
  const { advice } = overviewWords(page.locale)
  if (!user.emailVerified) {
    const send = page.form({ action: '/account/verification', session, body: smallButton(advice.confirmDo) })
    return notice(
      'warn',
      html`<p>${advice.confirm}</p>
        ${send}`,
    )
  }
  if (state.secondStep && state.codesLeft <= FEW_CODES) {
    return leading('warn', advice.codes, smallLink(advice.codesDo, '/account/second-step'))
  }
  if (!state.secondStep && state.passkeys.length === 0 && state.hasPassword) {
    return leading('info', advice.protect, smallLink(advice.protectDo, '/account/second-step'))
  }
  return undefined
}

const leading = (tone: 'info' | 'warn', text: string, action: Html): Html =>
  notice(
    tone,
    html`<p>${text}</p>
      <p>${action}</p>`,
  )
