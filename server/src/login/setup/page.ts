import { Type } from 'typebox'
import { button, errorSummary, field, form, html, page } from '#/modules/branding/index.ts'
import { seeOther } from '#/platform/http/reply.ts'
import { route } from '#/platform/http/route.ts'
import { passwordSignIn } from '#/modules/sessions/index.ts'
import { explain } from '#/login/failure.ts'
import { signUpWording } from '#/login/sign-up.ts'
import type { Html } from '#/modules/branding/index.ts'
import type { Reply } from '#/platform/http/reply.ts'
import type { Services } from '#/platform/http/services.ts'
import type { Browser } from '#/modules/sessions/index.ts'
import type { Failure } from '#/login/failure.ts'

const Page = Type.String({ description: 'A page for the person' })

// A link opened by a mail scanner or a preview must not use it up: showing changes nothing.
const showSetup = route({
  method: 'GET',
  url: '/setup',
  auth: { kind: 'browser' },
  summary: 'Show the setup form',
  tag: 'pages',
  page: true,
  schema: {
    query: Type.Object({ token: Type.Optional(Type.String()) }),
    response: { 200: Page, 401: Page, 429: Page },
  },
  handler: async (visit, services) => {
    const token = visit.queryForm.get('token') ?? ''
    await services.firstBoot.assertTokenOpen(token, visit.address)
    return setupPage({ token, browser: services.sessions.browserOf(visit.cookies), services })
  },
})

const submitSetup = route({
  method: 'POST',
  url: '/setup',
  auth: { kind: 'browser' },
  summary: 'Set the server up',
  tag: 'pages',
  page: true,
  form: true,
  schema: {
    body: Type.Object({
      csrf_token: Type.Optional(Type.String()),
      token: Type.Optional(Type.String()),
      email: Type.Optional(Type.String()),
      password: Type.Optional(Type.String()),
    }),
    response: { 303: Type.Null(), 400: Page, 401: Page, 403: Page, 409: Page, 429: Page },
  },
  handler: async (visit, services) => {
    const { sessions, ownerSetup } = services
    const browser = sessions.browserOf(visit.cookies)
    sessions.verifyCsrf(visit, browser, visit.form.get('csrf_token'))
    const { token = '', email = '', password = '' } = visit.form.toRecord()
    try {
      const owner = await ownerSetup.create({ token, email, password, address: visit.address, requestId: visit.id })
      const { cookie } = await sessions.start(owner, passwordSignIn(visit))
      return seeOther('/').withCookie(cookie)
    } catch (error) {
      return setupPage({ token, email, browser, services, failure: explain(error, signUpWording) })
    }
  },
})

interface SetupPage {
  readonly token: string
  readonly email?: string
  readonly browser: Browser
  readonly services: Services
  readonly failure?: Failure
}

async function setupPage(it: SetupPage): Promise<Reply> {
  const { token, browser, services, failure } = it
  const settings = await services.settings.current()
  const reply = page({
    title: failure ? 'Error: Set up Mandate' : 'Set up Mandate',
    status: failure?.status ?? 200,
    headers: failure?.headers ?? {},
    body: html`<h1>Set up Mandate</h1>
      <p class="lede">You become the <strong>owner</strong> of this server. This link works once.</p>
      ${errorSummary(failure?.errors ?? {})}
      ${form({
        action: '/setup',
        csrfToken: services.sessions.csrfToken(browser),
        body: html`<input type="hidden" name="token" value="${token}" />
          ${fields(it, settings['password.min_length'])}
          <div class="actions">${button('Create the owner')}</div>`,
      })}`,
  })
  return browser.setCookie === undefined ? reply : reply.withCookie(browser.setCookie)
}

const fields = ({ email, failure }: SetupPage, shortest: number): Html =>
  html`${field({
    name: 'email',
    label: 'Your e-mail address',
    type: 'email',
    autocomplete: 'username',
    value: email,
    error: failure?.errors['email'],
    autofocus: !failure,
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

/** The pages of the setup link, to be listed under the area `pages`. */
export const setupPageRoutes = [showSetup, submitSetup]
