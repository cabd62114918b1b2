import { sampleId, sampleTime } from '#/platform/openapi/sample-values.ts'
import type { Samples } from '#/platform/openapi/examples.ts'

const payload = {
  event: 'user.created',
  created_at: sampleTime('11-21T09:41:07'),
  data: { id: sampleId('usr'), email: 'maya@example.com', created_at: sampleTime('11-21T09:41:07') },
}
const url = 'https://hooks.example.com/mandate'

/** What stands in the examples of the reference. */
export const webhookSamples: Samples = {
  'webhooks.id': sampleId('wh'),
  'WebhookDelivery.id': sampleId('whd'),
  'WebhookDeliveryDetail.id': sampleId('whd'),
  webhook_id: sampleId('wh'),
  delivery_id: sampleId('whd'),
  new_delivery_id: sampleId('whd'),
  replayed_from: null,
  'webhooks.url': url,
  'webhooks.events': ['user.*', 'session.revoked'],
  'webhooks.event': payload.event,
  unmatched_events: [],
  'webhooks.description': 'Keeps the CRM up to date.',
  'webhooks.secret': 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  failing_since: null,
  disabled_reason: null,
  missed: null,
  'webhooks.payload': JSON.stringify(payload),
  'webhooks.status_code': 200,
  'webhooks.error': null,
  next_attempt_at: null,
  request_headers: { 'content-type': 'application/json', 'webhook-id': sampleId('whd') },
  response_headers: { 'content-type': 'text/plain' },
  response_body: 'ok',
  duration_ms: 84,
  'POST /api/v1/webhooks': { url, events: ['user.*', 'session.revoked'] },
  'POST /api/v1/admin/webhooks': { url, events: ['user.*', 'session.revoked'] },
}
