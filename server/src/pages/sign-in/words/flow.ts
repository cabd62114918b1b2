import { html } from '#/ui/index.ts'
import { words } from '#/ui/i18n/index.ts'
import type { Html } from '#/ui/index.ts'

/** What the pages say that a sign-in waits at for a step of its auth flow. */
export const flowWords = words({
  en: {
    confirmTitle: 'Confirm your address',
    confirmIntro: (email: string): Html =>
      html`To sign in you need to have confirmed <strong>${email}</strong>. Open the link in the mail that we send you,
        then come back here.`,
    sendLink: 'Send the link',
    sent: 'A link is on its way. It works for 24 hours, and only the newest one does.',
    confirmed: 'I have confirmed it',
    stillWaits: 'The address is not confirmed yet. Open the link in the mail first.',
    passwordTitle: 'Choose a stronger password',
    passwordIntro: 'This sign-in needs a stronger password than yours. Saving it signs you out everywhere else.',
    passwordLabel: 'New password',
    savePassword: 'Save and continue',
    continueTitle: 'Almost there',
    continueIntro: (email: string, client: string | undefined): Html =>
      html`You are signing in as
        <strong>${email}</strong>${client !== undefined && html` to <strong>${client}</strong>`}.`,
    leavingIntro: 'There is one step to do there. It leads you back here.',
  },
  es: {
    confirmTitle: 'Confirma tu dirección',
    confirmIntro: (email) =>
      html`Para entrar hace falta que hayas confirmado <strong>${email}</strong>. Abre el enlace del correo que te
        enviamos y vuelve aquí.`,
    sendLink: 'Enviar el enlace',
    sent: 'El enlace está en camino. Funciona durante 24 horas, y solo el más reciente.',
    confirmed: 'Ya la he confirmado',
    stillWaits: 'La dirección todavía no está confirmada. Abre antes el enlace del correo.',
    passwordTitle: 'Elige una contraseña más segura',
    passwordIntro:
      'Para entrar hace falta una contraseña más segura que la tuya. Al guardarla se cierran tus otras sesiones.',
    passwordLabel: 'Contraseña nueva',
    savePassword: 'Guardar y continuar',
    continueTitle: 'Ya casi está',
    continueIntro: (email, client) =>
      html`Vas a entrar como <strong>${email}</strong>${client !== undefined && html` en <strong>${client}</strong>`}.`,
    leavingIntro: 'Allí te queda un paso por hacer. Después volverás aquí.',
  },
})
