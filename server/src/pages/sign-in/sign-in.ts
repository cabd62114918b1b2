import { Type } from 'typebox'
import { button, field, html } from '#/ui/index.ts'
import { acrValues, PASSWORD } from '#/modules/sessions/index.ts'
import { seeOther } from '#/platform/http/routing/reply.ts'
import { missingFields, withFormErrors, tooManyAttempts } from '#/pages/shared/form-errors.ts'
import { formPage } from '#/pages/shared/form-page.ts'
import { PASSKEY_SCRIPT, passkeyButton, waitsAt } from '#/pages/shared/passkey-button.ts'
import { lastUsed } from './last-used.ts'
import { cancelForm } from './cancel.ts'
import { providerButtons } from './providers.ts'
import { passwordPath, routeAsked, routeTyped } from './sso-choice.ts'
import { joinsHere } from './sso-join.ts'
import { goOn, PurposeQuery, toContinue, wayOf } from '#/pages/shared/sign-in-context.ts'
import { common } from '#/pages/shared/common-words.ts'
import type { Html } from '#/ui/index.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { Failure, ErrorMessages } from '#/pages/shared/form-errors.ts'
import type { SignInContext } from '#/pages/shared/sign-in-context.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'
import { words } from '#/ui/i18n/index.ts'

export const signInRoutes = formPage({
  name: 'pages.signIn',
  url: '/login',
  query: Type.Object({
    ...PurposeQuery.properties,
    with: Type.Optional(
      Type.String({ description: '`password` asks for one, also where the address leads elsewhere' }),
    ),
  }),
  fields: ['email', 'password'],
  show: { summary: 'Show the sign-in form', answers: [200, 303, 403, 410], open: showLogin },
  submit: { summary: 'Sign in', answers: [200, 303, 400, 403, 410, 429], open: submitLogin },
})

async function showLogin(page: PageContext): Promise<Reply> {
  const { request, purpose } = page
  // An application may ask for a new sign-in, or the person for another account; anyone else has what they want.
  const asksAnew = request.queryForm.has('request') || request.queryForm.get('prompt') === 'login'
  if (!asksAnew && (await page.person())) return seeOther(purpose.destination)
  return (await routeAsked(page)) ?? loginPage(page, purpose.loginHint)
}

async function submitLogin(page: PageContext): Promise<Reply> {
  const { context, services, purpose, locale } = page
  const { email = '', password = '' } = page.fields()
  const again = (failure: Failure) => loginPage(page, email, failure)
  const { enterEmail, enterPassword } = common(locale)
  const isAsked = await asksEmailFirst(page)
  const missing = missingFields(
    page.fields(),
    isAsked ? { email: enterEmail } : { email: enterEmail, password: enterPassword },
  )
  if (missing) return again(missing)
  const elsewhere = await routeTyped(page)
  if (elsewhere) return elsewhere
  if (page.fields()['password'] === undefined) return loginPage(page, email, undefined, 'password')
  return withFormErrors(wording(locale), again, async () => {
    const user = await services.passwords.check(email, password, context)
    const way = wayOf(purpose, 'login', password)
    const started = await services.signIn.complete(user, [PASSWORD], context, way)
    return (await goOn(started, purpose, services)).withCookie(services.sessions.rememberingCookie('password'))
  })
}

function wording(locale: Locale): ErrorMessages {
  const { wrongCredentials, disabled } = common(locale)
  return {
    invalid_credentials: { field: '', status: 400, text: () => wrongCredentials },
    password_too_long: { field: '', status: 400, text: () => wrongCredentials },
    user_disabled: { field: '', status: 403, text: () => disabled },
    rate_limited: { field: '', status: 429, text: tooManyAttempts(locale) },
  }
}

/** Whether the address is asked for alone, because it may lead to where the person works. */
async function asksEmailFirst({ services, request, purpose }: PageContext): Promise<boolean> {
  if (request.queryForm.has('with') || joinsHere(purpose)) return false
  return services.ssoRouting.leadsAnywhere()
}

