import { button, buttonLink, form, formActionSource, html, page } from '#/ui/index.ts'
import type { Html } from '#/ui/index.ts'
import { words } from '#/ui/i18n/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { LogoutRequest } from './logout-request.ts'

const texts = words({
  en: {
    title: 'Sign out',
    question: 'Sign out?',
    asks: (client: string): Html => html`<strong>${client}</strong> asks to sign you out here.`,
    anApplication: 'An application asks to sign you out here.',
    signedInAs: 'You are signed in as',
    stay: 'Stay signed in',
  },
  es: {
    title: 'Cerrar sesión',
    question: '¿Cerrar la sesión?',
    asks: (client) => html`<strong>${client}</strong> pide cerrar tu sesión aquí.`,
    anApplication: 'Una aplicación pide cerrar tu sesión aquí.',
    signedInAs: 'Tienes la sesión abierta como',
    stay: 'Seguir con la sesión abierta',
  },
})

/** Asks before signing out, because an application wants it and has not shown for whom. */
export function confirmPage(wish: LogoutRequest, { user }: SessionPrincipal, csrfToken: string, here?: string): Reply {
  const { client, returnTo, state, locale } = wish
  const { title, question, asks, anApplication, signedInAs, stay } = texts(locale)
  const source = returnTo === undefined ? undefined : formActionSource(returnTo)
  const fields = { client_id: client?.clientId, post_logout_redirect_uri: returnTo, state, ui_locales: wish.uiLocales }
  return page({
    title,
    lang: locale,
    selfUrl: here,
    formActions: source === undefined ? [] : [source],
    body: html`<h1>${question}</h1>
      <p class="lede">
        ${client ? asks(client.clientName) : anApplication} ${signedInAs} <strong>${user.email}</strong>.
      </p>
      ${form({
        action: '/oauth/logout',
        csrfToken,
        body: html`${Object.entries(fields).map(([name, value]) => hidden(name, value))}
          <div class="actions actions-pair">${buttonLink(stay, '/')}${button(title)}</div>`,
      })}`,
  })
}

const hidden = (name: string, value: string | undefined): Html | undefined =>
  value === undefined ? undefined : html`<input type="hidden" name="${name}" value="${value}" />`
