import { words } from '#/ui/i18n/index.ts'

/** What the page for a forgotten password says. */
export const forgotWords = words({
  en: { title: 'Forgot your password?', intro: 'We send you a link. With it you choose a new one.' },
  es: { title: '¿Has olvidado la contraseña?', intro: 'Te enviamos un enlace. Con él eliges una nueva.' },
})
