import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { Server } from '@mandate/e2e/support/server.ts'
import { Mandate } from '#/index.ts'
import { verifyWebhook } from '#/webhooks/index.ts'
import type { WebhookRequest } from '#/webhooks/index.ts'

describe('webhooks of a server', () => {
  let server: Server
  let mandate: Mandate
  const received: WebhookRequest[] = []
  const receiver = createServer((request, response) => {
    void buffer(request).then((body) => {
      received.push({ body, headers: request.headers })
      response.end()
      receiver.emit('received')
    })
  })
  before(async () => {
    server = await Server.start()
    mandate = new Mandate({ url: server.url, apiKey: server.adminKey })
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
  })
  after(async () => {
    await server.remove()
    receiver.close()
  })

  for (const signature_format of ['timestamped', 'raw', 'raw_prefixed'] as const)
    test(`a message signed as ${signature_format} is genuine, by both of its signatures`, async () => {
      const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
      const { id, secret } = await mandate.webhooks.create({ url, events: ['user.created'], signature_format })
      const arrived = once(receiver, 'received')
      await mandate.webhooks.test(id, { event_type: 'user.created' })
      await arrived
      const message = received.at(-1)
      assert.ok(message)
      const { event } = await verifyWebhook(message, { secret })
      assert(event.event === 'user.created')
      assert.match(event.data.email, /@/)
      await verifyWebhook(message, { secret, format: signature_format })

      const rotated = await mandate.webhooks.rotateSecret(id, { overlap_seconds: 3600 })
      const again = once(receiver, 'received')
      await mandate.webhooks.test(id, { event_type: 'user.created' })
      await again
      const next = received.at(-1)
      assert.ok(next)
      await verifyWebhook(next, { secret })
      await verifyWebhook(next, { secret: rotated.secret })
      await mandate.webhooks.delete(id)
    })
})
