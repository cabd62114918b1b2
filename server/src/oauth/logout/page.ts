import { button, buttonLink, form, formActionSource, html, page } from '#/ui/index.ts'
import type { Html } from '#/ui/index.ts'
import { words } from '#/ui/i18n/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import { destinationOf } from './logout-request.ts'
import type { LogoutRequest } from './logout-request.ts'

const texts = words({
  en: {
    title: 'Sign out',
    question: 'Sign out?',
    asks: (client: string): Html => html`<strong>${client}</strong> asks to sign you out here.`,
    anApplication: 'An application asks to sign you out here.',
    signedInAs: 'You are signed in as',
    stay: 'Stay signed in',
    nothingEnded: 'You may still be signed in elsewhere',
    notProven:
      'Nobody is signed in in this browser. The application showed an ID token that proves nothing any more, so nothing was ended.',
    goOn: 'Go on to the application',
    signIn: 'Sign in',
  },
  es: {
    title: 'Cerrar sesión',
    question: '¿Cerrar la sesión?',
    asks: (client) => html`<strong>${client}</strong> pide cerrar tu sesión aquí.`,
    anApplication: 'Una aplicación pide cerrar tu sesión aquí.',
    signedInAs: 'Tienes la sesión abierta como',
    stay: 'Seguir con la sesión abierta',
    nothingEnded: 'Puede que sigas con la sesión abierta en otro sitio',
    notProven:
      'En este navegador nadie tiene la sesión abierta. La aplicación ha mostrado un token de identidad que ya no prueba nada, así que no se ha cerrado ninguna.',
    goOn: 'Continuar hacia la aplicación',
    signIn: 'Entrar',
  },
})

/** Asks before signing out, because an application wants it and has not shown for whom. */
export function confirmPage(wish: LogoutRequest, { user }: SessionPrincipal, csrfToken: string): Reply {
  const { client, returnTo, state, locale } = wish
  const { title, question, asks, anApplication, signedInAs, stay } = texts(locale)
  const source = returnTo === undefined ? undefined : formActionSource(returnTo)
  const fields = { client_id: client?.clientId, post_logout_redirect_uri: returnTo, state, ui_locales: wish.uiLocales }
  return page({
    title,
    lang: locale,
    // What came in the address may hold an ID token, and has no place in a link.
    selfUrl: `/oauth/logout${queryOf(fields)}`,
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

/**
 * In place of the redirect that would tell an application that all is done: nobody is signed in here, and what it showed
 * does not say whose session elsewhere it means.
 */
export function nothingEndedPage(wish: LogoutRequest): Reply {
  const { nothingEnded, notProven, goOn, signIn } = texts(wish.locale)
  const address = wish.returnTo === undefined ? '/login' : destinationOf(wish)
  return page({
    title: nothingEnded,
    lang: wish.locale,
    body: html`<h1>${nothingEnded}</h1>
      <p>${notProven}</p>
      <p class="actions">${buttonLink(wish.returnTo === undefined ? signIn : goOn, address)}</p>`,
  })
}

function queryOf(fields: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

const hidden = (name: string, value: string | undefined): Html | undefined =>
  value === undefined ? undefined : html`<input type="hidden" name="${name}" value="${value}" />`
