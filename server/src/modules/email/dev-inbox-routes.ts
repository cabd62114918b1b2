import { DryRunQuery } from '#/modules/lifecycle/index.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { listOf, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { ClearedSchema, DevEmailParams, DevEmailQuery, DevEmailSchema } from './schemas.ts'
import { devEmailView } from './views.ts'

// Links in these messages open accounts, so whoever sees them can be anyone.
const auth = { kind: 'admin', scope: 'email:write', fresh: true, fullAccess: true } as const

const listDevEmails = apiRoute({
  name: 'email.devInbox.list',
  method: 'GET',
  url: '/admin/dev/emails',
  auth,
  summary: 'List messages in the dev inbox',
  description:
    'Only while the e-mail provider is dev. The links in messages open accounts, so reading takes full access.',
  schema: { query: DevEmailQuery, response: { 200: listOf(DevEmailSchema), 404: ErrorSchema } },
  handler: async ({ query }, { mailbox }) => {
    return pageView(await mailbox.list(pageRequest(query), query.to), devEmailView)
  },
})

const getDevEmail = apiRoute({
  name: 'email.devInbox.get',
  method: 'GET',
  url: '/admin/dev/emails/:id',
  auth,
  summary: 'Get a message of the dev inbox',
  description: 'As it would have been sent. Only while the e-mail provider is dev.',
  schema: { params: DevEmailParams, response: { 200: DevEmailSchema, 404: ErrorSchema } },
  handler: async ({ params }, { mailbox }) => devEmailView(await mailbox.get(params.id)),
})

const clearDevEmails = apiRoute({
  name: 'email.devInbox.clear',
  method: 'DELETE',
  url: '/admin/dev/emails',
  auth,
  summary: 'Empty the dev inbox',
  description: 'Only while the e-mail provider is dev. With dry_run it only answers how many messages there are.',
  schema: { query: DryRunQuery, response: { 200: ClearedSchema, 404: ErrorSchema } },
  handler: async ({ query: { dry_run = false }, principal }, { mailbox }) => {
    const emails = dry_run ? await mailbox.count() : await mailbox.clear(principal.actor)
    return { deleted_emails: dry_run ? 0 : emails, dry_run, counts: { emails } }
  },
})

/** The admin routes of the dev inbox. */
export const devInboxRoutes = [listDevEmails, getDevEmail, clearDevEmails]
