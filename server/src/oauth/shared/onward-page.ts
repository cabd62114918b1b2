import { buttonLink, html, notice, page } from '#/ui/index.ts'
import type { Html } from '#/ui/index.ts'
import { words } from '#/ui/i18n/index.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import { domainOf } from '#/modules/clients/index.ts'
import type { Client } from '#/modules/clients/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'

interface Onward {
  readonly client: Client
  /** Where the client wants the browser to go. */
  readonly address: string
  readonly locale: Locale
}

/**
 * Whether a browser must not be sent to a client's address before its person did something here. Anyone can register a
 * client with any address, and a link to us would lead wherever they like (RFC 9700 §4.11.2).
 */
export const needsClick = (client: Client): boolean => !client.trusted

/** In place of the redirect that would tell a client of an error: the same, behind a link. */
export function errorOnwardPage(onward: Onward, error: string, description: string): Reply {
  const { couldNot, asked, forDevelopers } = texts(onward.locale)
  return onwardPage(onward, 400, couldNot, asked(onward.client.clientName, originOf(onward)), {
    after: notice(
      'info',
      html`<h2>${forDevelopers}</h2>
        <p lang="en"><code>${error}</code> ${description}</p>`,
    ),
  })
}

/** In place of the redirect after signing out. */
export function signedOutOnwardPage(onward: Onward): Reply {
  const { signedOut, nobody } = texts(onward.locale)
  return onwardPage(onward, 200, signedOut, nobody(onward.client.clientName, originOf(onward)))
}

function onwardPage(
  { address, locale }: Onward,
  status: number,
  title: string,
  text: Html,
  { after }: { after?: Html } = {},
): Reply {
  const { unknown, goTo } = texts(locale)
  return page({
    title,
    status,
    lang: locale,
    body: html`<h1>${title}</h1>
      <p>${text} ${unknown}</p>
      ${after}
      <p class="actions">${buttonLink(goTo(placeOf(address)), address)}</p>`,
  })
}

/** How it comes that a client nobody vouches for is known here. */
function originOf({ client, locale }: Onward): string {
  const { registered, described } = texts(locale)
  const domain = domainOf(client)
  return domain === undefined ? registered : described(domain)
}

/** What a person can check: a host on the web, or the scheme of an app. */
function placeOf(address: string): string {
  const url = URL.parse(address)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.host : (url?.protocol ?? address)
}

const texts = words({
  en: {
    couldNot: 'This application could not go on',
    registered: 'which registered itself here',
    described: (domain: string) => `which says it is from ${domain}`,
    asked: (client: string, origin: string): Html =>
      html`<strong>${client}</strong>, ${origin}, asked for something that can’t be done like this.`,
    signedOut: 'You are signed out',
    nobody: (client: string, origin: string): Html =>
      html`Nobody is signed in in this browser now. <strong>${client}</strong>, ${origin}, wants you to go on to it.`,
    unknown: 'If you don’t know it, close this page.',
    goTo: (place: string) => `Go to ${place}`,
    forDevelopers: 'For developers',
  },
  es: {
    couldNot: 'Esta aplicación no ha podido continuar',
    registered: 'que se registró ella misma aquí',
    described: (domain) => `que dice ser de ${domain}`,
    asked: (client, origin) => html`<strong>${client}</strong>, ${origin}, ha pedido algo que así no se puede hacer.`,
    signedOut: 'Has cerrado la sesión',
    nobody: (client, origin) =>
      html`Ahora nadie tiene la sesión abierta en este navegador. <strong>${client}</strong>, ${origin}, quiere que
        sigas hacia ella.`,
    unknown: 'Si no la conoces, cierra esta página.',
    goTo: (place) => `Ir a ${place}`,
    forDevelopers: 'Para desarrolladores',
  },
})
