import { button, field, html } from '#/ui/index.ts'
import { missingFields, withFormErrors, tooManyAttempts } from '#/pages/shared/form-errors.ts'
import { common } from '#/pages/shared/common-words.ts'
import { draftOf, withDraft, withoutDraft } from './kept-form-input.ts'
import { accountPage } from './frame.ts'
import { doneAt } from './notices.ts'
import { ownForm, ownPage } from './own-page.ts'
import { currentPassword, mustBeFresh, needsPassword } from './proof.ts'
import { addressWords } from './words/profile.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { Failure, ErrorMessages } from '#/pages/shared/form-errors.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

const url = '/account/email'

const showAddress = ownPage({
  name: 'pages.account.email.show',
  url,
  summary: 'Show the form that takes another address',
  open: (page, person) => mustBeFresh(page, person, url) ?? addressPage(page, person, { email: draftOf(page, person) }),
})

const changeAddress = ownForm({
  name: 'pages.account.email.submit',
  url,
  standsOn: url,
  fields: ['email', 'password'],
  summary: 'Ask for another address',
  description: 'Mails a link to the new address; the change is made when it is used.',
  answers: [400, 409, 429],
  open: (page, person) => {
    const proving = mustBeFresh(page, person, url)
    return proving ? withDraft(page, person, proving, page.fields()['email'] ?? '') : request(page, person)
  },
})

function request(page: PageContext, person: SessionPrincipal): Reply | Promise<Reply> {
  const { services, locale, context } = page
  const { email = '', password } = page.fields()
  const asks = {
    email: common(locale).enterEmail,
    ...(needsPassword(person) ? { password: common(locale).enterPassword } : {}),
  }
  const again = (failure: Failure) => addressPage(page, person, { email, failure })
  const missing = missingFields(page.fields(), asks)
  if (missing) return again(missing)
  return withFormErrors(wording(locale), again, async () => {
    await services.freshProofs.requirePassword(person, password, context)
    await services.addressProofs.requestChange(person.user, email, person.actor)
    return withoutDraft(page, doneAt(page, '/account/profile', 'change_sent'))
  })
}

function wording(locale: Locale): ErrorMessages {
  const { same, wrongPassword } = addressWords(locale)
  return {
    invalid_email: { field: 'email', status: 400, text: () => common(locale).invalidEmail },
    email_unchanged: { field: 'email', status: 409, text: () => same },
    invalid_credentials: { field: 'password', status: 400, text: () => wrongPassword },
    password_too_long: { field: 'password', status: 400, text: () => wrongPassword },
    rate_limited: { field: '', status: 429, text: tooManyAttempts(locale) },
  }
}

interface Tried {
  readonly email?: string | undefined
  readonly failure?: Failure
}

function addressPage(page: PageContext, person: SessionPrincipal, { email, failure }: Tried = {}): Reply {
  const { title, intro, label, password, send } = addressWords(page.locale)
  return accountPage(page, {
    title,
    place: 'profile',
    isStep: true,
    intro: intro(person.user.email),
    failure,
    body: html`<div class="panel">
      ${page.form({
        action: url,
        session: person.session,
        body: html`${field({
            name: 'email',
            label,
            type: 'email',
            autocomplete: 'email',
            value: email,
            error: failure?.errors['email'],
            autofocus: true,
          })}
          ${needsPassword(person) && currentPassword(person, { label: password, name: 'password', failure })}
          <div class="panel-actions">${button(send)}</div>`,
      })}
    </div>`,
  })
}

export const addressRoutes = [showAddress, changeAddress]
