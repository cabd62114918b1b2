import { Type } from 'typebox'
import { button, buttonLink, errorSummary, field, form, html, page } from '#/modules/branding/index.ts'
import { route } from '#/platform/http/route.ts'
import { explain, incomplete } from './failure.ts'
import { forLink } from './dead-link.ts'
import { signUpWording } from './sign-up.ts'
import { greeting, purposeAfter } from './visit.ts'
import type { Reply } from '#/platform/http/reply.ts'
import type { Services } from '#/platform/http/services.ts'
import type { Browser } from '#/modules/sessions/index.ts'
import type { Failure } from './failure.ts'
import type { Purpose } from './visit.ts'

const AGAIN = { label: 'Ask for a new one', href: '/forgot' }
const Page = Type.String({ description: 'A page for the person' })

// Mail scanners and previews open links: looking uses nothing up.
const showReset = route({
  method: 'GET',
  url: '/reset',
  auth: { kind: 'browser' },
  summary: 'Show the form that takes a new password',
  tag: 'pages',
  page: true,
  schema: { query: Type.Object({ token: Type.Optional(Type.String()) }), response: { 200: Page, 400: Page } },
  handler: (visit, services) =>
    forLink(AGAIN, async () => {
      const browser = services.sessions.browserOf(visit.cookies)
      const token = visit.queryForm.get('token') ?? ''
      const { user } = await services.passwordRecovery.find(token, browser.id)
      return resetPage({ token, email: user.email, browser, services })
    }),
})

const submitReset = route({
  method: 'POST',
  url: '/reset',
  auth: { kind: 'browser' },
  summary: 'Choose a new password',
  tag: 'pages',
  page: true,
  form: true,
  schema: {
    body: Type.Object({
      csrf_token: Type.Optional(Type.String()),
      token: Type.Optional(Type.String()),
      password: Type.Optional(Type.String()),
    }),
    response: { 200: Page, 400: Page, 403: Page },
  },
  handler: (visit, services) =>
    forLink(AGAIN, async () => {
      const { sessions, passwordRecovery } = services
      const browser = sessions.browserOf(visit.cookies)
      sessions.verifyCsrf(visit, browser, visit.form.get('csrf_token'))
      const { token = '', password = '' } = visit.form.toRecord()
      const { user, query } = await passwordRecovery.find(token, browser.id)
      const refused = (failure: Failure) => resetPage({ token, email: user.email, browser, services, failure })
      if (password === '') return refused(incomplete({ password: 'Choose a password.' }))
      try {
        await passwordRecovery.reset({ token, password, address: visit.address, requestId: visit.id })
      } catch (error) {
        return refused(explain(error, signUpWording))
      }
      return donePage(await purposeAfter(query, browser, services))
    }),
})

interface ResetPage {
  readonly token: string
  readonly email: string
  readonly browser: Browser
  readonly services: Services
  readonly failure?: Failure
}

async function resetPage({ token, email, browser, services, failure }: ResetPage): Promise<Reply> {
  const { 'password.min_length': shortest } = await services.settings.current()
  const errors = failure?.errors ?? {}
  const reply = page({
    title: failure ? 'Error: Choose a new password' : 'Choose a new password',
    status: failure?.status ?? 200,
    headers: failure?.headers ?? {},
    body: html`<h1>Choose a new password</h1>
      <p class="lede">for <strong>${email}</strong>. Saving it signs you out everywhere.</p>
      ${errorSummary(errors)}
      ${form({
        action: '/reset',
        csrfToken: services.sessions.csrfToken(browser),
        body: html`<input type="hidden" name="token" value="${token}" />
          <input type="email" name="username" autocomplete="username" value="${email}" readonly hidden />
          ${field({
            name: 'password',
            label: 'New password',
            type: 'password',
            autocomplete: 'new-password',
            hint: `At least ${shortest} characters. A few words in a row make a good one.`,
            error: errors['password'],
            minlength: shortest,
            autofocus: true,
          })}
          <div class="actions">${button('Save the password')}</div>`,
      })}`,
  })
  return greeting(reply, browser)
}

const donePage = ({ query }: Purpose): Reply =>
  page({
    title: 'Password changed',
    body: html`<h1>Your password is changed</h1>
      <p class="lede">Everyone who was signed in to your account has been signed out.</p>
      <p class="actions">${buttonLink('Sign in', `/login${query}`, 'primary')}</p>`,
  })

export const resetRoutes = [showReset, submitReset]
