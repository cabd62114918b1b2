import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { listOf, pageRequest, pageView } from '#/platform/paging/paging.ts'
import {
  DeliveriesQuery,
  DeliveryDetailSchema,
  DeliveryParams,
  DeliverySchema,
  FailedQueuedSchema,
  ReplayFailedSchema,
  ReplayQueuedSchema,
  TestQueuedSchema,
  TestWebhookSchema,
} from './delivery-schemas.ts'
import { deliveryDetailView, deliveryView } from './delivery-views.ts'
import { WebhookParams } from './schemas.ts'

// What was sent is what the audit log holds.
const read = { kind: 'admin', scope: 'webhooks:read', alsoScope: 'audit-logs:read' } as const
const write = { kind: 'admin', scope: 'webhooks:write' } as const
const tag = 'webhooks'

const testWebhook = apiRoute({
  name: 'webhooks.test',
  method: 'POST',
  url: '/webhooks/:id/test',
  auth: write,
  summary: 'Send a test',
  description: 'A sample of an event, to this webhook alone. It is signed, sent and logged like any other delivery.',
  schema: { params: WebhookParams, body: TestWebhookSchema, response: { 202: TestQueuedSchema, 409: ErrorSchema } },
  handler: async ({ params, body, principal }, { webhookDeliveries }) => {
    const { id, event } = await webhookDeliveries.test(params.id, body.event_type, principal.actor)
    return { message: 'The test is on its way.', delivery_id: id, event }
  },
})

const listDeliveries = apiRoute({
  name: 'webhooks.deliveries.list',
  tag,
  method: 'GET',
  url: '/webhooks/:id/deliveries',
  auth: read,
  summary: 'List deliveries',
  description: 'What was sent and what waits, newest first; kept for webhooks.retention_days.',
  schema: { params: WebhookParams, query: DeliveriesQuery, response: { 200: listOf(DeliverySchema) } },
  handler: async ({ params, query }, { webhookDeliveries }) => {
    const filter = { ...query, hasPayload: query.include_payload }
    return pageView(await webhookDeliveries.list(params.id, filter, pageRequest(query)), deliveryView)
  },
})

const getDelivery = apiRoute({
  name: 'webhooks.deliveries.get',
  tag,
  method: 'GET',
  url: '/webhooks/:id/deliveries/:deliveryId',
  auth: read,
  summary: 'Get a delivery',
  description: 'With every attempt, and with headers and answer of the last one.',
  schema: { params: DeliveryParams, response: { 200: DeliveryDetailSchema } },
  handler: async ({ params }, { webhookDeliveries }) =>
    deliveryDetailView(await webhookDeliveries.get(params.id, params.deliveryId)),
})

const replayDelivery = apiRoute({
  name: 'webhooks.deliveries.replay',
  tag,
  method: 'POST',
  url: '/webhooks/:id/deliveries/:deliveryId/replay',
  auth: write,
  summary: 'Send a delivery again',
  description: 'The stored text byte for byte, as a new delivery with a new signature.',
  schema: { params: DeliveryParams, response: { 202: ReplayQueuedSchema, 409: ErrorSchema } },
  handler: async ({ params, principal }, { webhookDeliveries }) => {
    const { id, event } = await webhookDeliveries.replay(params.id, params.deliveryId, principal.actor)
    return { message: 'The delivery is on its way again.', new_delivery_id: id, event }
  },
})

const replayFailed = apiRoute({
  name: 'webhooks.deliveries.replayFailed',
  tag,
  method: 'POST',
  url: '/webhooks/:id/deliveries/replay',
  auth: write,
  summary: 'Send again what failed',
  description:
    'Every delivery that failed for good since a time, oldest first, but those that were sent again since; 1000 at most.',
  schema: { params: WebhookParams, body: ReplayFailedSchema, response: { 202: FailedQueuedSchema, 409: ErrorSchema } },
  handler: async ({ params, body, principal }, { webhookDeliveries }) => {
    const since = Date.parse(body.since)
    const { count, isAll } = await webhookDeliveries.replayFailed(params.id, since, principal.actor)
    return { message: `${count} on their way again.`, count, complete: isAll }
  },
})

/** The admin routes of deliveries, served below two prefixes. */
export const deliveryRoutes = [testWebhook, listDeliveries, getDelivery, replayDelivery, replayFailed]
