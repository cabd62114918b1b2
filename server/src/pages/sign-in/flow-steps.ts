import { button, field, html, notice } from '#/ui/index.ts'
import { FLOW_PAGE } from '#/modules/sessions/index.ts'
import { common } from '#/pages/shared/common-words.ts'
import { cancelForm } from './cancel.ts'
import { flowWords } from './words/flow.ts'
import type { Html } from '#/ui/index.ts'
import type { FlowWait, SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { Failure } from '#/pages/shared/form-errors.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

/** A wait for a stronger password. */
export type PasswordWait = Extract<FlowWait, { type: 'password_change' }>

interface Confirming {
  readonly failure?: Failure
  /** Whether the link has just been mailed. */
  readonly isMailed?: boolean
}

/** Asks for the link in the mail, which may be opened in any browser. */
export function confirmPage(
  page: PageContext,
  person: SessionPrincipal,
  { failure, isMailed }: Confirming = {},
): Reply {
  const { confirmTitle, confirmIntro, sendLink, sent, confirmed } = flowWords(page.locale)
  return page.show({
    title: confirmTitle,
    intro: confirmIntro(person.user.email),
    failure,
    allowsClientRedirect: true,
    body: html`${isMailed && notice('info', sent)}
    ${formOf(
      page,
      person,
      html`<div class="actions">
        ${button(sendLink, { kind: 'plain', name: 'decision', value: 'mail' })}${button(confirmed)}
      </div>`,
    )}
    ${cancelForm(page)}`,
  })
}

/** Asks for a password that is as strong as the flow wants it. */
export function passwordPage(
  page: PageContext,
  person: SessionPrincipal,
  { minLength, reason }: PasswordWait,
  failure?: Failure,
): Reply {
  const { passwordTitle, passwordIntro, passwordLabel, savePassword } = flowWords(page.locale)
  return page.show({
    title: passwordTitle,
    intro: passwordIntro,
    failure,
    allowsClientRedirect: true,
    body: html`${!failure && reason !== null && notice('info', reason)}
    ${formOf(
      page,
      person,
      html`<input type="email" name="username" autocomplete="username" value="${person.user.email}" readonly hidden />
        ${field({
          name: 'password',
          label: passwordLabel,
          type: 'password',
          autocomplete: 'new-password',
          hint: common(page.locale).passwordHint(minLength),
          error: failure?.errors['password'],
          minlength: minLength,
          autofocus: true,
        })}
        <div class="actions">${button(savePassword)}</div>`,
    )}
    ${cancelForm(page)}`,
  })
}

/** What stands where nothing is left to do but to go on. */
export function continuePage(page: PageContext, person: SessionPrincipal): Reply {
  const { continueTitle, continueIntro } = flowWords(page.locale)
  return page.show({
    title: continueTitle,
    intro: continueIntro(person.user.email, page.purpose.clientName),
    allowsClientRedirect: true,
    body: html`${formOf(page, person, html`<div class="actions">${button(common(page.locale).continue)}</div>`)}
    ${cancelForm(page)}`,
  })
}

const formOf = (page: PageContext, { session }: SessionPrincipal, body: Html): Html =>
  page.form({ action: `${FLOW_PAGE}${page.purpose.query}`, session, body })
