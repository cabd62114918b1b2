/** What an endpoint in TypeScript does with a request, with our SDK. */
export const verifying = `import { verifyWebhook } from '@mandate/sdk/webhooks'

const event = await verifyWebhook(request, {
  secret: process.env.MANDATE_WEBHOOK_SECRET,
})
// Answer first, work afterwards: after ten seconds the delivery counts as failed.
queue.push(event)
return new Response(null, { status: 204 })`
