import { Type } from 'typebox'
import { button, buttonLink, field, html } from '#/ui/index.ts'
import { FLOW_PAGE } from '#/modules/sessions/index.ts'
import { forLink } from './dead-link.ts'
import { withFormErrors, tooManyAttempts } from '#/pages/shared/form-errors.ts'
import { formPage } from '#/pages/shared/form-page.ts'
import { purposeAfter } from '#/pages/shared/sign-in-context.ts'
import { common } from '#/pages/shared/common-words.ts'
import { verifyWords } from './words/verify.ts'
import type { Html } from '#/ui/index.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import type { AddressQuestion } from '#/modules/account-recovery/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { Failure, ErrorMessages } from '#/pages/shared/form-errors.ts'
import type { SignInContext } from '#/pages/shared/sign-in-context.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

export const verifyRoutes = formPage({
  name: 'pages.verifyEmail',
  url: '/verify',
  query: Type.Object({ token: Type.Optional(Type.String()) }),
  fields: ['token', 'password'],
  show: {
    summary: 'Ask whether an address shall be confirmed',
    answers: [200, 400],
    open: (page) => forLink(page, instead(page.locale), () => showVerify(page)),
  },
  submit: {
    summary: 'Confirm an address',
    answers: [200, 400, 403, 409, 429],
    open: (page) => forLink(page, instead(page.locale), () => submitVerify(page)),
  },
})

const instead = (locale: Locale) => ({ label: verifyWords(locale).startPage, href: '/' })

/** Whoever is signed in, also where the flow of the sign-in asks just for this. */
const provenPerson = ({ services, context }: PageContext) => services.sessions.authenticateProven(context)

async function showVerify(page: PageContext): Promise<Reply> {
  const token = page.request.queryForm.get('token') ?? ''
  const question = await page.services.addressProofs.find(token, (await provenPerson(page))?.user.id, page.browser.id)
  return verifyPage(page, { token, question })
}

async function submitVerify(page: PageContext): Promise<Reply> {
  const { context, services, locale } = page
  const { token = '', password } = page.fields()
  const person = await provenPerson(page)
  const personId = person?.user.id
  const question = await services.addressProofs.find(token, personId, page.browser.id)
  const again = (failure: Failure) => verifyPage(page, { token, question, failure })
  return withFormErrors(wording(locale), again, async () => {
    await services.addressProofs.confirm({ token, personId, password }, context)
    return donePage(page, question, person)
  })
}

function wording(locale: Locale): ErrorMessages {
  const { enterPassword, wrongPassword, taken } = verifyWords(locale)
  return {
    link_needs_sign_in: { field: 'password', status: 400, text: () => enterPassword },
    invalid_credentials: { field: 'password', status: 400, text: () => wrongPassword },
    password_too_long: { field: 'password', status: 400, text: () => wrongPassword },
    email_taken: { field: '', status: 409, text: () => taken },
    rate_limited: { field: '', status: 429, text: tooManyAttempts(locale) },
  }
}

interface Asked {
  readonly token: string
  readonly question: AddressQuestion
  readonly failure?: Failure
}

/** Asks whether an address is that of the person. */
export function verifyPage(page: PageContext, asked: Asked): Reply {
  const { token, question, failure } = asked
  return page.show({
    worded: 'verify_email',
    intro: verifyWords(page.locale).intro(question.email),
    failure,
    selfUrl: addressOf(token),
    body: html`${question.needs === 'sign_in' ? signInFirst(page, token) : verifyForm(page, asked)}
      <p class="fine">${wayOut(page, question)}</p>`,
  })
}

const addressOf = (token: string): string => `/verify?${new URLSearchParams({ token })}`

function verifyForm(page: PageContext, { token, question, failure }: Asked): Html {
  const { label, hint, confirm } = verifyWords(page.locale)
  const password = field({
    name: 'password',
    label,
    type: 'password',
    autocomplete: 'current-password',
    hint,
    error: failure?.errors['password'],
    autofocus: true,
  })
  return page.form({
    action: '/verify',
    body: html`<input type="hidden" name="token" value="${token}" />
      ${question.needs === 'password' && password}
      <div class="actions">${button(confirm)}</div>`,
  })
}

const signInFirst = ({ locale }: PageContext, token: string): Html =>
  html`<p class="actions">
    ${buttonLink(verifyWords(locale).signInFirst, `/login?${new URLSearchParams({ next: addressOf(token) })}`, 'primary')}
  </p>`

function wayOut({ locale }: PageContext, { needs, isChange }: AddressQuestion): Html | string {
  const { notAsked, notOpened, takeOver, withLink } = verifyWords(locale)
  return needs === 'nothing' || isChange ? notAsked : html`${notOpened} <a href="/magic">${takeOver}</a> ${withLink}`
}

async function donePage(
  page: PageContext,
  { email, query }: AddressQuestion,
  person: SessionPrincipal | undefined,
): Promise<Reply> {
  const { done, isDone, belongs } = verifyWords(page.locale)
  return page.show({
    title: done,
    heading: isDone,
    intro: belongs(email),
    body: onward(page, await purposeAfter(query, page.browser, page.services), person),
  })
}

/** What to do next: to go on with the sign-in that waited for this, if one did. */
function onward(page: PageContext, { query }: SignInContext, person: SessionPrincipal | undefined): Html {
  const { goOn } = verifyWords(page.locale)
  if (person?.owes === 'flow') {
    const body = html`<div class="actions">${button(goOn)}</div>`
    return page.form({ action: `${FLOW_PAGE}${query}`, session: person.session, body })
  }
  const link = person ? buttonLink(goOn, '/', 'primary') : buttonLink(common(page.locale).signIn, '/login', 'primary')
  return html`<p class="actions">${link}</p>`
}
