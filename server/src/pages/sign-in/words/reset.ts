import { html } from '#/ui/index.ts'
import { words } from '#/ui/i18n/index.ts'
import type { Html } from '#/ui/index.ts'

/** What the page for a new password says. */
export const resetWords = words({
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
