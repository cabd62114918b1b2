import { button, buttonLink, html } from '#/ui/index.ts'
import { Type } from 'typebox'
import { leavingPage } from '#/pages/shared/leaving-page.ts'
import { greeting } from '#/pages/shared/sign-in-context.ts'
import { seeOther } from '#/platform/http/routing/reply.ts'
import { pageRoute } from '#/pages/shared/form-page.ts'
import { common } from '#/pages/shared/common-words.ts'
import { signingOut } from '#/modules/sessions/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'
import { words } from '#/ui/i18n/index.ts'

const showLogout = pageRoute({
  name: 'pages.signOut.show',
  method: 'GET',
  url: '/logout',
  auth: { kind: 'browser' },
  summary: 'Ask before signing out, or say that it is done',
  query: Type.Object({
    onward: Type.Optional(
      Type.String({ maxLength: 8000, description: 'Where somebody goes who works elsewhere, sealed' }),
    ),
  }),
  answers: [200],
  open: async (page) => {
    const onward = page.services.samlLogouts.onward(page.request.queryForm.get('onward') ?? '')
    if (onward) return leavingPage(page, onward.connection, onward.url, signOutWords(page.locale).thereToo)
    const person = await page.person()
    return person ? askPage(page, person) : signedOutPage(page)
  },
})

const submitLogout = pageRoute({
  name: 'pages.signOut.submit',
  method: 'POST',
  url: '/logout',
  auth: { kind: 'browser', csrf: 'session' },
  summary: 'Sign out',
  answers: [303],
  open: async ({ context, browser, services: { sessions, samlLogouts } }, { person }) => {
    // Nothing is lost with a session that only waits for the second factor, and no page of it has a token for this.
    const ending = person ?? (await sessions.authenticatePending(context))
    if (ending) await sessions.end(ending.session, ending.actor)
    const to = ending ? await samlLogouts.depart(ending.session, browser.id) : '/logout'
    return greeting(signingOut(seeOther(to), sessions), browser)
  },
})

async function askPage(page: PageContext, { user, session }: SessionPrincipal): Promise<Reply> {
  const { question, endsTokens, keepsTokens } = signOutWords(page.locale)
  const { signOut, staySignedIn, signedInAs } = common(page.locale)
  const { 'sessions.logout_revokes_tokens': revokes } = await page.services.settings.current()
  return page.show({
    title: signOut,
    heading: question,
    intro: html`${signedInAs} <strong>${user.email}</strong>.`,
    body: html`${page.form({
        action: '/logout',
        session,
        body: html`<div class="actions actions-pair">${buttonLink(staySignedIn, '/')}${button(signOut)}</div>`,
      })}
      <p class="fine">${revokes ? endsTokens : keepsTokens}</p>`,
  })
}

/** Says that nobody is signed in any more. */
export function signedOutPage(page: PageContext): Reply {
  return page.show({
    worded: 'signed_out',
    intro: signOutWords(page.locale).nobody,
    body: html`<p class="actions">${buttonLink(common(page.locale).signIn, '/login')}</p>`,
  })
}

export const signOutRoutes = [showLogout, submitLogout]

/** What the pages for signing out say. */
const signOutWords = words({
  en: {
    question: 'Sign out?',
    endsTokens:
      'The applications you signed in to from here lose their access, but for those you let act while you are away.',
    keepsTokens: 'Applications you allowed keep what you allowed them.',
    nobody: 'Nobody is signed in in this browser now.',
    thereToo: 'You are signed out here. Now you are signed out where you work.',
  },
  es: {
    question: '¿Cerrar la sesión?',
    endsTokens:
      'Las aplicaciones en las que entraste desde aquí pierden su acceso, salvo las que dejas actuar mientras no estás.',
    keepsTokens: 'Las aplicaciones que autorizaste conservan lo que les permitiste.',
    nobody: 'Ahora nadie tiene la sesión abierta en este navegador.',
    thereToo: 'Has cerrado la sesión aquí. Ahora se cierra donde trabajas.',
  },
})
