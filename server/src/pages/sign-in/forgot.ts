import { linkRequestPage } from './ask-for-link.ts'
import type { LinkRequestPage } from './ask-for-link.ts'
import { common } from '#/pages/shared/common-words.ts'

/** Asks for the address of whoever forgot their password. */
export const forgotPage: LinkRequestPage = {
  name: 'pages.forgotPassword',
  url: '/forgot',
  link: 'reset',
  summaries: ['Show the form that asks for a new password', 'Ask for a link that resets the password'],
  worded: 'password_reset',
  texts: ({ locale }) => ({ back: common(locale).backToSignIn }),
}

export const forgotRoutes = linkRequestPage(forgotPage)
