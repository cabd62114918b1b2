import { html } from '#/ui/index.ts'
import { words } from '#/ui/i18n/index.ts'
import type { Html } from '#/ui/index.ts'

/** What the pages about links in mail say. */
export const linkWords = words({
  en: {
    send: 'Send the link',
    onItsWay: (email: string, minutes: number): Html =>
      html`If there is an account for <strong>${email}</strong>, a link is on its way. It works once, for ${minutes}
        minutes.`,
    nothingThere: 'Nothing there? Look among the unwanted mail, check the address, or',
    askOnceMore: 'ask once more',
    onlyNewest: 'Only the newest link works.',
    thisBrowser: 'Open it in this browser; in another one you will be asked whether it is you.',
    askNew: 'Ask for a new one',
    deadTitle: 'This link does not work',
    dead: 'This link does not work any more',
    whyDead: 'Links work once and for a limited time, and only the newest of its kind does.',
  },
  es: {
    send: 'Enviar el enlace',
    onItsWay: (email, minutes) =>
      html`Si hay una cuenta para <strong>${email}</strong>, el enlace está en camino. Funciona una sola vez, durante
        ${minutes} minutos.`,
    nothingThere: '¿No llega nada? Mira en el correo no deseado, comprueba la dirección o',
    askOnceMore: 'pídelo otra vez',
    onlyNewest: 'Solo funciona el enlace más reciente.',
    thisBrowser: 'Ábrelo en este navegador; en otro te preguntaremos si eres tú.',
    askNew: 'Pedir uno nuevo',
    deadTitle: 'Este enlace no funciona',
    dead: 'Este enlace ya no funciona',
    whyDead: 'Cada enlace funciona una sola vez y por tiempo limitado, y solo el más reciente de su clase.',
  },
})
