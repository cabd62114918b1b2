import { Type } from 'typebox'
import { button, errorSummary, field, form, html, page } from '#/modules/branding/index.ts'
import { route } from '#/platform/http/route.ts'
import { purposes } from '#/modules/recovery/index.ts'
import { explain, incomplete } from './failure.ts'
import { ASK_EMAIL, askWording, sentPage } from './mail-links.ts'
import { PurposeQuery } from './sign-in.ts'
import { greeting, purposeOf } from './visit.ts'
import type { Reply } from '#/platform/http/reply.ts'
import type { Services } from '#/platform/http/services.ts'
import type { Browser } from '#/modules/sessions/index.ts'
import type { Failure } from './failure.ts'
import type { Purpose } from './visit.ts'

const Page = Type.String({ description: 'A page for the person' })

const showForgot = route({
  method: 'GET',
  url: '/forgot',
  auth: { kind: 'browser' },
  summary: 'Show the form that asks for a new password',
  tag: 'pages',
  page: true,
  schema: { query: PurposeQuery, response: { 200: Page, 403: Page, 410: Page } },
  handler: async (visit, services) => {
    const browser = services.sessions.browserOf(visit.cookies)
    const purpose = await purposeOf(visit, browser, services)
    return forgotPage({ purpose, browser, services, email: purpose.loginHint })
  },
})

const submitForgot = route({
  method: 'POST',
  url: '/forgot',
  auth: { kind: 'browser' },
  summary: 'Ask for a link that resets the password',
  tag: 'pages',
  page: true,
  form: true,
  schema: {
    query: PurposeQuery,
    body: Type.Object({ csrf_token: Type.Optional(Type.String()), email: Type.Optional(Type.String()) }),
    response: { 200: Page, 400: Page, 403: Page, 410: Page, 429: Page },
  },
  handler: async (visit, services) => {
    const { sessions, linkRequests } = services
    const browser = sessions.browserOf(visit.cookies)
    sessions.verifyCsrf(visit, browser, visit.form.get('csrf_token'))
    const purpose = await purposeOf(visit, browser, services)
    const email = visit.form.get('email')
    const refused = (failure: Failure) => forgotPage({ purpose, browser, services, email, failure })
    if (email === undefined) return refused(incomplete({ email: ASK_EMAIL }))
    try {
      const { address, id: requestId } = visit
      await linkRequests.ask({
        purpose: 'reset',
        email,
        browserId: browser.id,
        query: purpose.query,
        address,
        requestId,
      })
      return sentPage({ email, minutes: purposes.reset.lifetimeMinutes, again: `/forgot${purpose.query}`, purpose })
    } catch (error) {
      return refused(explain(error, askWording))
    }
  },
})

interface ForgotPage {
  readonly purpose: Purpose
  readonly browser: Browser
  readonly services: Services
  readonly email: string | undefined
  readonly failure?: Failure
}

function forgotPage({ purpose, browser, services, email, failure }: ForgotPage): Reply {
  const errors = failure?.errors ?? {}
  const reply = page({
    title: failure ? 'Error: Forgot your password' : 'Forgot your password',
    status: failure?.status ?? 200,
    headers: failure?.headers ?? {},
    body: html`<h1>Forgot your password?</h1>
      <p class="lede">We send you a link. With it you choose a new one.</p>
      ${errorSummary(errors)}
      ${form({
        action: `/forgot${purpose.query}`,
        csrfToken: services.sessions.csrfToken(browser),
        body: html`${field({
            name: 'email',
            label: 'E-mail address',
            type: 'email',
            autocomplete: 'username',
            value: email,
            error: errors['email'],
            autofocus: true,
          })}
          <div class="actions">${button('Send the link')}</div>`,
      })}
      <p class="fine">You remember it? <a href="/login${purpose.query}">Sign in</a></p>`,
  })
  return greeting(reply, browser)
}

export const forgotRoutes = [showForgot, submitForgot]
