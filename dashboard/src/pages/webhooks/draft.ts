import type { Webhook } from '@mandate/sdk'

/** What can be said of an endpoint, as the form has it: by the names of the wire. */
export interface WebhookDraft extends Pick<Webhook, 'url' | 'description' | 'signature_format' | 'retry' | 'enabled'> {
  readonly events: readonly string[]
}

/** What the form shows at first. */
export const draftOf = (webhook?: Webhook): WebhookDraft => ({
  url: webhook?.url ?? '',
  description: webhook?.description ?? '',
  events: webhook?.events ?? [],
  signature_format: webhook?.signature_format ?? 'timestamped',
  retry: webhook?.retry ?? 'none',
  enabled: webhook?.enabled ?? true,
})
