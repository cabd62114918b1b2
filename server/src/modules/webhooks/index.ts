/**
 * Webhooks: other systems hear of what happens here. Owns the subscriptions (`webhooks`), the log of what was sent
 * (`webhook_deliveries`, a queue while it waits) and how far the chain of events was followed (`webhook_progress`). An
 * event that was committed and sealed becomes a delivery for each enabled subscription that wants it (`fan-out.ts`); a
 * delivery is waiting, then succeeded or failed (`delivery-worker.ts`); a subscription is enabled or disabled, by an
 * operator, by a 410, or by five days of failures. It reads events, and nothing that records them knows it.
 */
import type { Deliveries } from './deliveries.ts'
import type { EventNames } from './event-names.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { subscriptionRoutes } from './routes.ts'
import type { Webhooks } from './webhooks.ts'

export { searchableDeliveries, searchableWebhooks } from './searchable.ts'
export { buildWebhooks } from './build.ts'
export { webhookErrors } from './errors.ts'
export { webhookEvents } from './events.ts'
export { dataSchema, payloadSchema, sentEvents } from './payload.ts'
export { webhookSamples } from './samples.ts'
export { newSigningSecret } from './secret.ts'
export { signatureHeaders } from './signature.ts'
export { WaitingDeliveries } from './waiting-deliveries.ts'

/** Every route of webhooks, which is served below two prefixes. */
export const webhookRoutes = [...subscriptionRoutes, ...deliveryRoutes]

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    webhooks: Webhooks
    webhookDeliveries: Deliveries
    eventNames: EventNames
  }
}
