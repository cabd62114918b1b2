import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { LazyValidator } from '#/platform/validation/validator.ts'
import { payloadSchema } from '#/modules/webhooks/index.ts'
import { webhookCatalogue } from '#/composition/catalogue.ts'
import { createTestApp } from '#test/support/app.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { eventsNamed } from '#test/support/factors.ts'
import { deliveriesOf, makeUser, startEndpoint, startReceiver, subscribe, webhookOf } from '#test/support/webhooks.ts'
import type { TestApp } from '#test/support/app.ts'
import type { Received } from '#test/support/webhooks.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const deliver = (app: TestApp) => app.app.jobs.runNow('webhooks.deliver')

async function sendTest(app: TestApp, id: string, json: object = {}): Promise<string> {
  const answer = await app.admin('POST', `/webhooks/${id}/test`, json)
  assert.equal(answer.status, 202, answer.text)
  return String(answer.json['delivery_id'])
}

const detailOf = async (app: TestApp, webhook: string, id: string): Promise<Record<string, unknown>> =>
  (await app.admin('GET', `/webhooks/${webhook}/deliveries/${id}`)).json

const hex = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex')

/** What the headers of one attempt say, checked against the exact bytes that came with them. */
function signedBy({ headers, body }: Received, secret: string): { at: number; id: unknown } {
  const at = Number(headers['webhook-timestamp'])
  const id = String(headers['webhook-id'])
  assert.equal(headers['x-service-signature'], `t=${at},v1=${hex(secret, `${at}.${body}`)}`)
  assert.equal(headers['service-signature'], headers['x-service-signature'])
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const standard = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
  assert.equal(headers['webhook-signature'], `v1,${standard}`)
  return { at, id }
}

test('WH3: every attempt and every replay is signed anew over the exact bytes, under the id of its delivery', async (t) => {
  const app = await createTestApp(t)
  const receiver = await startReceiver(t, 500)
  const { id, secret } = await subscribe(app, receiver.url, { retry: 'standard', events: ['org.*'] })
  const delivery = await sendTest(app, id)
  await deliver(app)
  app.clock.advance(2 * MINUTE)
  receiver.respond(204)
  await deliver(app)
  app.clock.advance(MINUTE)
  const replay = await app.admin('POST', `/webhooks/${id}/deliveries/${delivery}/replay`)
  assert.equal(replay.status, 202, replay.text)
  assert.deepEqual(replay.json['event'], 'webhook.test')
  await deliver(app)
  const now = Math.floor(app.clock.now() / 1000)
  assert.deepEqual(
    receiver.received.map((one) => signedBy(one, secret)),
    [
      { at: now - 180, id: delivery },
      { at: now - 60, id: delivery },
      { at: now, id: replay.json['new_delivery_id'] },
    ],
  )
  assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1, 'the same text, byte for byte')
  const again = await detailOf(app, id, String(replay.json['new_delivery_id']))
  assert.deepEqual([again['replayed_from'], again['payload']], [delivery, receiver.received[0]?.body])
})

test('the raw formats sign the body alone, plain and with the prefix of others', async (t) => {
  const app = await createTestApp(t)
  const receiver = await startReceiver(t)
  for (const format of ['raw', 'raw_prefixed']) {
    const { id, secret } = await subscribe(app, receiver.url, {
      signature_format: format,
      secret: `own-secret-of-${format}`,
    })
    await sendTest(app, id)
    await deliver(app)
    const last = receiver.received.at(-1)
    assert.ok(last)
    const expected = hex(secret, last.body)
    assert.equal(last.headers['x-service-signature'], format === 'raw' ? expected : `sha256=${expected}`)
    const signed = `${String(last.headers['webhook-id'])}.${String(last.headers['webhook-timestamp'])}.${last.body}`
    const standard = createHmac('sha256', secret).update(signed).digest('base64')
    assert.equal(last.headers['webhook-signature'], `v1,${standard}`, 'a secret without whsec_ is its own key')
  }
})

