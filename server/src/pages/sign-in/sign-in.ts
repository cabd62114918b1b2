import { button, field, html } from '#/ui/index.ts'
import { acrValues, PASSWORD } from '#/modules/sessions/index.ts'
import { seeOther } from '#/platform/http/routing/reply.ts'
import { missingFields, withFormErrors, tooManyAttempts } from '#/pages/shared/form-errors.ts'
import { formPage } from '#/pages/shared/form-page.ts'
import { PASSKEY_SCRIPT, passkeyButton, waitsAt } from '#/pages/shared/passkey-button.ts'
import { cancelForm } from './cancel.ts'
import { providerButtons } from './providers.ts'
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
  query: PurposeQuery,
  fields: ['email', 'password'],
  show: { summary: 'Show the sign-in form', answers: [200, 303, 403, 410], open: showLogin },
  submit: { summary: 'Sign in', answers: [303, 400, 403, 410, 429], open: submitLogin },
})

async function showLogin(page: PageContext): Promise<Reply> {
  const { request, purpose } = page
  // An application may ask for a new sign-in, or the person for another account; anyone else has what they want.
  const asksAnew = request.queryForm.has('request') || request.queryForm.get('prompt') === 'login'
  if (!asksAnew && (await page.person())) return seeOther(purpose.destination)
  return loginPage(page, purpose.loginHint)
}

async function submitLogin(page: PageContext): Promise<Reply> {
  const { context, services, purpose, locale } = page
  const { email = '', password = '' } = page.fields()
  const again = (failure: Failure) => loginPage(page, email, failure)
  const { enterEmail, enterPassword } = common(locale)
  const missing = missingFields(page.fields(), { email: enterEmail, password: enterPassword })
  if (missing) return again(missing)
  return withFormErrors(wording(locale), again, async () => {
    const user = await services.passwords.check(email, password, context)
    const way = wayOf(purpose, 'login', password)
    return goOn(await services.signIn.complete(user, [PASSWORD], context, way), purpose)
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

async function loginPage(page: PageContext, email: string | undefined, failure?: Failure): Promise<Reply> {
  const { purpose, locale } = page
  const { signIn } = common(locale)
  const { byPasskey, byMail, forgot, isNew, signUp } = signInWords(locale)
  const { query, destination: next } = purpose
  const hasSignUp = await page.services.signUpRules.areOpen()
  return page.show({
    title: signIn,
    intro: introOf(purpose, locale),
    failure,
    allowsClientRedirect: true,
    script: PASSKEY_SCRIPT,
    body: html`${page.form({
        action: `/login${query}`,
        body: html`${fields(locale, email, failure)}
          <div class="actions">${button(signIn)}</div>`,
      })}
      ${passkeyButton({ action: 'sign-in', label: byPasskey, next, waits: waitsAt(purpose), locale })}
      ${await providerButtons(page)}
      <p class="fine"><a href="/magic${query}">${byMail}</a> · <a href="/forgot${query}">${forgot}</a></p>
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

function fields(locale: Locale, email: string | undefined, failure: Failure | undefined): Html {
  const texts = common(locale)
  return html`${field({
    name: 'email',
    label: texts.email,
    type: 'email',
    autocomplete: 'username webauthn',
    value: email,
    error: failure?.errors['email'],
    autofocus: !email,
  })}
  ${field({
    name: 'password',
    label: texts.password,
    type: 'password',
    autocomplete: 'current-password',
    error: failure?.errors['password'],
    autofocus: Boolean(email),
  })}`
}

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
