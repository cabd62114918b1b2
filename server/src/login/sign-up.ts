import { Type } from 'typebox'
import { button, errorSummary, field, form, html, page } from '#/modules/branding/index.ts'
import { seeOther } from '#/platform/http/reply.ts'
import { route } from '#/platform/http/route.ts'
import { passwordSignIn } from '#/modules/sessions/index.ts'
import { explain, incomplete, tooManyAttempts } from './failure.ts'
import { providerButtons } from './providers.ts'
import { PurposeQuery } from './sign-in.ts'
import { purposeOf } from './visit.ts'
import type { Html } from '#/modules/branding/index.ts'
import type { Reply } from '#/platform/http/reply.ts'
import type { Services } from '#/platform/http/services.ts'
import type { Browser } from '#/modules/sessions/index.ts'
import type { Failure, Wording } from './failure.ts'
import type { Purpose } from './visit.ts'

const Page = Type.String({ description: 'A page for the person' })

const showSignup = route({
  method: 'GET',
  url: '/signup',
  auth: { kind: 'browser' },
  summary: 'Show the sign-up form',
  tag: 'pages',
  page: true,
  schema: { query: PurposeQuery, response: { 200: Page, 303: Type.Null(), 403: Page, 410: Page } },
  handler: async (visit, services) => {
    const browser = services.sessions.browserOf(visit.cookies)
    const purpose = await purposeOf(visit, browser, services)
    if (!visit.queryForm.has('request') && (await services.sessions.authenticate(visit.cookies, visit))) {
      return seeOther(purpose.destination)
    }
    return signupPage({ purpose, browser, services, email: purpose.loginHint })
  },
})

const submitSignup = route({
  method: 'POST',
  url: '/signup',
  auth: { kind: 'browser' },
  summary: 'Sign up',
  tag: 'pages',
  page: true,
  form: true,
  schema: {
    query: PurposeQuery,
    body: Type.Object({
      csrf_token: Type.Optional(Type.String()),
      email: Type.Optional(Type.String()),
      name: Type.Optional(Type.String()),
      password: Type.Optional(Type.String()),
    }),
    response: { 303: Type.Null(), 400: Page, 403: Page, 409: Page, 410: Page, 429: Page },
  },
  handler: async (visit, services) => {
    const { sessions, signUps } = services
    const browser = sessions.browserOf(visit.cookies)
    sessions.verifyCsrf(visit, browser, visit.form.get('csrf_token'))
    const purpose = await purposeOf(visit, browser, services)
    const { email = '', password = '', name } = visit.form.toRecord()
    const missing = { ...(email ? {} : { email: ASK_EMAIL }), ...(password ? {} : { password: ASK_PASSWORD }) }
    const refused = (failure: Failure) => signupPage({ purpose, browser, services, email, name, failure })
    if (Object.keys(missing).length > 0) return refused(incomplete(missing))
    try {
      const user = await signUps.create({ email, password, name, address: visit.address, requestId: visit.id })
      const { cookie } = await sessions.start(user, passwordSignIn(visit))
      return seeOther(purpose.destination).withCookie(cookie)
    } catch (error) {
      return refused(explain(error, signUpWording))
    }
  },
})

const ASK_EMAIL = 'Enter your e-mail address.'
const ASK_PASSWORD = 'Choose a password.'

/** What is wrong with a sign-up, in the words of a form. */
export const signUpWording: Wording = {
  invalid_email: { field: 'email', status: 400, text: () => 'Enter an e-mail address such as maya@example.com.' },
  email_taken: { field: 'email', status: 409, text: () => 'There is an account with this address. Sign in instead.' },
  invalid_name: { field: 'name', status: 400, text: () => 'Enter a name of at most 200 visible characters.' },
  password_too_short: { field: 'password', status: 400, text: ({ message }) => message },
  password_too_long: { field: 'password', status: 400, text: () => 'Choose a password of at most 1024 characters.' },
  password_too_common: {
    field: 'password',
    status: 400,
    text: () => 'This password is easy to guess. Choose another one, such as a few words in a row.',
  },
  rate_limited: { field: '', status: 429, text: tooManyAttempts },
}

interface SignupPage {
  readonly purpose: Purpose
  readonly browser: Browser
  readonly services: Services
  readonly email: string | undefined
  readonly name?: string | undefined
  readonly failure?: Failure
}

async function signupPage(it: SignupPage): Promise<Reply> {
  const { purpose, browser, services, failure } = it
  const settings = await services.settings.current()
  const reply = page({
    title: failure ? 'Error: Create an account' : 'Create an account',
    status: failure?.status ?? 200,
    headers: failure?.headers ?? {},
    formActions: purpose.formActions,
    body: html`<h1>Create an account</h1>
      ${purpose.clientName !== undefined && html`<p class="lede">to continue to <strong>${purpose.clientName}</strong></p>`}
      ${errorSummary(failure?.errors ?? {})}
      ${form({
        action: `/signup${purpose.query}`,
        csrfToken: services.sessions.csrfToken(browser),
        body: html`${fields(it, settings['password.min_length'])}
          <div class="actions">${button('Create account')}</div>`,
      })}
      ${await providerButtons(services, purpose)}
      <p class="fine">You have an account? <a href="/login${purpose.query}">Sign in</a></p>`,
  })
  return browser.setCookie === undefined ? reply : reply.withCookie(browser.setCookie)
}

const fields = ({ email, name, failure }: SignupPage, shortest: number): Html =>
  html`${field({
    name: 'email',
    label: 'E-mail address',
    type: 'email',
    autocomplete: 'username',
    value: email,
    error: failure?.errors['email'],
    autofocus: !failure,
  })}
  ${field({
    name: 'name',
    label: 'Name',
    autocomplete: 'name',
    value: name,
    error: failure?.errors['name'],
    optional: 'optional',
  })}
  ${field({
    name: 'password',
    label: 'Password',
    type: 'password',
    autocomplete: 'new-password',
    hint: `At least ${shortest} characters. A few words in a row make a good one.`,
    error: failure?.errors['password'],
    minlength: shortest,
  })}`

export const signUpRoutes = [showSignup, submitSignup]
