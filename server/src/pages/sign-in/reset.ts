import { Type } from 'typebox'
import { button, buttonLink, field, html } from '#/ui/index.ts'
import { forLink } from './dead-link.ts'
import { missingFields, withFormErrors } from '#/pages/shared/form-errors.ts'
import { formPage } from '#/pages/shared/form-page.ts'
import { goOn, purposeAfter } from '#/pages/shared/sign-in-context.ts'
import { common } from '#/pages/shared/common-words.ts'
import { linkWords } from './words/links.ts'
import { newPasswordWording } from './words/new-password.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { Failure } from '#/pages/shared/form-errors.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'
import { words } from '#/ui/i18n/index.ts'
import type { Html } from '#/ui/index.ts'

// Mail scanners and previews open links: looking uses nothing up.
export const resetRoutes = formPage({
  name: 'pages.resetPassword',
  url: '/reset',
  query: Type.Object({ token: Type.Optional(Type.String()) }),
  fields: ['token', 'password'],
  show: {
    summary: 'Show the form that takes a new password',
    answers: [200, 400],
    open: (page) => forLink(page, again(page.locale), () => showReset(page)),
  },
  submit: {
    summary: 'Choose a new password',
    answers: [200, 303, 400, 403],
    open: (page) => forLink(page, again(page.locale), () => submitReset(page)),
  },
})

const again = (locale: Locale) => ({ label: linkWords(locale).askNew, href: '/forgot' })

async function showReset(page: PageContext): Promise<Reply> {
  const token = page.request.queryForm.get('token') ?? ''
  const { user } = await page.services.passwordRecovery.find(token, page.browser.id)
  return resetPage(page, { token, email: user.email })
}

async function submitReset(page: PageContext): Promise<Reply> {
  const { context, services, browser, locale } = page
  const { token = '', password = '' } = page.fields()
  const { user, query } = await services.passwordRecovery.find(token, browser.id)
  const refused = (failure: Failure) => resetPage(page, { token, email: user.email, failure })
  const missing = missingFields(page.fields(), { password: common(locale).choosePassword })
  if (missing) return refused(missing)
  return withFormErrors(newPasswordWording(locale), refused, async () => {
    const purpose = await purposeAfter(query, browser, services)
    const clientId = purpose.waiting?.request.clientId ?? null
    const { user: changed } = await services.passwordRecovery.reset({ token, password, clientId }, context)
    const waiting = await services.signIn.afterReset(changed, context, { password, clientId })
    return waiting && waiting.owes !== null ? goOn(waiting, purpose, services) : donePage(page.withPurpose(purpose))
  })
}

interface Chosen {
  readonly token: string
  readonly email: string
  readonly failure?: Failure
}

async function resetPage(page: PageContext, { token, email, failure }: Chosen): Promise<Reply> {
  const { 'password.min_length': shortest } = await page.services.settings.current()
  const { title, intro, label, save } = resetWords(page.locale)
  return page.show({
    title,
    intro: intro(email),
    failure,
    selfUrl: `/reset?${new URLSearchParams({ token })}`,
    body: page.form({
      action: '/reset',
      body: html`<input type="hidden" name="token" value="${token}" />
        <input type="email" name="username" autocomplete="username" value="${email}" readonly hidden />
        ${field({
          name: 'password',
          label,
          type: 'password',
          autocomplete: 'new-password',
          hint: common(page.locale).passwordHint(shortest),
          error: failure?.errors['password'],
          minlength: shortest,
          autofocus: true,
        })}
        <div class="actions">${button(save)}</div>`,
    }),
  })
}

function donePage(page: PageContext): Reply {
  const { done, isDone, signedOut } = resetWords(page.locale)
  return page.show({
    title: done,
    heading: isDone,
    intro: signedOut,
    body: html`<p class="actions">
      ${buttonLink(common(page.locale).signIn, `/login${page.purpose.query}`, 'primary')}
    </p>`,
  })
}

/** What the page for a new password says. */
const resetWords = words({
  en: {
    title: 'Choose a new password',
    intro: (email: string): Html => html`for <strong>${email}</strong>. Saving it signs you out everywhere.`,
    label: 'New password',
    save: 'Save the password',
    done: 'Password changed',
    isDone: 'Your password is changed',
    signedOut: 'Everyone who was signed in to your account has been signed out.',
  },
  es: {
    title: 'Elige una contraseña nueva',
    intro: (email) => html`para <strong>${email}</strong>. Al guardarla se cierran todas tus sesiones.`,
    label: 'Contraseña nueva',
    save: 'Guardar la contraseña',
    done: 'Contraseña cambiada',
    isDone: 'Tu contraseña ha cambiado',
    signedOut: 'Se han cerrado todas las sesiones que había abiertas en tu cuenta.',
  },
})
