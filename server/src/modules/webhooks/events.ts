import { Type } from 'typebox'
import { CountsSchema } from '#/modules/lifecycle/index.ts'
import { eventType } from '#/platform/audit/event.ts'

const subscription = {
  id: Type.String(),
  host: Type.String({ description: 'Of the address; the rest of it may be a secret of the receiver' }),
}

export const webhookCreated = eventType(
  'webhook.created',
  'Somebody subscribed to events.',
  Type.Object({ ...subscription, events: Type.Array(Type.String()), enabled: Type.Boolean() }),
  { webhook: true },
)
export const webhookUpdated = eventType(
  'webhook.updated',
  'A subscription was changed, turned off or on. A new address or secret is named, never told.',
  Type.Object({
    ...subscription,
    events: Type.Array(Type.String()),
    enabled: Type.Boolean(),
    changed: Type.Array(Type.String(), { description: 'Names of the fields' }),
    missed_events: Type.Optional(Type.Integer({ description: 'While it was turned off, when it was turned on' })),
  }),
  { webhook: true },
)
export const webhookSecretRotated = eventType(
  'webhook.secret_rotated',
  'A subscription got a new signing secret.',
  Type.Object({
    ...subscription,
    old_secret_until: Type.Union([Type.String(), Type.Null()], { description: 'Null: it stopped at once.' }),
  }),
  { webhook: true },
)
export const webhookDeleted = eventType(
  'webhook.deleted',
  'A subscription was deleted; what waited to be sent is not sent any more.',
  Type.Object({ ...subscription, counts: CountsSchema }),
  { webhook: true },
)

export const webhookDisabled = eventType(
  'webhook.disabled',
  'A subscription was turned off: its endpoint is gone for good, or nothing arrived there for five days.',
  Type.Object({
    ...subscription,
    reason: Type.Enum(['gone', 'failing']),
    failing_since: Type.Union([Type.String(), Type.Null()]),
  }),
  { webhook: true },
)
const delivery = { ...subscription, delivery_id: Type.String(), event: Type.String() }
export const webhookTested = eventType('webhook.tested', 'A test was sent to a subscription.', Type.Object(delivery))
export const deliveryReplayed = eventType(
  'webhook_delivery.replayed',
  'A delivery was sent again, as it was.',
  Type.Object({ ...delivery, new_delivery_id: Type.String() }),
)
export const failuresReplayed = eventType(
  'webhook_delivery.failures_replayed',
  'The deliveries that had failed since a time were sent again.',
  Type.Object({ ...subscription, since: Type.String(), count: Type.Integer() }),
)

/** What this module tells. */
export const webhookEvents = [
  webhookCreated,
  webhookUpdated,
  webhookSecretRotated,
  webhookDeleted,
  webhookDisabled,
  webhookTested,
  deliveryReplayed,
  failuresReplayed,
]