/** Asks for the address alone, or for the password too. */
type Step = 'email' | 'password'

/** Asks who somebody is. */
export async function loginPage(
  page: PageContext,
  email: string | undefined,
  failure?: Failure,
  asked?: Step,
): Promise<Reply> {
  const { purpose, locale } = page
  const { signIn, continue: goOnLabel } = common(locale)
  const isEmailFirst = await asksEmailFirst(page)
  const isEmailOnly = isEmailFirst && asked !== 'password'
  const keepsPassword = page.request.queryForm.has('with') || (isEmailFirst && !isEmailOnly)
  const { byPasskey, byMail, forgot, isNew, signUp } = signInWords(locale)
  const { query, destination: next } = purpose
  const hasSignUp = await page.services.signUpRules.areOpen()
  return page.show({
    worded: 'sign_in',
    intro: introOf(purpose, locale),
    failure,
    allowsClientRedirect: true,
    script: PASSKEY_SCRIPT,
    body: html`${page.form({
        action: keepsPassword ? passwordPath(page) : `/login${query}`,
        body: html`${emailField(locale, email, failure)} ${!isEmailOnly && passwordField(locale, email, failure)}
          <div class="actions">${button(html`${isEmailOnly ? goOnLabel : signIn}${lastUsed(page, 'password')}`)}</div>`,
      })}
      ${passkeyButton({ action: 'sign-in', label: html`${byPasskey}${lastUsed(page, 'passkey')}`, next, waits: waitsAt(purpose), locale })}
      ${await providerButtons(page)}
      <p class="fine">
        <a href="/magic${query}">${byMail}</a>${lastUsed(page, 'link')} · <a href="/forgot${query}">${forgot}</a>
      </p>
      ${hasSignUp && html`<p class="fine">${isNew} <a href="/signup${query}">${signUp}</a></p>`} ${cancelForm(page)}`,
  })
}

/** Whom the sign-in is for, and what is asked of it beyond a password. */
function introOf(purpose: SignInContext, locale: Locale): Html | undefined {
  const wanted = purpose.waiting?.request.asked.acr?.values ?? []
  const { wantsPasskey, wantsTwoFactors } = signInWords(locale)
  const weakest = acrValues.find((acr) => wanted.includes(acr))
  const wants = { phr: wantsPasskey, 'urn:mandate:acr:2fa': wantsTwoFactors, 'urn:mandate:acr:1fa': undefined }
  const more = weakest && wants[weakest]
  return more === undefined ? toContinue(purpose, locale) : html`${toContinue(purpose, locale)}. ${more}`
}

const emailField = (locale: Locale, email: string | undefined, failure: Failure | undefined): Html =>
  field({
    name: 'email',
    label: common(locale).email,
    type: 'email',
    autocomplete: 'username webauthn',
    value: email,
    error: failure?.errors['email'],
    autofocus: !email,
  })

const passwordField = (locale: Locale, email: string | undefined, failure: Failure | undefined): Html =>
  field({
    name: 'password',
    label: common(locale).password,
    type: 'password',
    autocomplete: 'current-password',
    error: failure?.errors['password'],
    autofocus: Boolean(email),
  })

/** What the sign-in page says. */
const signInWords = words({
  en: {
    byPasskey: 'Sign in with a passkey',
    byMail: 'E-mail me a link',
    forgot: 'Forgot your password?',
    isNew: 'New here?',
    wantsPasskey: 'It asks you to sign in with a passkey.',
    wantsTwoFactors: 'It asks for two factors: a passkey, or a password and a code.',
    signUp: 'Create an account',
  },
  es: {
    byPasskey: 'Entrar con una llave de acceso',
    byMail: 'Envíame un enlace por correo',
    forgot: '¿Has olvidado la contraseña?',
    isNew: '¿Es tu primera vez aquí?',
    wantsPasskey: 'Te pide entrar con una llave de acceso.',
    wantsTwoFactors: 'Te pide dos factores: una llave de acceso, o una contraseña y un código.',
    signUp: 'Crear una cuenta',
  },
})
