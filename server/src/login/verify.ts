import { Type } from 'typebox'
import { button, buttonLink, errorSummary, field, form, html, page } from '#/modules/branding/index.ts'
import { route } from '#/platform/http/route.ts'
import { explain, tooManyAttempts } from './failure.ts'
import { forLink } from './dead-link.ts'
import { greeting } from './visit.ts'
import type { Html } from '#/modules/branding/index.ts'
import type { AddressQuestion } from '#/modules/recovery/index.ts'
import type { Reply } from '#/platform/http/reply.ts'
import type { Services } from '#/platform/http/services.ts'
import type { Browser } from '#/modules/sessions/index.ts'
import type { Failure, Wording } from './failure.ts'

const INSTEAD = { label: 'Go to the start page', href: '/' }
const Page = Type.String({ description: 'A page for the person' })

const showVerify = route({
  method: 'GET',
  url: '/verify',
  auth: { kind: 'browser' },
  summary: 'Ask whether an address shall be confirmed',
  tag: 'pages',
  page: true,
  schema: { query: Type.Object({ token: Type.Optional(Type.String()) }), response: { 200: Page, 400: Page } },
  handler: (visit, services) =>
    forLink(INSTEAD, async () => {
      const { sessions, addressProofs } = services
      const token = visit.queryForm.get('token') ?? ''
      const person = await sessions.authenticate(visit.cookies, visit)
      const question = await addressProofs.find(token, person?.user.id)
      return verifyPage({ token, question, browser: sessions.browserOf(visit.cookies), services })
    }),
})

const submitVerify = route({
  method: 'POST',
  url: '/verify',
  auth: { kind: 'browser' },
  summary: 'Confirm an address',
  tag: 'pages',
  page: true,
  form: true,
  schema: {
    body: Type.Object({
      csrf_token: Type.Optional(Type.String()),
      token: Type.Optional(Type.String()),
      password: Type.Optional(Type.String()),
    }),
    response: { 200: Page, 400: Page, 403: Page, 409: Page, 429: Page },
  },
  handler: (visit, services) =>
    forLink(INSTEAD, async () => {
      const { sessions, addressProofs } = services
      const browser = sessions.browserOf(visit.cookies)
      sessions.verifyCsrf(visit, browser, visit.form.get('csrf_token'))
      const { token = '', password } = visit.form.toRecord()
      const personId = (await sessions.authenticate(visit.cookies, visit))?.user.id
      const question = await addressProofs.find(token, personId)
      try {
        const { address, id: requestId } = visit
        await addressProofs.confirm({ token, personId, password, address, requestId })
        return donePage(question.email, personId !== undefined)
      } catch (error) {
        return verifyPage({ token, question, browser, services, failure: explain(error, wording) })
      }
    }),
})

const wording: Wording = {
  link_needs_sign_in: { field: 'password', status: 400, text: () => 'Enter the password of the account.' },
  invalid_credentials: { field: 'password', status: 400, text: () => 'This is not the password of the account.' },
  password_too_long: { field: 'password', status: 400, text: () => 'This is not the password of the account.' },
  email_taken: { field: '', status: 409, text: () => 'Another account has taken this address in the meantime.' },
  rate_limited: { field: '', status: 429, text: tooManyAttempts },
}

interface VerifyPage {
  readonly token: string
  readonly question: AddressQuestion
  readonly browser: Browser
  readonly services: Services
  readonly failure?: Failure
}

function verifyPage(it: VerifyPage): Reply {
  const { question, browser, failure } = it
  const reply = page({
    title: failure ? 'Error: Confirm your address' : 'Confirm your address',
    status: failure?.status ?? 200,
    headers: failure?.headers ?? {},
    body: html`<h1>Confirm your address</h1>
      <p class="lede">Is <strong>${question.email}</strong> your address, for the account you have here?</p>
      ${question.needs === 'sign_in' ? signInFirst(it) : verifyForm(it)}
      <p class="fine">${wayOut(question)}</p>`,
  })
  return greeting(reply, browser)
}

const verifyForm = ({ token, question, browser, services, failure }: VerifyPage): Html =>
  html`${errorSummary(failure?.errors ?? {})}
  ${form({
    action: '/verify',
    csrfToken: services.sessions.csrfToken(browser),
    body: html`<input type="hidden" name="token" value="${token}" />
      ${
        question.needs === 'password' &&
        field({
          name: 'password',
          label: 'Password of the account',
          type: 'password',
          autocomplete: 'current-password',
          hint: 'You are not signed in to it in this browser.',
          error: failure?.errors['password'],
          autofocus: true,
        })
      }
      <div class="actions">${button('Confirm the address')}</div>`,
  })}`

const signInFirst = ({ token }: VerifyPage): Html =>
  html`<p class="actions">
    ${buttonLink('Sign in to confirm it', `/login?${new URLSearchParams({ next: `/verify?token=${token}` })}`, 'primary')}
  </p>`

const wayOut = ({ needs, isChange }: AddressQuestion): Html | string =>
  needs === 'nothing' || isChange
    ? 'You did not ask for this? Close the page, and nothing changes.'
    : html`You did not open an account? Then somebody used your address. Leave this page, or
        <a href="/magic">take the account over</a> with a sign-in link.`

const donePage = (email: string, isSignedIn: boolean): Reply =>
  page({
    title: 'Address confirmed',
    body: html`<h1>Your address is confirmed</h1>
      <p class="lede"><strong>${email}</strong> belongs to your account.</p>
      <p class="actions">
        ${isSignedIn ? buttonLink('Go on', '/', 'primary') : buttonLink('Sign in', '/login', 'primary')}
      </p>`,
  })

export const verifyRoutes = [showVerify, submitVerify]
