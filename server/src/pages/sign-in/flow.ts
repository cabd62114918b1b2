import { Type } from 'typebox'
import { departureOf, FLOW_PAGE, sessionErrors } from '#/modules/sessions/index.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { seeOther } from '#/platform/http/routing/reply.ts'
import { incomplete, tooManyAttempts, withFormErrors } from '#/pages/shared/form-errors.ts'
import { pageRoute } from '#/pages/shared/form-page.ts'
import { leavingPage } from '#/pages/shared/leaving-page.ts'
import { goOn, keepWaiting, PurposeQuery, toOwed } from '#/pages/shared/sign-in-context.ts'
import { common } from '#/pages/shared/common-words.ts'
import { confirmPage, continuePage, passwordPage } from './flow-steps.ts'
import { flowWords } from './words/flow.ts'
import { newPasswordWording } from './words/new-password.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Failure } from '#/pages/shared/form-errors.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'
import type { PasswordWait } from './flow-steps.ts'

const showFlow = pageRoute({
  name: 'pages.flow.show',
  method: 'GET',
  url: FLOW_PAGE,
  auth: { kind: 'browser' },
  summary: 'Show what a sign-in waits for',
  query: PurposeQuery,
  answers: [200, 303, 403, 410],
  open: async (page) => {
    const person = await page.services.sessions.authenticatePending(page.context)
    if (person) await keepWaiting(page.purpose, person.session, page.services)
    return person?.owes === 'flow' ? stepPage(page, person) : elsewhere(page, person)
  },
})

const submitFlow = pageRoute({
  name: 'pages.flow.submit',
  method: 'POST',
  url: FLOW_PAGE,
  auth: { kind: 'browser', csrf: 'pending' },
  summary: 'Go on with a sign-in',
  description: 'Runs the steps of its auth flow until one waits again or none is left.',
  query: PurposeQuery,
  fields: ['decision', 'password'],
  answers: [200, 303, 400, 403, 409, 410, 429],
  open: (page, { person }) => (person?.owes === 'flow' ? submit(page, person) : elsewhere(page, person)),
})

// The `state` is the proof, bound to the session of this browser, and works once: so a GET may go on.
const comeBack = pageRoute({
  name: 'pages.flow.return',
  method: 'GET',
  url: `${FLOW_PAGE}/back`,
  auth: { kind: 'browser' },
  summary: 'Come back from where a sign-in was sent to',
  noHead: true,
  query: Type.Object({ ...PurposeQuery.properties, state: Type.Optional(Type.String()) }),
  answers: [303, 403, 409, 410],
  open: async (page) => {
    const person = await page.services.sessions.authenticatePending(page.context)
    const state = page.request.queryForm.get('state')
    if (person && state !== undefined) return resume(page, person, state)
    if (person || (await page.person())) return elsewhere(page, person)
    throw new AppError(sessionErrors.sign_in_not_waiting)
  },
})

/** Where somebody goes who has nothing to do here. */
async function elsewhere(page: PageContext, person: SessionPrincipal | undefined): Promise<Reply> {
  const { purpose } = page
  if (person && person.owes !== null) return toOwed(person.owes, purpose)
  return seeOther((await page.person()) ? purpose.destination : `/login${purpose.query}`)
}

async function submit(page: PageContext, person: SessionPrincipal): Promise<Reply> {
  const { services, context } = page
  const { wait } = await services.signIn.standing(person, context)
  if (wait?.type === 'email_verification') return confirm(page, person)
  return wait?.type === 'password_change' ? savePassword(page, person, wait) : resume(page, person)
}

/** Mails the link once more, or goes on when it was used. */
async function confirm(page: PageContext, person: SessionPrincipal): Promise<Reply> {
  const { services, locale, context, purpose } = page
  if (page.fields()['decision'] === 'mail') {
    const refused = (failure: Failure) => confirmPage(page, person, { failure })
    return withFormErrors(
      { rate_limited: { field: '', status: 429, text: tooManyAttempts(locale) } },
      refused,
      async () => {
        const asker = { browserId: page.browser.id, query: purpose.query }
        await services.addressProofs.sendLink(person.user, person.actor, asker)
        return confirmPage(page, person, { isMailed: true })
      },
    )
  }
  const started = await services.signIn.resume(person, context)
  if (started.wait?.type !== 'email_verification') return goOn(started, purpose, services)
  return confirmPage(page, person, { failure: incomplete({ '': flowWords(locale).stillWaits }) })
}

async function savePassword(page: PageContext, person: SessionPrincipal, wait: PasswordWait): Promise<Reply> {
  const { services, locale, context, purpose } = page
  const again = (failure: Failure) => passwordPage(page, person, wait, failure)
  const { password } = page.fields()
  if (password === undefined) return again(incomplete({ password: common(locale).choosePassword }))
  return withFormErrors(newPasswordWording(locale), again, async () => {
    const brought = { password, setPassword: services.passwordChanges.during(person) }
    const started = await services.signIn.resume(person, context, brought)
    const { wait: then } = started
    if (then?.type !== 'password_change' || then.reason === null) return goOn(started, purpose, services)
    return passwordPage(page, person, then, incomplete({ password: then.reason }))
  })
}

async function resume(page: PageContext, person: SessionPrincipal, state?: string): Promise<Reply> {
  const { services, context, purpose } = page
  try {
    return goOn(await services.signIn.resume(person, context, state === undefined ? {} : { state }), purpose, services)
  } catch (error) {
    // Another request of this browser was quicker, and has another cookie by now.
    const isLate = error instanceof AppError && error.code === sessionErrors.not_signed_in
    if (isLate) return seeOther(`${FLOW_PAGE}${purpose.query}`)
    throw error
  }
}

/** The step that waits, as a page of its own. */
async function stepPage(page: PageContext, person: SessionPrincipal): Promise<Reply> {
  const { services, context, purpose, locale } = page
  const { wait } = await services.signIn.standing(person, context)
  switch (wait?.type) {
    case 'email_verification':
      return confirmPage(page, person)
    case 'password_change':
      return passwordPage(page, person, wait)
    case 'redirect': {
      const url = departureOf(wait, services.issuer, purpose.query)
      return leavingPage(page, new URL(url).hostname, url, flowWords(locale).leavingIntro)
    }
    default:
      return continuePage(page, person)
  }
}

export const flowPageRoutes = [showFlow, submitFlow, comeBack]