test('after a rotation both secrets sign for as long as was asked, and an older one does not', async (t) => {
  const app = await createTestApp(t)
  const receiver = await startReceiver(t)
  const { id, secret: first } = await subscribe(app, receiver.url)
  const rotate = async (json: object) => (await app.admin('POST', `/webhooks/${id}/rotate-secret`, json)).json
  const second = await rotate({ overlap_seconds: 600 })
  const third = await rotate({ overlap_seconds: 600, secret: 'a-secret-of-my-own' })
  assert.equal(third['secret'], 'a-secret-of-my-own')
  const until = new Date(app.clock.now() + 600_000).toISOString()
  assert.equal(third['old_secret_until'], until)
  const signatures = async () => {
    await sendTest(app, id)
    await deliver(app)
    const last = receiver.received.at(-1)
    assert.ok(last)
    const at = String(last.headers['webhook-timestamp'])
    const own = String(last.headers['x-service-signature']).split(',').slice(1)
    assert.equal(String(last.headers['webhook-signature']).split(' ').length, own.length)
    const secrets = [first, second['secret'], third['secret']].map(String)
    return secrets.map((secret) => own.includes(`v1=${hex(secret, `${at}.${last.body}`)}`))
  }
  assert.deepEqual(await signatures(), [false, true, true])
  app.clock.advance(600_000)
  assert.deepEqual(await signatures(), [false, false, true])
  assert.equal((await webhookOf(app, id))['old_secret_until'], null)
  const fourth = await rotate({})
  assert.equal(fourth['old_secret_until'], null)
  assert.deepEqual(await signatures(), [false, false, false])
})

onEachApp('a failed delivery is not tried again unless that was asked for', async (t, app) => {
  const receiver = await startReceiver(t, 503)
  const { id } = await subscribe(app, receiver.url)
  const delivery = await sendTest(app, id)
  await deliver(app)
  app.clock.advance(3 * DAY)
  await deliver(app)
  assert.equal(receiver.received.length, 1)
  const { attempts, request_headers: sent, response_headers: got, ...shown } = await detailOf(app, id, delivery)
  assert.deepEqual(
    [
      shown['state'],
      shown['success'],
      shown['status_code'],
      shown['error'],
      shown['next_attempt_at'],
      shown['attempt'],
    ],
    ['failed', false, 503, null, null, 1],
  )
  assert.equal(shown['response_body'], 'thank you')
  assert.equal((got as Record<string, string>)['content-type'], 'text/plain')
  assert.equal((sent as Record<string, string>)['webhook-id'], delivery)
  assert.equal((attempts as object[]).length, 1)
})

onEachApp('a list of deliveries leaves what was sent empty for whoever wants it so, page by page', async (t, app) => {
  const receiver = await startReceiver(t)
  const { id } = await subscribe(app, receiver.url)
  const sent = [await sendTest(app, id), await sendTest(app, id)]
  await deliver(app)
  const full = await deliveriesOf(app, id)
  assert.deepEqual(
    full.map(({ payload }) => payload),
    receiver.received.map(({ body }) => body),
  )
  assert.deepEqual(await deliveriesOf(app, id, '?include_payload=true'), full)
  const short = await deliveriesOf(app, id, '?include_payload=false')
  assert.deepEqual(
    short,
    full.map((delivery) => ({ ...delivery, payload: '' })),
  )
  const first = await app.admin('GET', `/webhooks/${id}/deliveries?include_payload=false&limit=1`)
  const cursor = encodeURIComponent(String(first.json['next_cursor']))
  assert.deepEqual(await deliveriesOf(app, id, `?include_payload=false&limit=1&cursor=${cursor}`), short.slice(1))
  for (const delivery of sent) assert.equal((await detailOf(app, id, delivery))['payload'], receiver.received[0]?.body)
})

onEachApp(
  'with the plan standard it is tried again ever later, with the same id and text, and then given up',
  async (t, app) => {
    const receiver = await startReceiver(t, 500)
    const { id } = await subscribe(app, receiver.url, { retry: 'standard' })
    const delivery = await sendTest(app, id)
    const waits: number[] = []
    for (;;) {
      await deliver(app)
      const { state, next_attempt_at: next } = await detailOf(app, id, delivery)
      if (state !== 'waiting') break
      const due = Date.parse(String(next))
      waits.push((due - app.clock.now()) / MINUTE)
      app.clock.set(due - 1)
      await deliver(app)
      app.clock.advance(1)
    }
    for (const [i, least] of [1, 5, 30, 120, 300, 600, 840].entries()) {
      const wait = waits[i] ?? 0
      assert.ok(wait >= least && wait <= least * 1.1, `${wait} minutes after attempt ${i + 1}`)
    }
    assert.deepEqual([waits.length, receiver.received.length], [7, 8])
    assert.deepEqual(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])), new Set([delivery]))
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['x-service-signature'])).size, 8)
    assert.equal(((await detailOf(app, id, delivery))['attempts'] as object[]).length, 8)
  },
)

