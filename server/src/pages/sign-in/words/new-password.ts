import { words } from '#/ui/i18n/index.ts'
import { tooManyAttempts } from '#/pages/shared/form-errors.ts'
import { common } from '#/pages/shared/common-words.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import type { ErrorMessages } from '#/pages/shared/form-errors.ts'

const texts = words({
  en: {
    taken: 'There is an account with this address. Sign in instead.',
    closed: 'New accounts are not open to this address. Ask the people who run this service.',
    name: 'Enter a name of at most 200 visible characters.',
    tooShort: (shortest: number) => `The password needs at least ${shortest} characters.`,
    tooLong: 'Choose a password of at most 1024 characters.',
    tooCommon: 'This password is easy to guess. Choose another one, such as a few words in a row.',
  },
  es: {
    taken: 'Ya hay una cuenta con esta dirección. Entra en ella.',
    closed: 'Con esta dirección no se puede crear una cuenta. Pregunta a quienes gestionan este servicio.',
    name: 'Escribe un nombre de 200 caracteres visibles como máximo.',
    tooShort: (shortest) => `La contraseña necesita al menos ${shortest} caracteres.`,
    tooLong: 'Elige una contraseña de 1024 caracteres como máximo.',
    tooCommon: 'Esta contraseña es fácil de adivinar. Elige otra, por ejemplo unas cuantas palabras seguidas.',
  },
})

/** What is wrong with a new account or a new password, in the words of a form. */
export function newPasswordWording(locale: Locale): ErrorMessages {
  const { taken, closed, name, tooShort, tooLong, tooCommon } = texts(locale)
  const { invalidEmail } = common(locale)
  return {
    invalid_email: { field: 'email', status: 400, text: () => invalidEmail },
    email_taken: { field: 'email', status: 409, text: () => taken },
    sign_up_closed: { field: 'email', status: 403, text: () => closed },
    invalid_name: { field: 'name', status: 400, text: () => name },
    password_too_short: {
      field: 'password',
      status: 400,
      text: ({ details }) => tooShort(Number(details['min_length'])),
    },
    password_too_long: { field: 'password', status: 400, text: () => tooLong },
    password_too_common: { field: 'password', status: 400, text: () => tooCommon },
    rate_limited: { field: '', status: 429, text: tooManyAttempts(locale) },
  }
}
