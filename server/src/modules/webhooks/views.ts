import type { Static } from 'typebox'
import { toIso, toIsoOrNull } from '#/platform/clock.ts'
import type { EventNames } from './event-names.ts'
import type { WebhookSchema } from './schemas.ts'
import type { Webhook } from './webhook.ts'

/** A subscription as the admin API shows it at a moment. */
export const webhookView = (webhook: Webhook, names: EventNames, now: number): Static<typeof WebhookSchema> => ({
  id: webhook.id,
  url: webhook.url,
  events: [...webhook.events],
  unmatched_events: names.unmatched(webhook.events),
  enabled: webhook.enabled,
  description: webhook.description,
  signature_format: webhook.signatureFormat,
  retry: webhook.retry,
  old_secret_until: webhook.formerUntil !== null && webhook.formerUntil > now ? toIso(webhook.formerUntil) : null,
  failing_since: toIsoOrNull(webhook.failingSince),
  disabled_reason: webhook.disabledReason,
  missed:
    webhook.disabledAt === null
      ? null
      : { events: webhook.missedEvents, from: toIso(webhook.disabledAt), to: toIsoOrNull(webhook.enabledAt) },
  created_at: toIso(webhook.createdAt),
  updated_at: toIso(webhook.updatedAt),
})