onEachApp('410 disables the subscription at once, records that and tells the operators', async (t, app) => {
  const receiver = await startReceiver(t, 410)
  const owner = await makeUser(app, 'owner@example.com')
  await app.database.db.run(sql`UPDATE users SET system_role = 'owner' WHERE id = ${owner}`)
  const { id } = await subscribe(app, receiver.url, { retry: 'standard', description: 'The CRM' })
  await sendTest(app, id)
  await deliver(app)
  const { enabled, disabled_reason: reason } = await webhookOf(app, id)
  assert.deepEqual([enabled, reason], [false, 'gone'])
  const [told] = await eventsNamed(app, 'webhook.disabled')
  assert.deepEqual(told?.data, { id, host: new URL(receiver.url).host, reason: 'gone', failing_since: null })
  const mails = await app.database.db.all(sql`SELECT recipient FROM email_outbox WHERE template = 'webhook_disabled'`)
  assert.deepEqual(
    mails.map(({ recipient }) => recipient),
    ['owner@example.com'],
  )
  assert.equal((await deliveriesOf(app, id))[0]?.['state'], 'failed', 'what is gone is not tried again')
})

onEachApp(
  'nothing but failures for five days disables the subscription; one that arrives begins anew',
  async (t, app) => {
    const receiver = await startReceiver(t, 500)
    const { id } = await subscribe(app, receiver.url, { events: ['org.created'] })
    const attempt = async (afterDays: number, status = 500) => {
      app.clock.advance(afterDays * DAY)
      receiver.respond(status)
      await sendTest(app, id)
      await deliver(app)
      const { enabled, failing_since: since } = await webhookOf(app, id)
      return [enabled, since]
    }
    const start = app.clock.now()
    const at = (days: number) => new Date(start + days * DAY).toISOString()
    assert.deepEqual(await attempt(0), [true, at(0)])
    assert.deepEqual(await attempt(4), [true, at(0)])
    assert.deepEqual(await attempt(0, 200), [true, null])
    assert.deepEqual(await attempt(0), [true, at(4)])
    assert.deepEqual(await attempt(4.9), [true, at(4)])
    assert.deepEqual(await attempt(0.1), [false, at(4)])
    assert.equal((await eventsNamed(app, 'webhook.disabled')).length, 1)
    const enabled = await app.admin('PATCH', `/webhooks/${id}`, { enabled: true })
    assert.deepEqual([enabled.json['failing_since'], enabled.json['disabled_reason']], [null, null])
  },
)

onEachApp('what failed since a time is sent again, each once, and what arrived is not', async (t, app) => {
  const receiver = await startReceiver(t)
  const { id } = await subscribe(app, receiver.url)
  const send = async (status: number) => {
    app.clock.advance(1000)
    receiver.respond(status)
    const made = await sendTest(app, id)
    await deliver(app)
    return made
  }
  await send(500)
  const since = new Date(app.clock.now() + 1).toISOString()
  const [first, , third] = [await send(500), await send(200), await send(404)]
  receiver.respond(200)
  const replay = async () => (await app.admin('POST', `/webhooks/${id}/deliveries/replay`, { since })).json
  assert.deepEqual(await replay(), { message: '2 on their way again.', count: 2, complete: true })
  await deliver(app)
  const replayed = (await deliveriesOf(app, id)).map((it) => it['replayed_from']).filter((it) => it !== null)
  assert.deepEqual(replayed.toSorted(), [first, third].toSorted())
  assert.equal((await replay())['count'], 0)
  assert.equal((await app.admin('POST', `/webhooks/${id}/deliveries/replay`, { since: 'yesterday' })).status, 400)
})

onEachApp('the log is filtered, and kept for as long as the setting says', async (t, app) => {
  const receiver = await startReceiver(t)
  const { id } = await subscribe(app, receiver.url)
  const send = async (json: object, status: number) => {
    app.clock.advance(1)
    receiver.respond(status)
    const made = await sendTest(app, id, json)
    await deliver(app)
    return made
  }
  const [good, bad] = [await send({}, 200), await send({ event_type: 'user.created' }, 500)]
  const waiting = await sendTest(app, id)
  const found = async (query: string) => (await deliveriesOf(app, id, query)).map((it) => it['id'])
  assert.deepEqual(await found('?success=true'), [good])
  assert.deepEqual(await found('?success=false'), [waiting, bad].toSorted().toReversed())
  assert.deepEqual(await found('?state=failed'), [bad])
  assert.deepEqual(await found('?state=waiting&event=webhook.test'), [waiting])
  assert.deepEqual(await found('?event=user.created'), [bad])
  assert.deepEqual(await found('?event=org.created'), [])
  await app.admin('PATCH', '/admin/config', { 'webhooks.retention_days': 2 })
  app.clock.advance(2 * DAY)
  await app.app.jobs.runNow('webhook_deliveries.cleanup')
  assert.deepEqual(await found(''), [waiting, bad].toSorted().toReversed())
  app.clock.advance(1)
  await app.app.jobs.runNow('webhook_deliveries.cleanup')
  assert.deepEqual(await found(''), [waiting], 'what waits stays')
})

