import assert from 'node:assert/strict'
import { byAdmin, changes, made } from './call.ts'
import type { TestApp } from '#test/support/app.ts'
import type { WorkedCall } from './call.ts'

const subscription = { url: 'http://127.0.0.1:9/hook', events: ['user.*'] }

/** A subscription with a delivery that waits, as `webhooks/wh_…/deliveries/whd_…`. */
async function delivery(app: TestApp): Promise<{ webhook: string; delivery: string }> {
  const id = await made(app, '/webhooks', subscription)
  const { json, status, text } = await app.admin('POST', `/webhooks/${id}/test`, {})
  assert.equal(status, 202, text)
  return { webhook: id, delivery: String(json['delivery_id']) }
}

const callsBelow = (prefix: '' | '/admin', noun: 'webhooks' | 'admin.webhooks'): readonly WorkedCall[] => {
  const list = `${prefix}/webhooks`
  const one = async (app: TestApp) => `${list}/${await made(app, '/webhooks', subscription)}`
  return [
    changes(`${noun}.create`, 'webhook.created', (app) => byAdmin(app, 'POST', list, subscription)),
    changes(`${noun}.update`, 'webhook.updated', async (app) =>
      byAdmin(app, 'PATCH', await one(app), { enabled: false }),
    ),
    changes(`${noun}.delete`, 'webhook.deleted', async (app) =>
      byAdmin(app, 'DELETE', `${list}/${(await delivery(app)).webhook}`),
    ),
    changes(`${noun}.rotateSecret`, 'webhook.secret_rotated', async (app) =>
      byAdmin(app, 'POST', `${await one(app)}/rotate-secret`, { overlap_seconds: 60 }),
    ),
    changes(`${noun}.test`, 'webhook.tested', async (app) => byAdmin(app, 'POST', `${await one(app)}/test`, {})),
    changes(`${noun}.deliveries.replay`, 'webhook_delivery.replayed', async (app) => {
      const sent = await delivery(app)
      return byAdmin(app, 'POST', `${list}/${sent.webhook}/deliveries/${sent.delivery}/replay`)
    }),
    changes(`${noun}.deliveries.replayFailed`, 'webhook_delivery.failures_replayed', async (app) =>
      byAdmin(app, 'POST', `${await one(app)}/deliveries/replay`, { since: '2026-01-01T00:00:00Z' }),
    ),
  ]
}

/** Webhooks, below both of their prefixes. */
export const webhookCalls: readonly WorkedCall[] = [
  ...callsBelow('', 'webhooks'),
  ...callsBelow('/admin', 'admin.webhooks'),
]
