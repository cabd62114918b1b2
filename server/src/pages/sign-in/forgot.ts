import { linkRequestPage } from './ask-for-link.ts'
import { common } from '#/pages/shared/common-words.ts'
import { words } from '#/ui/i18n/index.ts'

export const forgotRoutes = linkRequestPage({
  name: 'pages.forgotPassword',
  url: '/forgot',
  link: 'reset',
  summaries: ['Show the form that asks for a new password', 'Ask for a link that resets the password'],
  texts: ({ locale }) => ({ ...forgotWords(locale), back: common(locale).backToSignIn }),
})

/** What the page for a forgotten password says. */
const forgotWords = words({
  en: { title: 'Forgot your password?', intro: 'We send you a link. With it you choose a new one.' },
  es: { title: '¿Has olvidado la contraseña?', intro: 'Te enviamos un enlace. Con él eliges una nueva.' },
})
