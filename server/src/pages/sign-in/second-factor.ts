import { Type } from 'typebox'
import { button, html } from '#/ui/index.ts'
import { actorOf } from '#/platform/audit/event.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { seeOther } from '#/platform/http/routing/reply.ts'
import { codeField, codeWording, codeWords } from '#/pages/shared/code-field.ts'
import { explain, missingFields } from '#/pages/shared/form-errors.ts'
import { pageRoute } from '#/pages/shared/form-page.ts'
import { PASSKEY_SCRIPT, passkeyButton, waitsAt } from '#/pages/shared/passkey-button.ts'
import { common } from '#/pages/shared/common-words.ts'
import { cancelForm } from './cancel.ts'
import { factorWords } from '#/pages/shared/factor-words.ts'
import { goOn, PurposeQuery, toOwed } from '#/pages/shared/sign-in-context.ts'
import type { Html } from '#/ui/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Failure } from '#/pages/shared/form-errors.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'
import type { SignInContext } from '#/pages/shared/sign-in-context.ts'

const { request, next, ui_locales } = PurposeQuery.properties
const query = Type.Object({
  request,
  next,
  ui_locales,
  use: Type.Optional(Type.String({ description: '`recovery` asks for a recovery code' })),
})

const showMfa = pageRoute({
  name: 'pages.secondFactor.show',
  method: 'GET',
  url: '/mfa',
  auth: { kind: 'browser' },
  summary: 'Ask for the second factor',
  query,
  answers: [200, 303, 403, 410],
  open: async (page) => {
    const asked = await askedOf(page, await page.services.sessions.authenticatePending(page.context))
    return 'person' in asked ? mfaPage(page, asked) : asked.elsewhere
  },
})

const submitMfa = pageRoute({
  name: 'pages.secondFactor.submit',
  method: 'POST',
  url: '/mfa',
  auth: { kind: 'browser', csrf: 'pending' },
  summary: 'Present the second factor',
  query,
  fields: ['code'],
  answers: [303, 400, 403, 410, 429],
  open: async (page, { person }) => {
    const asked = await askedOf(page, person)
    return 'person' in asked ? answer(page, asked) : asked.elsewhere
  },
})

async function answer(page: PageContext, asked: Asked): Promise<Reply> {
  const { services, purpose, locale } = page
  const missing = missingFields(page.fields(), { code: codeWords(asked.recovers, locale).ask })
  if (missing) return mfaPage(page, asked, missing)
  try {
    const started = await services.secondFactorChallenge.verify(asked.person, page.fields()['code'] ?? '')
    return goOn(await services.signIn.afterStepUp(started, asked.person.actor, page.context), purpose, page.services)
  } catch (error) {
    if (isOver(error)) return seeOther(`/login${purpose.query}`)
    return mfaPage(page, asked, explain(error, codeWording(locale)))
  }
}

/** A person whose sign-in waits. */
interface Asked {
  readonly person: SessionPrincipal
  /** Whether they want to give a recovery code. */
  readonly recovers: boolean
}

/** Whom to ask; or where to go when nobody waits here, or for a factor that is gone. */
async function askedOf(
  page: PageContext,
  person: SessionPrincipal | undefined,
): Promise<Asked | { readonly elsewhere: Reply }> {
  const { request, purpose } = page
  const isDone = !person && (await page.person()) !== undefined
  if (isDone) return { elsewhere: seeOther(purpose.destination) }
  if (person && person.owes !== null && person.owes !== 'second_factor')
    return { elsewhere: toOwed(person.owes, purpose) }
  const hasFactor = person && (person.user.mfaEnabled || (await page.services.passkeys.has(person.user.id)))
  if (!person || !hasFactor) return { elsewhere: seeOther(`/login${purpose.query}`) }
  // What follows by mail is in the language of the page.
  const actor = actorOf('user', person.user.id, page.context)
  return { person: { ...person, actor }, recovers: request.queryForm.get('use') === 'recovery' }
}

/** Whether the session ended, or the factor was taken away, while the person typed. */
const isOver = (error: unknown): boolean =>
  error instanceof AppError && ['not_signed_in', 'mfa_not_enabled'].includes(error.code.code)

/** Asks for the second factor. */
export async function mfaPage(page: PageContext, { person, recovers }: Asked, failure?: Failure): Promise<Reply> {
  const { services, purpose, locale } = page
  const { usePasskey } = factorWords(locale)
  const offersPasskey = await services.passkeys.has(person.user.id)
  const next = purpose.destination
  return page.show({
    title: codeWords(recovers, locale).title,
    worded: 'second_factor',
    intro: introOf(page, person),
    failure,
    allowsClientRedirect: true,
    script: offersPasskey ? PASSKEY_SCRIPT : undefined,
    body: html`${
        person.user.mfaEnabled &&
        page.form({
          action: `/mfa${queryOf(purpose, recovers)}`,
          session: person.session,
          body: html`${codeField(recovers, locale, failure?.errors['code'])}
            <div class="actions">${button(common(locale).continue)}</div>`,
        })
      }
      ${offersPasskey && passkeyButton({ action: 'sign-in', label: usePasskey, next, waits: waitsAt(purpose), locale })}
      <p class="fine">${person.user.mfaEnabled && otherWays(page, recovers)} ${somebodyElse(page)}</p>
      ${cancelForm(page)}`,
  })
}

function introOf({ purpose, locale }: PageContext, { user }: SessionPrincipal): Html {
  const { toContinueTo } = common(locale)
  return html`${factorWords(locale).toSignInAs}
    <strong>${user.email}</strong
    >${purpose.clientName !== undefined && html` ${toContinueTo} <strong>${purpose.clientName}</strong>`}`
}

function otherWays({ purpose, locale }: PageContext, recovers: boolean): Html {
  const { useApp, useRecovery } = factorWords(locale)
  return html`<a href="/mfa${queryOf(purpose, !recovers)}">${recovers ? useApp : useRecovery}</a> ·`
}

const somebodyElse = ({ purpose, locale }: PageContext): Html =>
  html`<a href="/login${purpose.query}">${factorWords(locale).somebodyElse}</a>`

function queryOf({ query }: SignInContext, recovers: boolean): string {
  const parameters = new URLSearchParams(query)
  if (recovers) parameters.set('use', 'recovery')
  return parameters.size > 0 ? `?${parameters}` : ''
}

export const secondFactorPageRoutes = [showMfa, submitMfa]
