import { Type } from 'typebox'
import { button, html, notice } from '#/ui/index.ts'
import { FLOW_PAGE } from '#/modules/sessions/index.ts'
import { seeOther } from '#/platform/http/routing/reply.ts'
import { factorWords } from '#/pages/shared/factor-words.ts'
import { PASSKEY_SCRIPT, passkeyButton, waitsAt } from '#/pages/shared/passkey-button.ts'
import { PurposeQuery } from '#/pages/shared/sign-in-context.ts'
import { missingFields, withFormErrors } from '#/pages/shared/form-errors.ts'
import { SECOND_STEP as url, settingUp } from './authenticator-key.ts'
import { accountPage } from './frame.ts'
import { doneAt } from './notices.ts'
import { ownForm, ownPage } from './own-page.ts'
import { panel } from './fragments.ts'
import { confirmingFirst } from './unproven.ts'
import { codesPage } from './recovery-codes.ts'
import { secondStepWords } from './words/second-step.ts'
import type { Html } from '#/ui/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { Failure, ErrorMessages } from '#/pages/shared/form-errors.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

// Where somebody goes on to who was led here because they need a second step.
const query = Type.Object({ next: PurposeQuery.properties.next })

const showSecondStep = ownPage({
  name: 'pages.account.secondFactor.show',
  url,
  query,
  enrolling: true,
  summary: 'Show one’s second step, or how to set it up',
  description: 'Also where somebody with a system role is led whose sign-in owes a second factor.',
  open: (page, person) => secondStepPage(page, person),
})

const begin = ownForm({
  name: 'pages.account.secondFactor.submit',
  url,
  standsOn: url,
  summary: 'Begin to set up an authenticator app',
  description: 'Makes a key, which the page shows for 15 minutes. It is no second factor before it was activated.',
  query,
  enrolling: true,
  fresh: true,
  answers: [409],
  open: async (page, person) => {
    await page.services.secondFactors.enroll(person)
    return seeOther(`${url}${page.purpose.query}`)
  },
})

const activate = ownForm({
  name: 'pages.account.secondFactor.activate',
  url: '/account/second-step/activate',
  standsOn: url,
  query,
  fields: ['code'],
  enrolling: true,
  summary: 'Finish setting up an authenticator app',
  description: 'Takes a first code of the app and returns the recovery codes, this once.',
  fresh: true,
  answers: [200, 400, 409],
  open: (page, person) => {
    const words = secondStepWords(page.locale)
    const again = (failure: Failure) => secondStepPage(page, person, failure)
    const missing = missingFields(page.fields(), { code: words.askCode })
    if (missing) return again(missing)
    const wording: ErrorMessages = {
      enrollment_code_wrong: { field: 'code', status: 400, text: () => words.wrongCode },
      mfa_not_enrolled: { field: '', status: 409, text: () => words.expired },
    }
    return withFormErrors(wording, again, async () => {
      const activation = await page.services.secondFactors.activate(person, page.fields()['code'] ?? '')
      const { recoveryCodes, cookie, owes } = activation
      // The codes are shown this once, so that the flow which asked for them goes on from there.
      const waits = owes === null ? undefined : `${FLOW_PAGE}${page.purpose.query}`
      return codesPage(page, person, recoveryCodes, words.codesOn, waits).withCookie(cookie)
    })
  },
})

const replaceCodes = ownForm({
  name: 'pages.account.secondFactor.regenerateCodes',
  url: '/account/second-step/codes',
  standsOn: url,
  summary: 'Make new recovery codes',
  description: 'Answers them, this once. Those from before are void.',
  fresh: true,
  answers: [200, 409],
  open: async (page, person) => {
    const codes = await page.services.secondFactors.replaceRecoveryCodes(person)
    return codesPage(page, person, codes, secondStepWords(page.locale).codesNew)
  },
})

const turnOff = ownForm({
  name: 'pages.account.secondFactor.disable',
  url: '/account/second-step/remove',
  standsOn: url,
  summary: 'Take one’s second step away',
  fresh: true,
  answers: [409],
  open: async (page, person) => {
    await page.services.secondFactors.disableOwn(person)
    return doneAt(page, '/account/security', 'second_step_off')
  },
})

async function secondStepPage(page: PageContext, person: SessionPrincipal, failure?: Failure): Promise<Reply> {
  if (person.owes !== null) return enrollmentPage(page, person, failure)
  const { title, onIntro, offIntro } = secondStepWords(page.locale)
  const { mfaEnabled } = person.user
  return accountPage(page, {
    title,
    place: 'security',
    isStep: true,
    intro: mfaEnabled ? onIntro : offIntro,
    failure,
    body: mfaEnabled
      ? await managing(page, person)
      : (confirmingFirst(page, person) ?? (await settingUp(page, person, failure))),
  })
}

/** The same for somebody whose sign-in goes no further without one: nothing of the account stands around it. */
async function enrollmentPage(page: PageContext, person: SessionPrincipal, failure?: Failure): Promise<Reply> {
  const words = secondStepWords(page.locale)
  const hasPasskey = await page.services.passkeys.has(person.user.id)
  return page.show({
    title: words.title,
    intro: hasPasskey ? words.passkeyFirst : words.neededIntro,
    failure,
    script: hasPasskey ? PASSKEY_SCRIPT : undefined,
    body: hasPasskey
      ? html`${notice('info', words.passkeyHow)} ${passkeyAgain(page)}`
      : (confirmingFirst(page, person) ?? (await settingUp(page, person, failure))),
  })
}

const passkeyAgain = ({ locale, purpose }: PageContext): Html =>
  passkeyButton({
    action: 'sign-in',
    label: factorWords(locale).usePasskey,
    next: purpose.destination,
    waits: waitsAt(purpose),
    locale,
  })

async function managing(page: PageContext, { user, session }: SessionPrincipal): Promise<Html> {
  const words = secondStepWords(page.locale)
  const left = await page.services.recoveryCodes.left(user.id)
  const act = (path: string, label: string, kind: 'plain' | 'danger'): Html =>
    page.form({
      action: `${url}/${path}`,
      session,
      body: html`<div class="panel-actions">${button(label, { kind })}</div>`,
    })
  return html`${panel({
    id: 'recovery',
    heading: words.recovery,
    body: html`<p>${words.left(left)} ${words.recoveryWhy}</p>
      ${act('codes', words.makeCodes, 'plain')}
      <p class="hint">${words.makeCodesHow}</p>`,
  })}
  ${panel({
    id: 'off',
    heading: words.off,
    body: html`<p>${words.offWhy}</p>
      ${act('remove', words.off, 'danger')}`,
  })}`
}

export const secondStepRoutes = [showSecondStep, begin, activate, replaceCodes, turnOff]
