import { builtInTitle, button, buttonLink, field, html } from '#/ui/index.ts'
import { PASSWORD } from '#/modules/sessions/index.ts'
import { seeOther } from '#/platform/http/routing/reply.ts'
import { missingFields, withFormErrors } from '#/pages/shared/form-errors.ts'
import { formPage } from '#/pages/shared/form-page.ts'
import { cancelForm } from './cancel.ts'
import { providerButtons } from './providers.ts'
import { goOn, PurposeQuery, toContinue, wayOf } from '#/pages/shared/sign-in-context.ts'
import { common } from '#/pages/shared/common-words.ts'
import { newPasswordWording } from './words/new-password.ts'
import type { Html } from '#/ui/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { Failure } from '#/pages/shared/form-errors.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'
import { words } from '#/ui/i18n/index.ts'

export const signUpRoutes = formPage({
  name: 'pages.signUp',
  url: '/signup',
  query: PurposeQuery,
  fields: ['email', 'name', 'password'],
  show: { summary: 'Show the sign-up form', answers: [200, 303, 403, 410], open: showSignup },
  submit: { summary: 'Sign up', answers: [303, 400, 403, 409, 410, 429], open: submitSignup },
})

async function showSignup(page: PageContext): Promise<Reply> {
  const { request, purpose } = page
  if (!request.queryForm.has('request') && (await page.person())) return seeOther(purpose.destination)
  return signupPage(page, { email: purpose.loginHint })
}

async function submitSignup(page: PageContext): Promise<Reply> {
  const { context, services, purpose, locale } = page
  const { email = '', password = '', name } = page.fields()
  const again = (failure: Failure) => signupPage(page, { email, name, failure })
  const { enterEmail, choosePassword } = common(locale)
  const missing = missingFields(page.fields(), { email: enterEmail, password: choosePassword })
  if (missing) return again(missing)
  return withFormErrors(newPasswordWording(locale), again, async () => {
    const asker = { browserId: page.browser.id, query: purpose.query }
    const clientId = purpose.waiting?.request.clientId
    const user = await services.signUps.create({ email, password, name, clientId }, context, asker)
    const way = wayOf(purpose, 'signup', password)
    const started = await services.signIn.complete(user, [PASSWORD], context, way)
    return (await goOn(started, purpose, services)).withCookie(services.sessions.rememberingCookie('password'))
  })
}

/** What stands here where nobody signs up. */
function closedPage(page: PageContext): Reply {
  return page.show({
    title: builtInTitle('sign_up', page.locale),
    intro: signUpWords(page.locale).closed,
    status: 403,
    body: html`<p class="actions">
      ${buttonLink(common(page.locale).signIn, `/login${page.purpose.query}`, 'primary')}
    </p>`,
  })
}

interface Typed {
  readonly email: string | undefined
  readonly name?: string | undefined
  readonly failure?: Failure
}

/** Asks for what an account needs. */
export async function signupPage(page: PageContext, typed: Typed): Promise<Reply> {
  if (!(await page.services.signUpRules.areOpen())) return closedPage(page)
  const { purpose, locale } = page
  const { create, hasAccount } = signUpWords(locale)
  return page.show({
    worded: 'sign_up',
    intro: toContinue(purpose, locale),
    failure: typed.failure,
    allowsClientRedirect: true,
    body: html`${page.form({
        action: `/signup${purpose.query}`,
        body: html`${await fields(page, typed)}
          <div class="actions">${button(create)}</div>`,
      })}
      ${await providerButtons(page)}
      <p class="fine">${hasAccount} <a href="/login${purpose.query}">${common(locale).signIn}</a></p>
      ${cancelForm(page)}`,
  })
}

async function fields({ locale, services }: PageContext, { email, name, failure }: Typed): Promise<Html> {
  const texts = common(locale)
  const shortest = (await services.settings.current())['password.min_length']
  const focused = ['email', 'name', 'password'].find((each) => failure?.errors[each]) ?? 'email'
  return html`${field({
    name: 'email',
    label: texts.email,
    type: 'email',
    autocomplete: 'username',
    value: email,
    error: failure?.errors['email'],
    autofocus: focused === 'email',
  })}
  ${field({
    name: 'name',
    label: texts.name,
    autocomplete: 'name',
    value: name,
    error: failure?.errors['name'],
    autofocus: focused === 'name',
    optional: texts.optional,
  })}
  ${field({
    name: 'password',
    label: texts.password,
    type: 'password',
    autocomplete: 'new-password',
    hint: texts.passwordHint(shortest),
    error: failure?.errors['password'],
    autofocus: focused === 'password',
    minlength: shortest,
  })}`
}

/** What the sign-up page says. */
const signUpWords = words({
  en: {
    create: 'Create account',
    hasAccount: 'You have an account?',
    closed: 'Nobody can create an account here. Ask the people who run this service for one.',
  },
  es: {
    create: 'Crear cuenta',
    hasAccount: '¿Ya tienes cuenta?',
    closed: 'Aquí nadie puede crear una cuenta. Pídesela a quienes gestionan este servicio.',
  },
})
