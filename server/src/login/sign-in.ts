import { Type } from 'typebox'
import { button, errorSummary, field, form, html, page } from '#/modules/branding/index.ts'
import { seeOther } from '#/platform/http/reply.ts'
import { route } from '#/platform/http/route.ts'
import { passwordSignIn } from '#/modules/sessions/index.ts'
import { explain, incomplete, tooManyAttempts } from './failure.ts'
import { providerButtons } from './providers.ts'
import { PASSKEY_SCRIPT, passkeyButton } from './passkey-button.ts'
import { goOn, purposeOf } from './visit.ts'
import type { Reply } from '#/platform/http/reply.ts'
import type { Services } from '#/platform/http/services.ts'
import type { Browser } from '#/modules/sessions/index.ts'
import type { Failure, Wording } from './failure.ts'
import type { Purpose } from './visit.ts'

const Page = Type.String({ description: 'A page for the person' })

/** What the sign-in pages take in their query. */
export const PurposeQuery = Type.Object({
  request: Type.Optional(Type.String({ description: 'The authorization request that waits for the sign-in' })),
  next: Type.Optional(Type.String({ description: 'A path of this server to go on to' })),
  prompt: Type.Optional(Type.String({ description: '`login` asks again who is signed in already' })),
})

const showLogin = route({
  method: 'GET',
  url: '/login',
  auth: { kind: 'browser' },
  summary: 'Show the sign-in form',
  tag: 'pages',
  page: true,
  schema: { query: PurposeQuery, response: { 200: Page, 303: Type.Null(), 403: Page, 410: Page } },
  handler: async (visit, services) => {
    const browser = services.sessions.browserOf(visit.cookies)
    const purpose = await purposeOf(visit, browser, services)
    // An application may ask for a new sign-in, or the person for another account; a mere visit has what it wants.
    const asksAnew = visit.queryForm.has('request') || visit.queryForm.get('prompt') === 'login'
    if (!asksAnew && (await services.sessions.authenticate(visit.cookies, visit))) {
      return seeOther(purpose.destination)
    }
    return loginPage({ purpose, browser, services, email: purpose.loginHint })
  },
})

const submitLogin = route({
  method: 'POST',
  url: '/login',
  auth: { kind: 'browser' },
  summary: 'Sign in',
  tag: 'pages',
  page: true,
  form: true,
  schema: {
    query: PurposeQuery,
    body: Type.Object({
      csrf_token: Type.Optional(Type.String()),
      email: Type.Optional(Type.String()),
      password: Type.Optional(Type.String()),
    }),
    response: { 303: Type.Null(), 400: Page, 403: Page, 410: Page, 429: Page },
  },
  handler: async (visit, services) => {
    const { sessions, passwords } = services
    const browser = sessions.browserOf(visit.cookies)
    sessions.verifyCsrf(visit, browser, visit.form.get('csrf_token'))
    const purpose = await purposeOf(visit, browser, services)
    const { email = '', password = '' } = visit.form.toRecord()
    const missing = { ...(email ? {} : { email: ASK_EMAIL }), ...(password ? {} : { password: ASK_PASSWORD }) }
    const refused = (failure: Failure) => loginPage({ purpose, browser, services, email, failure })
    if (Object.keys(missing).length > 0) return refused(incomplete(missing))
    try {
      const user = await passwords.check(email, password, visit.address, visit.id)
      return goOn(await sessions.start(user, passwordSignIn(visit)), purpose)
    } catch (error) {
      return refused(explain(error, wording))
    }
  },
})

const ASK_EMAIL = 'Enter your e-mail address.'
const ASK_PASSWORD = 'Enter your password.'

const wording: Wording = {
  invalid_credentials: { field: '', status: 400, text: () => 'The e-mail address or the password is wrong.' },
  password_too_long: { field: '', status: 400, text: () => 'The e-mail address or the password is wrong.' },
  user_disabled: {
    field: '',
    status: 403,
    text: () => 'This account has been disabled. Ask the people who run this service.',
  },
  rate_limited: { field: '', status: 429, text: tooManyAttempts },
}

interface LoginPage {
  readonly purpose: Purpose
  readonly browser: Browser
  readonly services: Services
  readonly email: string | undefined
  readonly failure?: Failure
}

async function loginPage({ purpose, browser, services, email, failure }: LoginPage): Promise<Reply> {
  const errors = failure?.errors ?? {}
  const reply = page({
    title: failure ? 'Error: Sign in' : 'Sign in',
    status: failure?.status ?? 200,
    headers: failure?.headers ?? {},
    formActions: purpose.formActions,
    script: PASSKEY_SCRIPT,
    body: html`<h1>Sign in</h1>
      ${purpose.clientName !== undefined && html`<p class="lede">to continue to <strong>${purpose.clientName}</strong></p>`}
      ${errorSummary(errors)}
      ${form({
        action: `/login${purpose.query}`,
        csrfToken: services.sessions.csrfToken(browser),
        body: html`${field({
            name: 'email',
            label: 'E-mail address',
            type: 'email',
            autocomplete: 'username webauthn',
            value: email,
            error: errors['email'],
            autofocus: !email,
          })}
          ${field({
            name: 'password',
            label: 'Password',
            type: 'password',
            autocomplete: 'current-password',
            error: errors['password'],
            autofocus: Boolean(email),
          })}
          <div class="actions">${button('Sign in')}</div>`,
      })}
      ${passkeyButton({ action: 'sign-in', label: 'Sign in with a passkey', next: purpose.destination })}
      ${await providerButtons(services, purpose)}
      <p class="fine">
        <a href="/magic${purpose.query}">E-mail me a link</a> ·
        <a href="/forgot${purpose.query}">Forgot your password?</a>
      </p>
      <p class="fine">New here? <a href="/signup${purpose.query}">Create an account</a></p>`,
  })
  return browser.setCookie === undefined ? reply : reply.withCookie(browser.setCookie)
}

export const signInRoutes = [showLogin, submitLogin]
