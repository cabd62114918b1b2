import { Type } from 'typebox'
import { button, form, html, notice, page } from '#/modules/branding/index.ts'
import { route } from '#/platform/http/route.ts'
import { MAILBOX, signInBy } from '#/modules/sessions/index.ts'
import { AskBody, showAsking, submitAsking } from './ask-for-link.ts'
import { forLink } from './dead-link.ts'
import { PurposeQuery } from './sign-in.ts'
import { goOn, greeting, purposeAfter } from './visit.ts'
import type { Reply } from '#/platform/http/reply.ts'
import type { Services } from '#/platform/http/services.ts'
import type { Asking } from './ask-for-link.ts'

const AGAIN = { label: 'Ask for a new one', href: '/magic' }
const Page = Type.String({ description: 'A page for the person' })

const asking: Asking = {
  url: '/magic',
  link: 'magic_link',
  heading: 'Sign in by mail',
  lede: ({ clientName }) =>
    html`We send you a link that signs you
    in${clientName !== undefined && html` and leads on to <strong>${clientName}</strong>`}. No password needed.`,
  back: 'Sign in with a password',
}

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
    const token = visit.queryForm.get('token')
    if (token === undefined) return showAsking(asking, visit, services)
    return forLink(AGAIN, () => confirmPage(token, visit.cookies, services))
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
  schema: { query: PurposeQuery, body: AskBody, response: { 200: Page, 400: Page, 403: Page, 410: Page, 429: Page } },
  handler: (visit, services) => submitAsking(asking, visit, services),
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

async function confirmPage(
  token: string,
  cookies: Readonly<Record<string, string>>,
  services: Services,
): Promise<Reply> {
  const { sessions, magicLinks } = services
  const browser = sessions.browserOf(cookies)
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
