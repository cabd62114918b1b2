import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { sharedPostgres } from '@mandate/server/test/support/engines.ts'
import { Server } from '#/support/server.ts'

const EVENTS = 50
const SUBSCRIPTIONS = 20
const DELIVERIES = EVENTS * SUBSCRIPTIONS
// Leases of the node that died run out first, and a slow machine takes its time.
const HUNG_MS = 300_000

/** A receiver and how often it got each message, by delivery. */
async function startReceiver(t: TestContext) {
  const got = new Map<string, { body: string; times: number }>()
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const id = String(request.headers['webhook-id'])
    got.set(id, { body, times: (got.get(id)?.times ?? 0) + 1 })
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, got }
}

/** Waits for a number of messages; only a test that hangs reaches the time of the test. */
async function untilGot(got: ReadonlyMap<string, unknown>, count: number, t: TestContext): Promise<void> {
  while (got.size < count && !t.signal.aborted) await sleep(5)
}

async function surviveInTheMiddle(t: TestContext, server: Server): Promise<void> {
  const { url, got } = await startReceiver(t)
  for (let i = 0; i < SUBSCRIPTIONS; i++) {
    await server.admin('POST', '/webhooks', { url, events: ['agent.updated'] })
  }
  const agent = await server.admin<{ id: string }>('POST', '/agents', {
    client_name: 'changing',
    grant_types: ['client_credentials'],
    scope: 'read',
  })
  const made = Array.from({ length: EVENTS }, (_, i) => `change ${i}`)
  await Promise.all(made.map((description) => server.admin('PATCH', `/agents/${agent.id}`, { description })))
  await untilGot(got, DELIVERIES / 4, t)
  await server.kill()
  const before = got.size
  assert.ok(before < DELIVERIES, 'the kill came too late to be in the middle')
  await server.boot()
  await untilGot(got, DELIVERIES, t)
  // Whoever would invent one had the time for it.
  await sleep(2000)
  assert.equal(got.size, DELIVERIES, 'each arrives, and none that there was not')
  const bodies = Map.groupBy(got.values(), ({ body }) => body)
  assert.equal(bodies.size, EVENTS)
  for (const [body, messages] of bodies) assert.equal(messages.length, SUBSCRIPTIONS, body)
  const again = [...got.values()].filter(({ times }) => times > 1).length
  assert.ok(again <= 64 * 5, `${again} arrived again`)
  t.diagnostic(`killed after ${before} of ${DELIVERIES}; ${again} arrived again`)
}

test('WH5: kill -9 in the middle of a thousand deliveries loses none on SQLite', { timeout: HUNG_MS }, async (t) => {
  const server = await Server.start()
  t.after(() => server.remove())
  await surviveInTheMiddle(t, server)
})

test(
  'WH5: kill -9 in the middle of a thousand deliveries loses none on PostgreSQL',
  { timeout: HUNG_MS },
  async (t) => {
    const postgres = await sharedPostgres()
    const databaseUrl = await postgres.createDatabase()
    const server = await Server.start({ databaseUrl })
    t.after(async () => {
      await server.remove()
      await postgres.dropDatabase(databaseUrl)
    })
    await surviveInTheMiddle(t, server)
  },
)
