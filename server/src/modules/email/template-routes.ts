import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { listOf, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import {
  EmailTemplatePatch,
  EmailTemplateSchema,
  LocaleQuery,
  PreviewRequest,
  PreviewSchema,
  SendTo,
  SentSchema,
  TemplateListQuery,
  TemplateParams,
} from './schemas.ts'
import { templateView } from './views.ts'

const read = { kind: 'admin', scope: 'email:read' } as const
// Whoever decides where mail goes and what it says gets the links that open accounts.
const write = { kind: 'admin', scope: 'email:write', fresh: true, fullAccess: true } as const

// Room for the longest template with every sign escaped.
const BODY_LIMIT_BYTES = 512 * 1024

const listTemplates = apiRoute({
  name: 'email.templates.list',
  method: 'GET',
  url: '/admin/email-templates',
  auth: read,
  summary: 'List e-mail templates',
  description: 'In one language; in the order of their kinds, whether changed or not.',
  schema: { query: TemplateListQuery, response: { 200: listOf(EmailTemplateSchema) } },
  handler: async ({ query }, { emailTemplates }) =>
    pageView(await emailTemplates.list(query.locale, pageRequest(query)), templateView),
})

const getTemplate = apiRoute({
  name: 'email.templates.get',
  method: 'GET',
  url: '/admin/email-templates/:id',
  auth: read,
  summary: 'Get an e-mail template',
  description: 'The text in use, and the variables it may name.',
  schema: { params: TemplateParams, query: LocaleQuery, response: { 200: EmailTemplateSchema, 404: ErrorSchema } },
  handler: async ({ params, query }, { emailTemplates }) =>
    templateView(await emailTemplates.get(params.id, query.locale)),
})

const updateTemplate = apiRoute({
  name: 'email.templates.update',
  method: 'PATCH',
  url: '/admin/email-templates/:id',
  auth: write,
  summary: 'Change an e-mail template',
  description:
    'A merge patch: null takes the built-in text back. A variable that the template does not have is an error.',
  bodyLimitBytes: BODY_LIMIT_BYTES,
  schema: {
    params: TemplateParams,
    query: LocaleQuery,
    body: EmailTemplatePatch,
    response: { 200: EmailTemplateSchema, 404: ErrorSchema },
  },
  handler: async ({ params, query, body, principal }, { emailTemplates }) =>
    templateView(await emailTemplates.update(params.id, query.locale, body, principal.actor)),
})

const previewTemplate = apiRoute({
  name: 'email.templates.preview',
  method: 'POST',
  url: '/admin/email-templates/:id/preview',
  auth: read,
  summary: 'Preview an e-mail template',
  description:
    'What is given is shown unsaved, with sample values. Show the html in a sandboxed frame: it is markup that an operator wrote.',
  bodyLimitBytes: BODY_LIMIT_BYTES,
  schema: {
    params: TemplateParams,
    query: LocaleQuery,
    body: PreviewRequest,
    response: { 200: PreviewSchema, 404: ErrorSchema },
  },
  handler: ({ params, query, body }, { emailTemplates }) => emailTemplates.preview(params.id, query.locale, body),
})

const sendTestOfTemplate = apiRoute({
  name: 'email.templates.sendTest',
  method: 'POST',
  url: '/admin/email-templates/:id/send-test',
  auth: write,
  summary: 'Send an e-mail template with sample values',
  description: 'Sent at once, so that the response says whether it was delivered to the mail server, and if not, why.',
  schema: {
    params: TemplateParams,
    query: LocaleQuery,
    body: SendTo,
    response: { 200: SentSchema, 404: ErrorSchema },
  },
  handler: async ({ params, query, body, principal }, { testMails }) => {
    await testMails.sendTemplate(params.id, query.locale, body.to, principal.actor)
    return { sent: true, to: body.to }
  },
})

const resetTemplate = apiRoute({
  name: 'email.templates.reset',
  method: 'POST',
  url: '/admin/email-templates/:id/reset',
  auth: write,
  summary: 'Take the built-in e-mail template back',
  description: 'Subject and text become what they were at first.',
  schema: { params: TemplateParams, query: LocaleQuery, response: { 200: EmailTemplateSchema, 404: ErrorSchema } },
  handler: async ({ params, query, principal }, { emailTemplates }) =>
    templateView(await emailTemplates.reset(params.id, query.locale, principal.actor)),
})

/** The admin routes of templates. */
export const templateRoutes = [
  listTemplates,
  getTemplate,
  updateTemplate,
  previewTemplate,
  sendTestOfTemplate,
  resetTemplate,
]
