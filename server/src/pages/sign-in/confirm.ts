import { Type } from 'typebox'
import { button, buttonLink, field, html } from '#/ui/index.ts'
import { seeOther } from '#/platform/http/routing/reply.ts'
import { codeField, codeWording } from '#/pages/shared/code-field.ts'
import { missingFields, withFormErrors } from '#/pages/shared/form-errors.ts'
import { personalPage } from '#/pages/shared/form-page.ts'
import { PASSKEY_SCRIPT, passkeyButton } from '#/pages/shared/passkey-button.ts'
import { purposeOfQuery, PurposeQuery } from '#/pages/shared/sign-in-context.ts'
import { common } from '#/pages/shared/common-words.ts'
import { factorWords } from '#/pages/shared/factor-words.ts'
import type { Html } from '#/ui/index.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { SessionPrincipal, StartedSession } from '#/modules/sessions/index.ts'
import type { User } from '#/modules/users/index.ts'
import type { Failure, ErrorMessages } from '#/pages/shared/form-errors.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'
import type { SignInContext } from '#/pages/shared/sign-in-context.ts'

const { next, ui_locales } = PurposeQuery.properties

export const confirmRoutes = personalPage({
  name: 'pages.confirm',
  url: '/confirm',
  query: Type.Object({ next, ui_locales }),
  fields: ['password', 'code'],
  returnQuery: ({ queryForm }) => purposeOfQuery(queryForm).query,
  show: {
    summary: 'Ask whether it is still the person who signed in',
    description: 'The page to lead a person to after reauthentication_required.',
    answers: [200, 303, 403, 410],
    open: (page, person) => confirmPage(page, person),
  },
  submit: { summary: 'Prove that it is still oneself', answers: [303, 400, 403, 410, 429], open: submitConfirm },
})

async function submitConfirm(page: PageContext, person: SessionPrincipal): Promise<Reply> {
  const { purpose, locale } = page
  const again = (failure: Failure) => confirmPage(page, person, failure)
  const proof = proofOf(person.user)
  if (!proof) return again({ status: 400, errors: {}, headers: {} })
  const missing = missingFields(page.fields(), { [proof]: ask(proof, locale) })
  if (missing) return again(missing)
  return withFormErrors(wording(locale), again, async () => {
    const { cookie } = await prove(page, person, proof, page.fields()[proof] ?? '')
    return seeOther(purpose.destination).withCookie(cookie)
  })
}

type Proof = 'password' | 'code'

const ask = (proof: Proof, locale: Locale): string =>
  proof === 'code' ? factorWords(locale).code.ask : common(locale).enterPassword

/** What a form can ask of a person; nothing of one who signs in by mail, passkey or another service only. */
function proofOf({ mfaEnabled, passwordHash }: User): Proof | undefined {
  if (mfaEnabled) return 'code'
  return passwordHash === null ? undefined : 'password'
}

const prove = (
  { services: { reauthentication }, context }: PageContext,
  person: SessionPrincipal,
  proof: Proof,
  given: string,
): Promise<StartedSession> =>
  proof === 'code' ? reauthentication.byCode(person, given) : reauthentication.byPassword(person, given, context)

function wording(locale: Locale): ErrorMessages {
  const { wrongPassword } = factorWords(locale)
  return {
    ...codeWording(locale),
    invalid_credentials: { field: 'password', status: 400, text: () => wrongPassword },
    password_too_long: { field: 'password', status: 400, text: () => wrongPassword },
  }
}

async function confirmPage(page: PageContext, { user, session }: SessionPrincipal, failure?: Failure): Promise<Reply> {
  const { services, purpose, locale } = page
  const { confirmTitle, askAgain, usePasskey } = factorWords(locale)
  const offersPasskey = await services.passkeys.has(user.id)
  const csrfToken = services.sessions.csrfToken(session)
  const passkey = { action: 'confirm', label: usePasskey, next: purpose.destination, csrfToken, locale } as const
  const proof = proofOf(user)
  return page.show({
    title: confirmTitle,
    intro: html`${common(locale).signedInAs} <strong>${user.email}</strong>. ${askAgain}`,
    failure,
    allowsClientRedirect: true,
    script: offersPasskey ? PASSKEY_SCRIPT : undefined,
    body: html`${
      proof && page.form({ action: `/confirm${purpose.query}`, session, body: proofFields(page, user, proof, failure) })
    }
    ${offersPasskey && passkeyButton(passkey)} ${againLink(user, purpose, locale)}`,
  })
}

function proofFields({ locale }: PageContext, user: User, proof: Proof, failure: Failure | undefined): Html {
  const error = failure?.errors[proof]
  return html`${proof === 'code' ? codeField(false, locale, error) : passwordField(user, locale, error)}
    <div class="actions">${button(factorWords(locale).confirm)}</div>`
}

/** The address stands beside it unseen, for password managers that look for whose password is meant. */
const passwordField = ({ email }: User, locale: Locale, error: string | undefined): Html =>
  html`<input type="text" autocomplete="username" value="${email}" readonly hidden /> ${field({
      name: 'password',
      label: common(locale).password,
      type: 'password',
      autocomplete: 'current-password',
      error,
      autofocus: true,
    })}`

/** Whoever has just signed in has confirmed as well, by whatever way they have. */
function againLink(user: User, { query }: SignInContext, locale: Locale): Html {
  const { signInAgain, instead } = factorWords(locale)
  const parameters = new URLSearchParams(query)
  parameters.set('prompt', 'login')
  const address = `/login?${parameters}`
  return proofOf(user) === undefined
    ? html`<p class="actions">${buttonLink(signInAgain, address, 'primary')}</p>`
    : html`<p class="fine"><a href="${address}">${signInAgain}</a> ${instead}</p>`
}
