import { words } from '#/ui/i18n/index.ts'

/** What the sign-up page says. */
export const signUpWords = words({
  en: { title: 'Create an account', create: 'Create account', hasAccount: 'You have an account?' },
  es: { title: 'Crear una cuenta', create: 'Crear cuenta', hasAccount: '¿Ya tienes cuenta?' },
})
