import { Type } from 'typebox'
import { DryRunQuery, DryRunSchema, dryRunView } from '#/modules/lifecycle/index.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { created, noContent } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { listOf, ListQuery, pageRequest, pageView } from '#/platform/paging/paging.ts'
import {
  CreateWebhookSchema,
  EventNamesSchema,
  NewWebhookSchema,
  RotateWebhookSecretSchema,
  UpdateWebhookSchema,
  WebhookParams,
  WebhookSchema,
} from './schemas.ts'
import { webhookView } from './views.ts'

const read = { kind: 'admin', scope: 'webhooks:read' } as const
const write = { kind: 'admin', scope: 'webhooks:write' } as const
// Whoever chooses where events go reads what the audit log holds, long after their session.
const direct = { ...write, alsoScope: 'audit-logs:read', fresh: true } as const

const createWebhook = apiRoute({
  name: 'webhooks.create',
  method: 'POST',
  url: '/webhooks',
  auth: direct,
  summary: 'Subscribe to events',
  description:
    'Events that happen from now on are posted to url, signed. Without events it gets all of them, without secret a new one; ' +
    'no other response carries the secret.',
  schema: { body: CreateWebhookSchema, response: { 201: NewWebhookSchema, 403: ErrorSchema, 409: ErrorSchema } },
  handler: async ({ body, principal }, { webhooks, eventNames, clock }) => {
    const { webhook, secret } = await webhooks.create(body, principal.actor)
    return created(`/api/v1/webhooks/${webhook.id}`, { ...webhookView(webhook, eventNames, clock.now()), secret })
  },
})

const listWebhooks = apiRoute({
  name: 'webhooks.list',
  method: 'GET',
  url: '/webhooks',
  auth: read,
  summary: 'List webhooks',
  description: 'Newest first, without their secrets.',
  schema: { query: ListQuery, response: { 200: listOf(WebhookSchema) } },
  handler: async ({ query }, { webhooks, eventNames, clock }) =>
    pageView(await webhooks.list(pageRequest(query)), (webhook) => webhookView(webhook, eventNames, clock.now())),
})

const listEventNames = apiRoute({
  name: 'webhooks.listEvents',
  method: 'GET',
  url: '/webhooks/events',
  auth: read,
  summary: 'List the events there are',
  description: 'Every kind that a webhook can see. What each carries is described under webhooks in this document.',
  schema: { response: { 200: EventNamesSchema } },
  handler: (_request, { eventNames }) => ({ events: eventNames.all }),
})

const getWebhook = apiRoute({
  name: 'webhooks.get',
  method: 'GET',
  url: '/webhooks/:id',
  auth: read,
  summary: 'Get a webhook',
  description: 'With how it does: since when it fails, and what it missed while it was disabled.',
  schema: { params: WebhookParams, response: { 200: WebhookSchema } },
  handler: async ({ params }, { webhooks, eventNames, clock }) =>
    webhookView(await webhooks.get(params.id), eventNames, clock.now()),
})

const updateWebhook = apiRoute({
  name: 'webhooks.update',
  method: 'PATCH',
  url: '/webhooks/:id',
  auth: direct,
  summary: 'Update a webhook',
  description:
    'A JSON merge patch (RFC 7396). While it is disabled nothing is sent; missed says how much it would have got. A secret ' +
    'given here signs at once, and the old one stops; rotate-secret lets both sign for a while.',
  schema: {
    params: WebhookParams,
    body: UpdateWebhookSchema,
    response: { 200: WebhookSchema, 403: ErrorSchema },
  },
  handler: async ({ params, body, principal }, { webhooks, eventNames, clock }) =>
    webhookView(await webhooks.update(params.id, body, principal.actor), eventNames, clock.now()),
})

const deleteWebhook = apiRoute({
  name: 'webhooks.delete',
  method: 'DELETE',
  url: '/webhooks/:id',
  auth: write,
  summary: 'Delete a webhook',
  description:
    'What waits to be sent is not sent any more. What was sent stays for webhooks.retention_days, out of reach. With dry_run it ' +
    'only answers what would end.',
  schema: { params: WebhookParams, query: DryRunQuery, response: { 200: DryRunSchema, 204: Type.Undefined() } },
  handler: async ({ params, query, principal }, { webhooks }) => {
    if (query.dry_run === true) return dryRunView(await webhooks.countEnding(params.id))
    await webhooks.delete(params.id, principal.actor)
    return noContent()
  },
})

const rotateSecret = apiRoute({
  name: 'webhooks.rotateSecret',
  method: 'POST',
  url: '/webhooks/:id/rotate-secret',
  auth: direct,
  summary: 'Give a webhook a new secret',
  description:
    'The old secret stops signing at once, or after overlap_seconds, in which both sign; an older one stops in either case. ' +
    'The raw formats of X-Service-Signature have room for one signature, which is that of the new secret.',
  schema: {
    params: WebhookParams,
    body: RotateWebhookSecretSchema,
    response: { 200: NewWebhookSchema, 403: ErrorSchema },
  },
  handler: async ({ params, body, principal }, { webhooks, eventNames, clock }) => {
    const asked = { overlapSeconds: body.overlap_seconds ?? 0, secret: body.secret }
    const { webhook, secret } = await webhooks.rotateSecret(params.id, asked, principal.actor)
    return { ...webhookView(webhook, eventNames, clock.now()), secret }
  },
})

/** The admin routes of subscriptions, served below two prefixes. */
export const subscriptionRoutes = [
  createWebhook,
  listWebhooks,
  listEventNames,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateSecret,
]
