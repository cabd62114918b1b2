import { Type } from 'typebox'
import { button, errorSummary, field, form, html, page } from '#/modules/branding/index.ts'
import { purposes } from '#/modules/recovery/index.ts'
import { explain, incomplete, tooManyAttempts } from './failure.ts'
import { greeting, purposeOf } from './visit.ts'
import type { Html } from '#/modules/branding/index.ts'
import type { Form } from '#/platform/http/form.ts'
import type { Reply } from '#/platform/http/reply.ts'
import type { Services } from '#/platform/http/services.ts'
import type { Browser } from '#/modules/sessions/index.ts'
import type { Failure, Wording } from './failure.ts'
import type { Purpose } from './visit.ts'

/** A page that takes an address and mails a link to it. */
export interface Asking {
  readonly url: '/forgot' | '/magic'
  readonly link: 'reset' | 'magic_link'
  readonly heading: string
  lede(purpose: Purpose): Html | string
  /** What is asked and said beside the link back to the sign-in page. */
  readonly back: string
}

/** The fields of the form. */
export const AskBody = Type.Object({ csrf_token: Type.Optional(Type.String()), email: Type.Optional(Type.String()) })

interface Visit {
  readonly id: string
  readonly address: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly cookies: Readonly<Record<string, string>>
  readonly queryForm: Form
  readonly form: Form
}

/** Shows the form. */
export async function showAsking(asking: Asking, visit: Visit, services: Services): Promise<Reply> {
  const browser = services.sessions.browserOf(visit.cookies)
  const purpose = await purposeOf(visit, browser, services)
  return askPage(asking, { purpose, browser, services, email: purpose.loginHint })
}

/** Takes the form, and says the same to everybody who filled it in. */
export async function submitAsking(asking: Asking, visit: Visit, services: Services): Promise<Reply> {
  const { sessions, linkRequests } = services
  const browser = sessions.browserOf(visit.cookies)
  sessions.verifyCsrf(visit, browser, visit.form.get('csrf_token'))
  const purpose = await purposeOf(visit, browser, services)
  const email = visit.form.get('email')
  const refused = (failure: Failure) => askPage(asking, { purpose, browser, services, email, failure })
  if (email === undefined) return refused(incomplete({ email: 'Enter your e-mail address.' }))
  const { address, id: requestId } = visit
  const { query } = purpose
  try {
    await linkRequests.ask({ purpose: asking.link, email, browserId: browser.id, query, address, requestId })
  } catch (error) {
    return refused(explain(error, wording))
  }
  return sentPage(asking, email, purpose)
}

// Whether anybody has the address is never said.
const wording: Wording = {
  invalid_email: { field: 'email', status: 400, text: () => 'Enter an e-mail address such as maya@example.com.' },
  rate_limited: { field: '', status: 429, text: tooManyAttempts },
}

interface AskPage {
  readonly purpose: Purpose
  readonly browser: Browser
  readonly services: Services
  readonly email: string | undefined
  readonly failure?: Failure
}

function askPage({ url, heading, lede, back }: Asking, it: AskPage): Reply {
  const { purpose, browser, services, email, failure } = it
  const errors = failure?.errors ?? {}
  const reply = page({
    title: failure ? `Error: ${heading}` : heading,
    status: failure?.status ?? 200,
    headers: failure?.headers ?? {},
    body: html`<h1>${heading}</h1>
      <p class="lede">${lede(purpose)}</p>
      ${errorSummary(errors)}
      ${form({
        action: `${url}${purpose.query}`,
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
      <p class="fine"><a href="/login${purpose.query}">${back}</a></p>`,
  })
  return greeting(reply, browser)
}

const sentPage = ({ url, link }: Asking, email: string, { query }: Purpose): Reply =>
  page({
    title: 'Look into your mail',
    body: html`<h1>Look into your mail</h1>
      <p class="lede">
        If there is an account for <strong>${email}</strong>, a link is on its way. It works once, for
        ${purposes[link].lifetimeMinutes} minutes.
      </p>
      <p class="fine">
        Nothing there? Look among the unwanted mail, check the address, or
        <a href="${url}${query}">ask once more</a>. Only the newest link works.
        <a href="/login${query}">Back to sign in</a>
      </p>`,
  })
