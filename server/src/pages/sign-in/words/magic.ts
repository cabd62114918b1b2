import { html } from '#/ui/index.ts'
import { words } from '#/ui/i18n/index.ts'
import type { Html } from '#/ui/index.ts'

/** What the pages for a sign-in by mail say. */
export const magicWords = words({
  en: {
    title: 'Sign in by mail',
    intro: (client: string | undefined): Html =>
      html`We send you a link that signs you
      in${client !== undefined && html` and leads on to <strong>${client}</strong>`}. No password needed.`,
    withPassword: 'Sign in with a password',
    signInTo: (client: string) => `Sign in to ${client}`,
    as: (email: string): Html => html`as <strong>${email}</strong>`,
    otherBrowser:
      'This link was asked for in another browser. Go on only if it was you who asked, and this is your device.',
    endsPassword: 'This confirms your address for the first time. A password chosen before ends with it.',
    signInHere: 'Sign in here',
  },
  es: {
    title: 'Entrar por correo',
    intro: (client) =>
      html`Te enviamos un enlace con el que
      entras${client !== undefined && html` y continúas en <strong>${client}</strong>`}. No hace falta contraseña.`,
    withPassword: 'Entrar con contraseña',
    signInTo: (client) => `Entrar en ${client}`,
    as: (email) => html`como <strong>${email}</strong>`,
    otherBrowser: 'Este enlace se pidió en otro navegador. Sigue solo si lo pediste tú y este es tu dispositivo.',
    endsPassword: 'Con esto confirmas tu dirección por primera vez. Una contraseña elegida antes deja de valer.',
    signInHere: 'Entrar aquí',
  },
})
