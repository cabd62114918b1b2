import { Type } from 'typebox'
import { button, errorSummary, field, form, html, notice, page } from '#/modules/branding/index.ts'
import { route } from '#/platform/http/route.ts'
import { purposes } from '#/modules/recovery/index.ts'
import { MAILBOX, signInBy } from '#/modules/sessions/index.ts'
import { explain, incomplete } from './failure.ts'
import { ASK_EMAIL, askWording, forLink, sentPage } from './mail-links.ts'
import { PurposeQuery } from './sign-in.ts'
import { goOn, greeting, purposeAfter, purposeOf } from './visit.ts'
import type { Reply } from '#/platform/http/reply.ts'
import type { Services } from '#/platform/http/services.ts'
import type { Browser } from '#/modules/sessions/index.ts'
import type { Failure } from './failure.ts'
import type { Purpose } from './visit.ts'

const AGAIN = { label: 'Ask for a new one', href: '/magic' }
const Page = Type.String({ description: 'A page for the person' })

const showMagic = route({
  method: 'GET',
  url: '/magic',
  auth: { kind: 'browser' },
  summary: 'Show the form that asks for a sign-in link, or what such a link does',
  tag: 'pages',
  page: true,
  schema: {
    query: Type.Object({ ...PurposeQuery.properties, token: Type.Optional(Type.String()) }),
    response: { 200: Page, 400: Page, 403: Page, 410: Page },
  },
  handler: async (visit, services) => {
    const browser = services.sessions.browserOf(visit.cookies)
    const token = visit.queryForm.get('token')
    if (token !== undefined) return forLink(AGAIN, () => confirmPage(token, browser, visit.cookies, services))
    const purpose = await purposeOf(visit, browser, services)
    return askPage({ purpose, browser, services, email: purpose.loginHint })
  },
})

const submitMagic = route({
  method: 'POST',
  url: '/magic',
  auth: { kind: 'browser' },
  summary: 'Ask for a sign-in link',
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
    const refused = (failure: Failure) => askPage({ purpose, browser, services, email, failure })
    if (email === undefined) return refused(incomplete({ email: ASK_EMAIL }))
    try {
      const { address, id: requestId } = visit
      const link = { email, browserId: browser.id, query: purpose.query, address, requestId }
      await linkRequests.ask({ purpose: 'magic_link', ...link })
      return sentPage({ email, minutes: purposes.magic_link.lifetimeMinutes, again: `/magic${purpose.query}`, purpose })
    } catch (error) {
      return refused(explain(error, askWording))
    }
  },
})

// The click is what uses the link up: mail scanners only look, and a person in another browser reads first.
const confirmMagic = route({
  method: 'POST',
  url: '/magic/confirm',
  auth: { kind: 'browser' },
  summary: 'Sign in with a link',
  tag: 'pages',
  page: true,
  form: true,
  schema: {
    body: Type.Object({ csrf_token: Type.Optional(Type.String()), token: Type.Optional(Type.String()) }),
    response: { 303: Type.Null(), 400: Page, 403: Page },
  },
  handler: (visit, services) =>
    forLink(AGAIN, async () => {
      const { sessions, magicLinks } = services
      const browser = sessions.browserOf(visit.cookies)
      sessions.verifyCsrf(visit, browser, visit.form.get('csrf_token'))
      const personId = (await sessions.authenticate(visit.cookies, visit))?.user.id
      const bearer = { token: visit.form.get('token') ?? '', browserId: browser.id, personId }
      const { query } = await magicLinks.find(bearer)
      const { address, id: requestId } = visit
      const user = await magicLinks.redeem({ ...bearer, confirmed: true, address, requestId })
      const started = await sessions.start(user, signInBy([MAILBOX], visit))
      return goOn(started, await purposeAfter(query, browser, services))
    }),
})

interface AskPage {
  readonly purpose: Purpose
  readonly browser: Browser
  readonly services: Services
  readonly email: string | undefined
  readonly failure?: Failure
}

function askPage({ purpose, browser, services, email, failure }: AskPage): Reply {
  const errors = failure?.errors ?? {}
  const reply = page({
    title: failure ? 'Error: Sign in by mail' : 'Sign in by mail',
    status: failure?.status ?? 200,
    headers: failure?.headers ?? {},
    body: html`<h1>Sign in by mail</h1>
      <p class="lede">
        We send you a link that signs you
        in${purpose.clientName !== undefined && html` and leads on to <strong>${purpose.clientName}</strong>`}. No
        password needed.
      </p>
      ${errorSummary(errors)}
      ${form({
        action: `/magic${purpose.query}`,
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
      <p class="fine"><a href="/login${purpose.query}">Sign in with a password</a></p>`,
  })
  return greeting(reply, browser)
}

async function confirmPage(
  token: string,
  browser: Browser,
  cookies: Readonly<Record<string, string>>,
  services: Services,
): Promise<Reply> {
  const { sessions, magicLinks } = services
  const personId = (await sessions.authenticate(cookies))?.user.id
  const { user, isFromHere, query, endsPassword } = await magicLinks.find({ token, browserId: browser.id, personId })
  const { clientName, formActions } = await purposeAfter(query, browser, services)
  const reply = page({
    title: 'Sign in',
    formActions,
    body: html`<h1>Sign in${clientName !== undefined && html` to ${clientName}`}</h1>
      <p class="lede">as <strong>${user.email}</strong></p>
      ${
        !isFromHere &&
        notice(
          'warn',
          'This link was asked for in another browser. Go on only if it was you who asked, and this is your device.',
        )
      }
      ${
        endsPassword &&
        notice('info', 'This confirms your address for the first time. A password chosen before ends with it.')
      }
      ${form({
        action: '/magic/confirm',
        csrfToken: sessions.csrfToken(browser),
        body: html`<input type="hidden" name="token" value="${token}" />
          <div class="actions">${button(isFromHere ? 'Sign in' : 'Sign in here')}</div>`,
      })}`,
  })
  return greeting(reply, browser)
}

export const magicRoutes = [showMagic, submitMagic, confirmMagic]
