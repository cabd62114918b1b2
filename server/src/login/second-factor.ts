import { Type } from 'typebox'
import { button, errorSummary, field, form, html, page } from '#/modules/branding/index.ts'
import { AppError } from '#/platform/http/errors.ts'
import { seeOther } from '#/platform/http/reply.ts'
import { route } from '#/platform/http/route.ts'
import { explain, incomplete, tooManyAttempts } from './failure.ts'
import { PASSKEY_SCRIPT, passkeyButton } from './passkey-button.ts'
import { purposeOf } from './visit.ts'
import type { Html } from '#/modules/branding/index.ts'
import type { Form } from '#/platform/http/form.ts'
import type { Reply } from '#/platform/http/reply.ts'
import type { Services } from '#/platform/http/services.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Failure, Wording } from './failure.ts'
import type { Purpose } from './visit.ts'

const Page = Type.String({ description: 'A page for the person' })

const MfaQuery = Type.Object({
  request: Type.Optional(Type.String({ description: 'The authorization request that waits for the sign-in' })),
  next: Type.Optional(Type.String({ description: 'A path of this server to go on to' })),
  use: Type.Optional(Type.String({ description: '`recovery` asks for a recovery code' })),
})

const showMfa = route({
  method: 'GET',
  url: '/mfa',
  auth: { kind: 'browser' },
  summary: 'Ask for the second factor',
  tag: 'pages',
  page: true,
  schema: { query: MfaQuery, response: { 200: Page, 303: Type.Null(), 403: Page, 410: Page } },
  handler: async (visit, services) => {
    const asked = await askedOf(visit, services)
    return 'person' in asked ? mfaPage(asked) : asked.elsewhere
  },
})

const submitMfa = route({
  method: 'POST',
  url: '/mfa',
  auth: { kind: 'browser' },
  summary: 'Present the second factor',
  tag: 'pages',
  page: true,
  form: true,
  schema: {
    query: MfaQuery,
    body: Type.Object({ csrf_token: Type.Optional(Type.String()), code: Type.Optional(Type.String()) }),
    response: { 303: Type.Null(), 400: Page, 403: Page, 410: Page, 429: Page },
  },
  handler: async (visit, services) => {
    const asked = await askedOf(visit, services)
    if ('elsewhere' in asked) return asked.elsewhere
    const { person, purpose } = asked
    services.sessions.verifyCsrf(visit, person.session, visit.form.get('csrf_token'))
    const code = visit.form.get('code')
    if (code === undefined) return mfaPage({ ...asked, failure: incomplete({ code: words(asked.recovers).ask }) })
    try {
      const { cookie } = await services.secondFactorChallenge.answer(person, code)
      return seeOther(purpose.destination).withCookie(cookie)
    } catch (error) {
      if (isOver(error)) return seeOther(`/login${purpose.query}`)
      return mfaPage({ ...asked, failure: explain(error, codeWording) })
    }
  },
})

interface Visit {
  readonly id: string
  readonly address: string
  readonly cookies: Readonly<Record<string, string>>
  readonly queryForm: Form
}

/** A person whose sign-in waits, and what for. */
interface Asked {
  readonly person: SessionPrincipal
  readonly purpose: Purpose
  readonly services: Services
  /** Whether they want to give a recovery code. */
  readonly recovers: boolean
  readonly failure?: Failure
}

/** Whom to ask; or where to go when nobody waits here, or for a factor that is gone. */
async function askedOf(visit: Visit, services: Services): Promise<Asked | { readonly elsewhere: Reply }> {
  const { sessions } = services
  const purpose = await purposeOf(visit, sessions.browserOf(visit.cookies), services)
  const person = await sessions.authenticatePending(visit.cookies, visit)
  const isDone = !person && (await sessions.authenticate(visit.cookies, visit)) !== undefined
  if (isDone) return { elsewhere: seeOther(purpose.destination) }
  if (!person?.user.mfaEnabled) return { elsewhere: seeOther(`/login${purpose.query}`) }
  return { person, purpose, services, recovers: visit.queryForm.get('use') === 'recovery' }
}

/** Whether the session ended, or the factor was taken away, while the person typed. */
const isOver = (error: unknown): boolean =>
  error instanceof AppError && ['not_signed_in', 'mfa_not_enabled'].includes(error.code.code)

/** What is wrong with a code, in the words of a form. */
export const codeWording: Wording = {
  mfa_code_wrong: {
    field: 'code',
    status: 400,
    text: () => 'This code is wrong, or was used already.',
  },
  rate_limited: { field: '', status: 429, text: tooManyAttempts },
}

const words = (recovers: boolean) =>
  recovers
    ? { title: 'Use a recovery code', label: 'Recovery code', ask: 'Enter one of your recovery codes.' }
    : { title: 'Enter your code', label: 'Code from your authenticator app', ask: 'Enter the code.' }

/** The field for a code of either kind. */
export const codeField = (recovers: boolean, error: string | undefined): Html =>
  field({
    name: 'code',
    label: words(recovers).label,
    autocomplete: recovers ? 'off' : 'one-time-code',
    ...(recovers ? { hint: 'One of the ten you were shown, such as k7m2-9xq4-t0bz.' } : { inputmode: 'numeric' }),
    error,
    autofocus: true,
    maxlength: 40,
  })

async function mfaPage({ person, purpose, services, recovers, failure }: Asked): Promise<Reply> {
  const { title } = words(recovers)
  const offersPasskey = await services.passkeys.has(person.user.id)
  return page({
    title: failure ? `Error: ${title}` : title,
    status: failure?.status ?? 200,
    headers: failure?.headers ?? {},
    formActions: purpose.formActions,
    script: offersPasskey ? PASSKEY_SCRIPT : undefined,
    body: html`<h1>${title}</h1>
      <p class="lede">
        to sign in as
        <strong>${person.user.email}</strong
        >${purpose.clientName !== undefined && html` to continue to <strong>${purpose.clientName}</strong>`}
      </p>
      ${errorSummary(failure?.errors ?? {})}
      ${form({
        action: `/mfa${queryOf(purpose, recovers)}`,
        csrfToken: services.sessions.csrfToken(person.session),
        body: html`${codeField(recovers, failure?.errors['code'])}
          <div class="actions">${button('Continue')}</div>`,
      })}
      ${offersPasskey && passkeyButton({ action: 'sign-in', label: 'Use a passkey', next: purpose.destination })}
      <p class="fine">
        <a href="/mfa${queryOf(purpose, !recovers)}"
          >${recovers ? 'Use your authenticator app' : 'Use a recovery code'}</a
        >
        · <a href="/login${purpose.query}">Sign in as somebody else</a>
      </p>`,
  })
}

function queryOf({ query }: Purpose, recovers: boolean): string {
  const parameters = new URLSearchParams(query)
  if (recovers) parameters.set('use', 'recovery')
  return parameters.size > 0 ? `?${parameters}` : ''
}

export const secondFactorPageRoutes = [showMfa, submitMfa]
