import type { Static } from 'typebox'
import { toIso, toIsoOrNull } from '#/platform/clock.ts'
import type { DeliveryDetailSchema, DeliverySchema } from './delivery-schemas.ts'
import { stateOf } from './delivery.ts'
import type { Delivery, DeliveryOutline } from './delivery.ts'

/** A delivery as the log lists it. */
export const deliveryView = (delivery: DeliveryOutline): Static<typeof DeliverySchema> => ({
  id: delivery.id,
  webhook_id: delivery.webhookId,
  event: delivery.event,
  payload: delivery.payload ?? '',
  status_code: delivery.statusCode,
  success: delivery.success,
  state: stateOf(delivery),
  error: delivery.error,
  attempt: delivery.log.length,
  next_attempt_at: toIsoOrNull(delivery.nextAt),
  replayed_from: delivery.replayedFrom,
  created_at: toIso(delivery.createdAt),
})

/** The same with what was said on both sides. */
export const deliveryDetailView = (delivery: Delivery): Static<typeof DeliveryDetailSchema> => ({
  ...deliveryView(delivery),
  request_headers: delivery.requestHeaders,
  response_headers: delivery.responseHeaders,
  response_body: delivery.responseBody,
  duration_ms: delivery.durationMs,
  attempts: delivery.log.map(({ at, statusCode, error, durationMs }) => ({
    at: toIso(at),
    status_code: statusCode,
    error,
    duration_ms: durationMs,
  })),
})
