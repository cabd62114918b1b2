import { Reply } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { devInboxRoutes } from './dev-inbox-routes.ts'
import { EmailConfigPatch, EmailConfigView, LocaleQuery, PreviewParams, SendTo, SentSchema } from './schemas.ts'
import { templateRoutes } from './template-routes.ts'
import { configReport } from './views.ts'
import { Type } from 'typebox'
import type { ApiServices } from '#/platform/http/routing/services.ts'

const read = { kind: 'admin', scope: 'email:read' } as const
// Whoever decides where mail goes and what it says gets the links that open accounts.
const write = { kind: 'admin', scope: 'email:write', fresh: true, fullAccess: true } as const

const readConfig = apiRoute({
  name: 'email.getConfig',
  method: 'GET',
  url: '/admin/email-config',
  auth: read,
  summary: 'Read how mail is sent',
  description: 'The set-up, and whether messages wait. The password is never shown.',
  schema: { response: { 200: EmailConfigView } },
  handler: (_request, services) => report(services),
})

const updateConfig = apiRoute({
  name: 'email.updateConfig',
  method: 'PATCH',
  url: '/admin/email-config',
  auth: write,
  summary: 'Change how mail is sent',
  description:
    'A merge patch: null goes back to the default. The password is stored encrypted and never shown; it must be given again when the mail server changes.',
  schema: { body: EmailConfigPatch, response: { 200: EmailConfigView } },
  handler: async ({ body, principal }, services) => {
    await services.emailSettings.update(body, principal.actor)
    return report(services)
  },
})

const sendTestEmail = apiRoute({
  name: 'email.sendTest',
  method: 'POST',
  url: '/admin/test-email',
  auth: write,
  summary: 'Send a test message',
  description: 'Sent at once, so that the response says whether it was delivered to the mail server, and if not, why.',
  schema: { query: LocaleQuery, body: SendTo, response: { 200: SentSchema } },
  handler: async ({ query, body, principal }, { testMails }) => {
    await testMails.send(body.to, query.locale, principal.actor)
    return { sent: true, to: body.to }
  },
})

/** A template is an operator's markup: it may show itself, and do nothing else. */
const PREVIEW_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: https:; frame-ancestors 'self'; form-action 'none'; base-uri 'none'"

const previewPage = apiRoute({
  name: 'email.preview',
  method: 'GET',
  url: '/admin/email-preview/:template',
  auth: read,
  summary: 'Show a template as a message',
  description: 'The HTML it becomes with sample values.',
  schema: {
    params: PreviewParams,
    query: LocaleQuery,
    response: { 200: Type.String({ 'x-media-types': ['text/html'] }) },
  },
  handler: async ({ params, query }, { emailTemplates }) => {
    const { html } = await emailTemplates.preview(params.template, query.locale)
    return new Reply(200, html, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': PREVIEW_POLICY,
    })
  },
})

async function report({ emailSettings, mailTransport }: ApiServices) {
  const config = await emailSettings.current()
  return configReport(config, await mailTransport.sender(), await mailTransport.status())
}

/** The admin routes of e-mail. */
export const emailRoutes = [readConfig, updateConfig, sendTestEmail, previewPage, ...templateRoutes, ...devInboxRoutes]
