import { words } from '#/ui/i18n/index.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import type { PasswordFault } from './run.ts'

/** What people read of a flow. */
export const flowTexts = words({
  en: {
    failed: 'Signing in could not be finished. Try again, or tell whoever runs this server the number of this attempt.',
    refused: 'You may not sign in here.',
    expired: 'This sign-in took too long. Sign in again.',
    ended: 'The rules for signing in changed. Sign in again.',
    too_short: (length: number) => `The password needs at least ${length} characters.`,
    too_common: () => 'This password is easy to guess. Choose another one.',
  },
  es: {
    failed:
      'No se pudo completar el inicio de sesión. Inténtalo de nuevo o indica el número de este intento a quien administra este servidor.',
    refused: 'No puedes iniciar sesión aquí.',
    expired: 'Este inicio de sesión tardó demasiado. Inicia sesión de nuevo.',
    ended: 'Las reglas para iniciar sesión cambiaron. Inicia sesión de nuevo.',
    too_short: (length) => `La contraseña necesita al menos ${length} caracteres.`,
    too_common: () => 'Esta contraseña es fácil de adivinar. Elige otra.',
  },
})

/** What a password lacks, for the person. */
export const faultText = (fault: PasswordFault | null, minLength: number, locale: Locale): string | null =>
  fault === null ? null : flowTexts(locale)[fault](minLength)
