import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { startEndpoint, subscribe } from '#test/support/webhooks.ts'

const WEBHOOKS = 4
const EVENTS = 16

for (const engine of ['sqlite', 'postgres'] as const) {
  test(`a delivery costs half a statement, since many are taken, looked up and ended together (${engine})`, async (t) => {
    const statements: string[] = []
    const app = await createTestApp(t, { engine, statements })
    // Responds when all of them are in hand, so that no slow machine draws them apart.
    const waiting: (() => void)[] = []
    const url = await startEndpoint(t, (request, response) => {
      waiting.push(() => response.end())
      if (waiting.length === WEBHOOKS * EVENTS) for (const respond of waiting) respond()
      request.resume()
    })
    const webhooks: string[] = []
    for (let i = 0; i < WEBHOOKS; i++) webhooks.push((await subscribe(app, url, { events: ['user.created'] })).id)
    const people = Array.from({ length: EVENTS }, (_, i) =>
      app.admin('POST', '/admin/users', { email: `u${i}@example.com` }),
    )
    for (const { status } of await Promise.all(people)) assert.equal(status, 201)
    for (const job of ['events.seal', 'webhooks.fan_out']) await app.app.jobs.runNow(job)
    statements.length = 0
    await app.app.jobs.runNow('webhooks.deliver')
    const each = statements.filter((text) => text.includes('webhook'))
    const sent = WEBHOOKS * EVENTS
    assert.equal(waiting.length, sent)
    assert.ok(each.length <= sent / 2, `${each.length} statements for ${sent} deliveries:\n${each.join('\n')}`)
  })
}
