import { Type } from 'typebox'
import { deliveryStates } from './delivery.ts'
import { ListQuery } from '#/platform/paging/paging.ts'

const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description })
const integerOrNull = (description: string) => Type.Union([Type.Integer(), Type.Null()], { description })

/** One delivery in the log. */
export const DeliverySchema = Type.Object(
  {
    id: Type.String({ description: 'Also sent as webhook-id, with every attempt the same.' }),
    webhook_id: Type.String(),
    event: Type.String(),
    payload: Type.String({ description: 'The exact text that is sent; empty with include_payload=false.' }),
    status_code: integerOrNull('Of the last attempt; null when no answer came, and before the first.'),
    success: Type.Boolean({ description: 'Whether it was answered with 2xx.' }),
    state: Type.Enum([...deliveryStates], { description: 'waiting: an attempt follows.' }),
    error: textOrNull(
      'Why no answer came: timeout, unreachable, refused (an address we do not go to), too_large, disabled, interrupted.',
    ),
    attempt: Type.Integer({ description: 'How many attempts there were.' }),
    next_attempt_at: textOrNull('Null when none follows.'),
    replayed_from: textOrNull('The delivery whose text this one sends again.'),
    created_at: Type.String(),
  },
  { $id: 'WebhookDelivery' },
)

const Headers = Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()])

/** One delivery with what was said on both sides. */
export const DeliveryDetailSchema = Type.Object(
  {
    ...DeliverySchema.properties,
    request_headers: Headers,
    response_headers: Headers,
    response_body: textOrNull('The first 4 KiB, as they came.'),
    duration_ms: integerOrNull('Of the last attempt.'),
    attempts: Type.Array(
      Type.Object({
        at: Type.String(),
        status_code: integerOrNull(''),
        error: textOrNull(''),
        duration_ms: Type.Integer(),
      }),
      { description: 'Every attempt, oldest first.' },
    ),
  },
  { $id: 'WebhookDeliveryDetail' },
)

export const DeliveriesQuery = Type.Object({
  ...ListQuery.properties,
  success: Type.Optional(
    Type.Boolean({ description: 'Only those that arrived, or only those that did not, or not yet.' }),
  ),
  state: Type.Optional(Type.Enum([...deliveryStates], { description: 'Only those in this state.' })),
  event: Type.Optional(Type.String({ maxLength: 100, description: 'Only those of this event.' })),
  include_payload: Type.Boolean({
    default: true,
    description: 'Whether payload holds what was sent, which is most of each entry; with false it is empty.',
  }),
})

export const DeliveryParams = Type.Object({ id: Type.String(), deliveryId: Type.String() })

export const TestWebhookSchema = Type.Object({
  event_type: Type.Optional(
    Type.String({ maxLength: 100, description: 'The event to send a sample of; webhook.test when not given.' }),
  ),
})

export const TestQueuedSchema = Type.Object({
  message: Type.String(),
  delivery_id: Type.String(),
  event: Type.String(),
})

export const ReplayQueuedSchema = Type.Object({
  message: Type.String(),
  new_delivery_id: Type.String(),
  event: Type.String(),
})

export const ReplayFailedSchema = Type.Object({
  since: Type.String({
    format: 'date-time',
    description: 'ISO 8601. Deliveries that were made at this time or later and failed for good.',
  }),
})

export const FailedQueuedSchema = Type.Object({
  message: Type.String(),
  count: Type.Integer({ description: 'How many are sent again, 1000 at most.' }),
  complete: Type.Boolean({ description: 'false: there are more. The same call takes the next ones.' }),
})
