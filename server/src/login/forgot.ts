import { Type } from 'typebox'
import { route } from '#/platform/http/route.ts'
import { AskBody, showAsking, submitAsking } from './ask-for-link.ts'
import { PurposeQuery } from './sign-in.ts'
import type { Asking } from './ask-for-link.ts'

const Page = Type.String({ description: 'A page for the person' })

const asking: Asking = {
  url: '/forgot',
  link: 'reset',
  heading: 'Forgot your password?',
  lede: () => 'We send you a link. With it you choose a new one.',
  back: 'Back to sign in',
}

const showForgot = route({
  method: 'GET',
  url: '/forgot',
  auth: { kind: 'browser' },
  summary: 'Show the form that asks for a new password',
  tag: 'pages',
  page: true,
  schema: { query: PurposeQuery, response: { 200: Page, 403: Page, 410: Page } },
  handler: (visit, services) => showAsking(asking, visit, services),
})

const submitForgot = route({
  method: 'POST',
  url: '/forgot',
  auth: { kind: 'browser' },
  summary: 'Ask for a link that resets the password',
  tag: 'pages',
  page: true,
  form: true,
  schema: { query: PurposeQuery, body: AskBody, response: { 200: Page, 400: Page, 403: Page, 410: Page, 429: Page } },
  handler: (visit, services) => submitAsking(asking, visit, services),
})

export const forgotRoutes = [showForgot, submitForgot]
