import { askingPage } from './ask-for-link.ts'
import { common } from '#/pages/shared/common-words.ts'
import { forgotWords } from './words/forgot.ts'

export const forgotRoutes = askingPage({
  name: 'pages.forgotPassword',
  url: '/forgot',
  link: 'reset',
  summaries: ['Show the form that asks for a new password', 'Ask for a link that resets the password'],
  texts: ({ locale }) => ({ ...forgotWords(locale), back: common(locale).backToSignIn }),
})
