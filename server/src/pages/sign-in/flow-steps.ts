import { button, field, html, notice } from '#/ui/index.ts'
import { FLOW_PAGE } from '#/modules/sessions/index.ts'
import { common } from '#/pages/shared/common-words.ts'
import { toContinue } from '#/pages/shared/sign-in-context.ts'
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
  const { confirmTitle, confirmIntro, confirmedIntro, sendLink, sent, confirmed } = flowWords(page.locale)
  const { email, emailVerified } = person.user
  if (emailVerified) return ownPage(page, person, confirmTitle, confirmedIntro(email), goOnButton(page))
  return page.show({
    title: confirmTitle,
    intro: confirmIntro(email),
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
  const { email } = person.user
  const intro = toContinue(page.purpose, page.locale)
  return ownPage(
    page,
    person,
    continueTitle,
    html`${continueIntro(email)} ${intro && html`(${intro})`}`,
    goOnButton(page),
  )
}

const goOnButton = ({ locale }: PageContext): Html =>
  html`<div class="actions">${button(common(locale).continue)}</div>`

const ownPage = (page: PageContext, person: SessionPrincipal, title: string, intro: Html, body: Html): Reply =>
  page.show({
    title,
    intro,
    allowsClientRedirect: true,
    body: html`${formOf(page, person, body)} ${cancelForm(page)}`,
  })

const formOf = (page: PageContext, { session }: SessionPrincipal, body: Html): Html =>
  page.form({ action: `${FLOW_PAGE}${page.purpose.query}`, session, body })