test('WH4: a delivery is reached through its own subscription alone, and of no other shape', async (t) => {
  const app = await createTestApp(t)
  const receiver = await startReceiver(t)
  const [one, other] = [await subscribe(app, receiver.url), await subscribe(app, receiver.url)]
  const delivery = await sendTest(app, one.id)
  const paths = [
    `/webhooks/${other.id}/deliveries/${delivery}`,
    `/webhooks/${one.id}/deliveries/x`,
    `/webhooks/${one.id}/deliveries/${one.id}`,
    `/webhooks/x/deliveries/${delivery}`,
    `/webhooks/${delivery}/deliveries/${delivery}`,
  ]
  for (const path of paths) {
    for (const [method, end] of [
      ['GET', ''],
      ['POST', '/replay'],
    ] as const) {
      const answer = await app.admin(method, path + end)
      assert.equal(answer.status, 404, path + end)
    }
  }
  for (const end of ['/deliveries', '']) assert.equal((await app.admin('GET', `/webhooks/x${end}`)).status, 404)
  for (const query of ['limit=0', 'limit=201', 'limit=x', 'cursor=x', 'cursor=%7C', 'success=maybe', 'state=lost']) {
    assert.equal((await app.admin('GET', `/webhooks/${one.id}/deliveries?${query}`)).status, 400, query)
  }
})

test('a test sends a sample of any event there is, and of none there is not', async (t) => {
  const app = await createTestApp(t)
  const receiver = await startReceiver(t)
  const { id } = await subscribe(app, receiver.url, { events: ['org.created'] })
  const { events } = (await app.admin('GET', '/webhooks/events')).json as { events: string[] }
  for (const event of events) await sendTest(app, id, { event_type: event })
  await deliver(app)
  assert.deepEqual(receiver.received.map(({ event }) => event).toSorted(), events)
  for (const { body, event } of receiver.received) {
    const kind = webhookCatalogue.find(({ name }) => name === event)
    assert.ok(kind)
    assert.deepEqual(new LazyValidator(payloadSchema(kind), true).errors(JSON.parse(body)), [], body)
  }
  for (const event of ['user.craeted', '*', 'api_key.created']) {
    assert.equal((await app.admin('POST', `/webhooks/${id}/test`, { event_type: event })).status, 400, event)
  }
})

test('WH2: an endpoint that hangs, drips, floods, packs or redirects costs its time and a few KiB', async (t) => {
  const app = await createTestApp(t)
  await app.admin('PATCH', '/admin/config', { 'webhooks.timeout_ms': 300 })
  let flooded = 0
  const canary = await startReceiver(t)
  const endpoints = {
    hangs: await startEndpoint(t, () => undefined),
    drips: await startEndpoint(t, (_request, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('.'), 20)
      response.once('close', () => clearInterval(timer))
    }),
    headers: await startEndpoint(t, ({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => socket.write(`x-${'a'.repeat(4000)}: b\r\n`), 1)
      socket.once('close', () => clearInterval(timer)).once('error', () => undefined)
    }),
    floods: await startEndpoint(t, (_request, response) => {
      response.writeHead(200)
      const chunk = Buffer.alloc(64 * 1024, 'a')
      const more = (): void => {
        for (; flooded < 1 << 30; flooded += chunk.length)
          if (!response.write(chunk)) return void response.once('drain', more)
      }
      more()
    }),
    packs: await startEndpoint(t, (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip, gzip, br' }).end('\0not packed\0'),
    ),
    redirects: await startEndpoint(t, (_request, response) => response.writeHead(307, { location: canary.url }).end()),
  }
  const expected = {
    hangs: ['timeout', null, false],
    drips: ['timeout', null, false],
    headers: ['too_large', null, false],
    floods: [null, 200, true],
    packs: [null, 200, true],
    redirects: [null, 307, false],
  }
  const startedAt = performance.now()
  const found: Record<string, unknown> = {}
  for (const [name, url] of Object.entries(endpoints)) {
    const { id } = await subscribe(app, url, { events: ['org.created'] })
    const delivery = await sendTest(app, id)
    await deliver(app)
    const detail = await detailOf(app, id, delivery)
    found[name] = [detail['error'], detail['status_code'], detail['success']]
    assert.ok(String(detail['response_body']).length <= 4096)
    if (name === 'packs') assert.equal(detail['response_body'], '\uFFFDnot packed\uFFFD')
  }
  assert.deepEqual(found, expected)
  assert.ok(performance.now() - startedAt < 30_000)
  assert.ok(flooded < 32 * 1024 * 1024, `${flooded} bytes were taken from the flood`)
  assert.deepEqual(canary.received, [])
})
