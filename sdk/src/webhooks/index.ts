/**
 * What a server tells by webhooks: `verifyWebhook` proves that a message is from it, is new, and says what happened.
 */
export type * from '#/generated/webhook-events.ts'
export { verifyWebhook, WebhookError } from './verify-webhook.ts'
export type { ReceivedWebhook, WebhookEvent, WebhookOptions, WebhookRequest } from './verify-webhook.ts'
