import { Type } from 'typebox'
import { button, buttonLink, errorSummary, field, form, html, page } from '#/modules/branding/index.ts'
import { seeOther } from '#/platform/http/reply.ts'
import { route } from '#/platform/http/route.ts'
import { explain, incomplete, tooManyAttempts } from './failure.ts'
import { PASSKEY_SCRIPT, passkeyButton } from './passkey-button.ts'
import { codeField, codeWording } from './second-factor.ts'
import { purposeOf } from './visit.ts'
import type { Html } from '#/modules/branding/index.ts'
import type { Reply } from '#/platform/http/reply.ts'
import type { Services } from '#/platform/http/services.ts'
import type { SessionPrincipal, StartedSession } from '#/modules/sessions/index.ts'
import type { User } from '#/modules/users/index.ts'
import type { Failure, Wording } from './failure.ts'
import type { Purpose } from './visit.ts'

const Page = Type.String({ description: 'A page for the person' })

const ConfirmQuery = Type.Object({
  next: Type.Optional(Type.String({ description: 'A path of this server to go on to' })),
})

const showConfirm = route({
  method: 'GET',
  url: '/confirm',
  auth: { kind: 'browser' },
  summary: 'Ask whether it is still the person who signed in',
  description: 'The page to lead to when something answered reauthentication_required.',
  tag: 'pages',
  page: true,
  schema: { query: ConfirmQuery, response: { 200: Page, 303: Type.Null(), 403: Page, 410: Page } },
  handler: async (visit, services) => {
    const { sessions } = services
    const purpose = await purposeOf(visit, sessions.browserOf(visit.cookies), services)
    const person = await sessions.authenticate(visit.cookies, visit)
    return person ? confirmPage({ person, purpose, services }) : seeOther(`/login${purpose.query}`)
  },
})

const submitConfirm = route({
  method: 'POST',
  url: '/confirm',
  auth: { kind: 'browser' },
  summary: 'Prove that it is still oneself',
  tag: 'pages',
  page: true,
  form: true,
  schema: {
    query: ConfirmQuery,
    body: Type.Object({
      csrf_token: Type.Optional(Type.String()),
      password: Type.Optional(Type.String()),
      code: Type.Optional(Type.String()),
    }),
    response: { 303: Type.Null(), 400: Page, 403: Page, 410: Page, 429: Page },
  },
  handler: async (visit, services) => {
    const { sessions } = services
    const purpose = await purposeOf(visit, sessions.browserOf(visit.cookies), services)
    const person = await sessions.authenticate(visit.cookies, visit)
    if (!person) return seeOther(`/login${purpose.query}`)
    sessions.verifyCsrf(visit, person.session, visit.form.get('csrf_token'))
    const proof = proofOf(person.user)
    const given = proof && visit.form.get(proof)
    if (!proof || given === undefined) {
      const failure = incomplete(proof ? { [proof]: ASK[proof] } : {})
      return confirmPage({ person, purpose, services, failure })
    }
    try {
      const { cookie } = await prove(services, person, proof, given)
      return seeOther(purpose.destination).withCookie(cookie)
    } catch (error) {
      return confirmPage({ person, purpose, services, failure: explain(error, wording) })
    }
  },
})

type Proof = 'password' | 'code'

const ASK: Readonly<Record<Proof, string>> = { password: 'Enter your password.', code: 'Enter the code.' }

/** What a form can ask of a person; nothing of one who signs in by mail, passkey or another service only. */
function proofOf({ mfaEnabled, passwordHash }: User): Proof | undefined {
  if (mfaEnabled) return 'code'
  return passwordHash === null ? undefined : 'password'
}

const prove = (
  { reauthentication }: Services,
  person: SessionPrincipal,
  proof: Proof,
  given: string,
): Promise<StartedSession> =>
  proof === 'code' ? reauthentication.byCode(person, given) : reauthentication.byPassword(person, given)

const wording: Wording = {
  ...codeWording,
  invalid_credentials: { field: 'password', status: 400, text: () => 'The password is wrong.' },
  password_too_long: { field: 'password', status: 400, text: () => 'The password is wrong.' },
  rate_limited: { field: '', status: 429, text: tooManyAttempts },
}

interface ConfirmPage {
  readonly person: SessionPrincipal
  readonly purpose: Purpose
  readonly services: Services
  readonly failure?: Failure
}

async function confirmPage(it: ConfirmPage): Promise<Reply> {
  const { person, purpose, services, failure } = it
  const csrfToken = services.sessions.csrfToken(person.session)
  const offersPasskey = await services.passkeys.has(person.user.id)
  const next = purpose.destination
  return page({
    title: failure ? 'Error: Confirm that it is you' : 'Confirm that it is you',
    status: failure?.status ?? 200,
    headers: failure?.headers ?? {},
    formActions: purpose.formActions,
    script: offersPasskey ? PASSKEY_SCRIPT : undefined,
    body: html`<h1>Confirm that it is you</h1>
      <p class="lede">
        You are signed in as <strong>${person.user.email}</strong>. We ask again before anything changes about that.
      </p>
      ${errorSummary(failure?.errors ?? {})} ${proofForm(it, csrfToken)}
      ${offersPasskey && passkeyButton({ action: 'confirm', label: 'Use a passkey', next, csrfToken })}
      ${againLink(person.user, purpose)}`,
  })
}

function proofForm({ person, purpose, failure }: ConfirmPage, csrfToken: string): Html | undefined {
  const proof = proofOf(person.user)
  if (!proof) return undefined
  const error = failure?.errors[proof]
  return form({
    action: `/confirm${purpose.query}`,
    csrfToken,
    body: html`${proof === 'code' ? codeField(false, error) : passwordField(person.user, error)}
      <div class="actions">${button('Confirm')}</div>`,
  })
}

/** The address stands beside it unseen, for password managers that look for whose password is meant. */
const passwordField = ({ email }: User, error: string | undefined): Html =>
  html`<input type="text" autocomplete="username" value="${email}" readonly hidden /> ${field({
      name: 'password',
      label: 'Password',
      type: 'password',
      autocomplete: 'current-password',
      error,
      autofocus: true,
    })}`

/** Whoever has just signed in has confirmed as well, by whatever way they have. */
function againLink(user: User, { query }: Purpose): Html {
  const parameters = new URLSearchParams(query)
  parameters.set('prompt', 'login')
  const address = `/login?${parameters}`
  return proofOf(user) === undefined
    ? html`<p class="actions">${buttonLink('Sign in again', address, 'primary')}</p>`
    : html`<p class="fine"><a href="${address}">Sign in again</a> instead</p>`
}

export const confirmRoutes = [showConfirm, submitConfirm]
