import { errorCodes } from '#/platform/errors/app-error.ts'

/** What can go wrong with webhooks. */
export const webhookErrors = errorCodes({
  webhook_not_found: {
    error: 'not_found',
    message: 'There is no webhook with this id.',
    help: 'GET /api/v1/webhooks lists the subscriptions; a deleted one is gone for good.',
  },
  webhook_url_not_allowed: {
    error: 'invalid_request',
    message: 'The server does not send anything to this address.',
    help: 'Use https and an address anybody can reach. Hosts on a private network, or without TLS, are named in the setting outbound.allowed_hosts; details.errors says what stands against the address.',
  },
  webhook_delivery_not_found: {
    error: 'not_found',
    message: 'This webhook has no delivery with this id.',
    help: 'GET /api/v1/webhooks/{id}/deliveries lists them. They are kept for the days of the setting webhooks.retention_days.',
  },
  webhook_disabled: {
    error: 'conflict',
    message: 'This webhook is disabled, so nothing is sent to it.',
    help: 'Turn it on first: PATCH with enabled true.',
  },
  too_many_webhooks: {
    error: 'conflict',
    message: 'There are as many webhooks as there can be.',
    help: 'Delete one that nobody needs, or let one subscription take more events.',
  },
})
