import { button, field, html } from '#/ui/index.ts'
import { missingFields, withFormErrors, tooManyAttempts } from '#/pages/shared/form-errors.ts'
import { common } from '#/pages/shared/common-words.ts'
import { newPasswordWording } from '#/pages/sign-in/words/new-password.ts'
import { accountPage } from './frame.ts'
import { doneAt } from './notices.ts'
import { ownForm, ownPage } from './own-page.ts'
import { currentPassword, mustBeFresh, needsPassword } from './proof.ts'
import { passwordWords } from './words/security.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { Failure, ErrorMessages } from '#/pages/shared/form-errors.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

const url = '/account/password'

const showPassword = ownPage({
  name: 'pages.account.password.show',
  url,
  summary: 'Show the form that takes another password',
  open: (page, person) => mustBeFresh(page, person, url) ?? passwordPage(page, person),
})

const changePassword = ownForm({
  name: 'pages.account.password.submit',
  url,
  standsOn: url,
  fields: ['current_password', 'password'],
  summary: 'Choose another password',
  description: 'Every other session and every token of the person ends; this browser gets a new session.',
  answers: [200, 400, 429],
  open: (page, person) => mustBeFresh(page, person, url) ?? change(page, person),
})

function change(page: PageContext, person: SessionPrincipal): Reply | Promise<Reply> {
  const { services, locale, context } = page
  const { current_password: current, password = '' } = page.fields()
  const again = (failure: Failure) => passwordPage(page, person, failure)
  const missing = missingFields(page.fields(), {
    ...(needsPassword(person) ? { current_password: common(locale).enterPassword } : {}),
    password: common(locale).choosePassword,
  })
  if (missing) return again(missing)
  // First whether it is them, in words of its own: both checks call a password too long or wrong.
  return withFormErrors(currentWording(locale), again, async () => {
    const user = await services.freshProofs.requirePassword(person, current, context)
    return withFormErrors(newPasswordWording(locale), again, () => save(page, { ...person, user }, password))
  })
}

async function save(page: PageContext, { user, session, actor }: SessionPrincipal, password: string): Promise<Reply> {
  const { services, context } = page
  const changed = await services.passwordChanges.change(user, password, actor)
  const { cookie } = await services.signIn.goOn(changed, session.methods, context)
  return doneAt(page, '/account/security', 'password_changed').withCookie(cookie)
}

function currentWording(locale: Locale): ErrorMessages {
  const wrong = { field: 'current_password', status: 400, text: () => passwordWords(locale).wrong }
  return {
    invalid_credentials: wrong,
    password_too_long: wrong,
    rate_limited: { field: '', status: 429, text: tooManyAttempts(locale) },
  }
}

async function passwordPage(page: PageContext, person: SessionPrincipal, failure?: Failure): Promise<Reply> {
  const { 'password.min_length': shortest } = await page.services.settings.current()
  const words = passwordWords(page.locale)
  const asks = needsPassword(person)
  return accountPage(page, {
    title: asks ? words.change : words.choose,
    place: 'security',
    isStep: true,
    intro: words.intro,
    failure,
    body: html`<div class="panel">
      ${page.form({
        action: url,
        session: person.session,
        body: html`${
            asks &&
            currentPassword(person, { name: 'current_password', label: words.current, failure, autofocus: true })
          }
          ${field({
            name: 'password',
            label: words.label,
            type: 'password',
            autocomplete: 'new-password',
            hint: common(page.locale).passwordHint(shortest),
            error: failure?.errors['password'],
            minlength: shortest,
            autofocus: !asks,
          })}
          <div class="panel-actions">${button(words.save)}</div>`,
      })}
    </div>`,
  })
}

export const passwordRoutes = [showPassword, changePassword]
