import { html } from '#/ui/index.ts'
import { words } from '#/ui/i18n/index.ts'
import type { Html } from '#/ui/index.ts'

/** What the page that sets a new server up says. */
export const setupWords = words({
  en: {
    title: 'Set up Mandate',
    intro: (): Html => html`You become the <strong>owner</strong> of this server. This link works once.`,
    email: 'Your e-mail address',
    create: 'Create the owner',
  },
  es: {
    title: 'Poner en marcha Mandate',
    intro: () => html`Serás <strong>propietario</strong> de este servidor. Este enlace funciona una sola vez.`,
    email: 'Tu dirección de correo',
    create: 'Crear la cuenta del propietario',
  },
})
