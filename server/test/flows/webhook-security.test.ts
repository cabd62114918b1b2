import assert from 'node:assert/strict'
import { test } from 'node:test'
import { raw, sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { testCertificate } from '#test/support/certificate.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { listen } from '#test/support/listen.ts'
import { createAgent, createWebApp, signIn, TestPerson } from '#test/support/oauth.ts'
import { until } from '#test/support/until.ts'
import {
  deliveriesOf,
  makeUser,
  sendAll,
  startEndpoint,
  startReceiver,
  subscribe,
  webhookOf,
} from '#test/support/webhooks.ts'
import type { TestApp } from '#test/support/app.ts'

const HOUR = 3_600_000

const count = async (app: TestApp, table: string): Promise<number> =>
  Number((await app.database.db.get(sql`SELECT count(*) AS n FROM ${raw(table)}`))?.['n'])

test('WH1: no spelling of an address inside is taken, in production nor, where it is never reached, in dev', async (t) => {
  const [app, dev] = [await createTestApp(t, { mode: 'production' }), await createTestApp(t)]
  const hostile = [
    ...['127.0.0.1', '10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', '0.0.0.0', '169.254.169.254'],
    ...['[::1]', '[fc00::1]', '[fe80::1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]', 'localhost:8080'],
  ].map((host) => `https://${host}/hook`)
  const misspelled = [
    ...['https://0177.0.0.1/', 'https://2130706433/', 'https://0x7f000001/', 'https://127.1/', 'https://example.com./'],
    ...['https://user@example.com/', 'https://user:secret@example.com/', 'ftp://example.com/', 'file:///etc/passwd'],
    ...[
      'gopher://example.com/',
      'javascript:alert(1)',
      '//example.com/',
      'example.com',
      'https://',
      'https://ｅxample.com/',
    ],
  ]
  const never = ['https://169.254.169.254/', 'https://0.0.0.0/', 'https://[64:ff9b::7f00:1]/', 'http://localhost:8080/']
  for (const [server, urls] of [
    [app, [...hostile, ...misspelled, 'http://8.8.8.8/']],
    [dev, [...misspelled, ...never]],
  ] as const) {
    for (const url of urls) {
      const { status, json } = await server.admin('POST', '/webhooks', { url })
      assert.deepEqual([status, json['code']], [400, 'webhook_url_not_allowed'], url)
      const [error] = (json['details'] as { errors: { pointer: string }[] }).errors
      assert.equal(error?.pointer, '/url')
    }
  }
  const { id } = await subscribe(dev, 'http://127.0.0.1:9/hook')
  const moved = await dev.admin('PATCH', `/webhooks/${id}`, { url: 'https://169.254.169.254/' })
  assert.equal(moved.json['code'], 'webhook_url_not_allowed')
})

test('WH1: a name that turns inward after it was saved is not called, and the log says so', async (t) => {
  const certificate = testCertificate('hooks.example.com')
  const canary = await listen(t, (_request, response) => response.writeHead(200).end(), certificate)
  const addresses = [['93.184.216.34'], ['127.0.0.1'], ['93.184.216.34', '169.254.169.254']]
  let asked = 0
  const resolver = () => Promise.resolve(addresses[Math.min(asked++, 2)] ?? [])
  const app = await createTestApp(t, { mode: 'production', outbound: { resolver, ca: certificate.cert } })
  const { id } = await subscribe(app, `https://hooks.example.com:${canary.port}/hook`, { retry: 'standard' })
  await app.admin('POST', `/webhooks/${id}/test`, {})
  for (let i = 0; i < 2; i++) {
    await app.app.jobs.runNow('webhooks.deliver')
    app.clock.advance(2 * 60_000)
  }
  assert.equal(asked, 3)
  const [delivery] = await deliveriesOf(app, id)
  const detail = await app.admin('GET', `/webhooks/${id}/deliveries/${String(delivery?.['id'])}`)
  assert.deepEqual(
    (detail.json['attempts'] as { error: string }[]).map(({ error }) => error),
    ['refused', 'refused'],
  )
  assert.equal(canary.hits.length, 0)
  await app.admin('PATCH', '/admin/config', { 'outbound.allowed_hosts': [`hooks.example.com:${canary.port}`] })
  asked = 1
  await app.admin('POST', `/webhooks/${id}/test`, {})
  await app.app.jobs.runNow('webhooks.deliver')
  assert.equal(canary.hits.length, 1, 'where an operator named it, it is reached')
})

test('WH5: ten thousand messages to a dead endpoint and some that hang keep no other waiting, nor memory', async (t) => {
  const app = await createTestApp(t)
  await app.admin('PATCH', '/admin/config', { 'webhooks.timeout_ms': 3000 })
  const live = await startReceiver(t)
  const hanging = await startEndpoint(t, () => undefined)
  const dead = await subscribe(app, 'http://127.0.0.1:9/hook', { events: ['org.*'] })
  const slow = await Promise.all(Array.from({ length: 5 }, () => subscribe(app, hanging, { events: ['org.*'] })))
  const { id } = await subscribe(app, live.url, { events: ['user.created'] })
  const wait = (webhook: string, messages: number) =>
    app.database.db.run(sql`
      INSERT INTO webhook_deliveries (id, webhook_id, event, payload, attempts, next_at, success, log, created_at)
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${messages})
      SELECT 'whd_' || ${webhook} || n, ${webhook}, 'org.created', '{"event":"org.created"}', 0, 1, 0, '[]', 1 FROM numbers`)
  await wait(dead.id, 10_000)
  for (const each of slow) await wait(each.id, 100)
  app.app.jobs.start()
  await makeUser(app, 'maya@example.com')
  await until(() => live.received.length === 1)
  const left = Number(
    (
      await app.database.db.get(
        sql`SELECT count(*) AS n FROM webhook_deliveries WHERE webhook_id = ${dead.id} AND next_at IS NOT NULL`,
      )
    )?.['n'],
  )
  assert.ok(left > 1000, `only ${left} were left`)
  const inHand = Number(
    (await app.database.db.get(sql`SELECT count(*) AS n FROM webhook_deliveries WHERE lease IS NOT NULL`))?.['n'],
  )
  assert.ok(inHand <= 5 * 16 + 64, `${inHand} in hand`)
  await until(async () => (await deliveriesOf(app, id))[0]?.['state'] === 'succeeded')
})

onEachApp('WH5: an attempt that a node began and never ended is begun again by another one', async (t, app) => {
  const receiver = await startReceiver(t)
  const { id } = await subscribe(app, receiver.url)
  await app.admin('POST', `/webhooks/${id}/test`, {})
  await app.database.db.run(
    sql`UPDATE webhook_deliveries SET attempts = 1, lease = 'node_gone', next_at = ${app.clock.now() + 40_000}`,
  )
  const other = await app.secondNode(t)
  await other.app.jobs.runNow('webhooks.deliver')
  assert.equal(receiver.received.length, 0)
  app.clock.advance(40_000)
  await Promise.all([app, other].map((node) => node.app.jobs.runNow('webhooks.deliver')))
  assert.equal(receiver.received.length, 1)
  const [delivery] = await deliveriesOf(app, id)
  assert.deepEqual([delivery?.['success'], delivery?.['attempt']], [true, 1])
})

onEachApp('WH5: what ends the process each time is given up', async (t, app) => {
  const receiver = await startReceiver(t)
  const { id } = await subscribe(app, receiver.url)
  await app.admin('POST', `/webhooks/${id}/test`, {})
  await app.database.db.run(sql`UPDATE webhook_deliveries SET attempts = 5`)
  await app.app.jobs.runNow('webhooks.deliver')
  const [delivery] = await deliveriesOf(app, id)
  assert.deepEqual([delivery?.['state'], delivery?.['error'], delivery?.['attempt']], ['failed', 'interrupted', 0])
  assert.equal(receiver.received.length, 0)
})

onEachApp('WH5: two nodes make one delivery of each event, and one of them sends it', async (t, app) => {
  const receiver = await startReceiver(t)
  const other = await app.secondNode(t)
  await subscribe(app, receiver.url, { events: ['user.created'] })
  await subscribe(app, receiver.url, { events: ['user.*'] })
  const people = Array.from({ length: 12 }, (_, i) => `person${i}@example.com`)
  const both = (job: string) => Promise.all([app, other].map((node) => node.app.jobs.runNow(job)))
  for (const email of people) {
    await makeUser(people.indexOf(email) % 2 === 0 ? app : other, email)
    await app.app.jobs.runNow('events.seal')
    await Promise.all([both('webhooks.fan_out'), both('webhooks.deliver')])
  }
  await both('webhooks.fan_out')
  await both('webhooks.deliver')
  const got = receiver.received.map(({ data }) => String(data['email']))
  assert.deepEqual(got.toSorted(), [...people, ...people].toSorted())
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 2 * people.length)
})

test('WH5: a step that is not committed leaves its events to the next one', async (t) => {
  const app = await createTestApp(t, { engine: 'sqlite' })
  const receiver = await startReceiver(t)
  await subscribe(app, receiver.url, { events: ['user.created'] })
  await makeUser(app, 'maya@example.com')
  await app.app.jobs.runNow('events.seal')
  const { db } = app.database
  await db.run(raw(`CREATE TRIGGER broken BEFORE INSERT ON webhook_deliveries BEGIN SELECT RAISE(ABORT, 'x'); END`))
  await assert.rejects(app.app.jobs.runNow('webhooks.fan_out'))
  assert.deepEqual(await db.get(sql`SELECT sequence FROM webhook_progress`).then((row) => row?.['sequence']), 0)
  await db.run(raw('DROP TRIGGER broken'))
  await sendAll(app)
  assert.equal(receiver.received.length, 1)
})

onEachApp('WH6: a webhook that hears of everything and fails hears nothing of itself', async (t, app) => {
  const receiver = await startReceiver(t, 500)
  await subscribe(app, receiver.url, { retry: 'standard' })
  await makeUser(app, 'maya@example.com')
  await sendAll(app)
  const sent = await Promise.all([count(app, 'webhook_deliveries'), count(app, 'events')])
  assert.ok(sent[0] >= 3)
  for (let i = 0; i < 12; i++) {
    app.clock.advance(HOUR)
    await sendAll(app)
  }
  assert.ok(receiver.received.length > 3 * sent[0])
  assert.deepEqual(await Promise.all([count(app, 'webhook_deliveries'), count(app, 'events')]), sent)
})

/** Whatever opens something or is the hash of it, from every table that has such columns. */
async function secretsIn(app: TestApp): Promise<string[]> {
  const tables = await app.database.db.all(sql`SELECT name FROM sqlite_master WHERE type = 'table'`)
  const found: string[] = []
  for (const { name } of tables.filter((row) => !['events', 'event_checkpoints'].includes(String(row['name'])))) {
    for (const row of await app.database.db.all(raw(`SELECT * FROM ${String(name)}`))) {
      for (const [column, value] of Object.entries(row)) {
        if (/hash|sealed|wrapped|fingerprint|secret/.test(column) && typeof value === 'string') found.push(value)
      }
    }
  }
  return found.filter((value) => value.length >= 16)
}

test('WH6: no delivery holds a secret, a token, or the hash of one', async (t) => {
  const app = await createTestApp(t, { engine: 'sqlite' })
  const receiver = await startReceiver(t)
  const { id, secret: own } = await subscribe(app, receiver.url)
  const agent = await createAgent(app)
  const web = await createWebApp(app)
  const person = await TestPerson.signUp(app)
  const tokens = await signIn(app, person, web)
  const key = await app.admin('POST', '/api-keys', { name: 'reader', scopes: ['users:read'] })
  const rotated = await app.admin('POST', `/api-keys/${String(key.json['id'])}/rotate`, {})
  const renewed = await app.admin('POST', `/webhooks/${id}/rotate-secret`, { overlap_seconds: 60 })
  const registrationToken = 'a-registration-token-of-ours'
  await app.admin('PATCH', '/admin/config', { 'oauth.registration_token': registrationToken })
  await app.admin('POST', `/agents/${agent.id}/rotate-secret`, {})
  await app.admin('POST', '/admin/auth/rotate-signing-key', { reason: 'test' })
  await app.admin('PATCH', `/webhooks/${id}`, { url: `${receiver.url}/sesame` })
  await sendAll(app)
  await sendAll(app)
  const said = receiver.received.map(({ body }) => body).join('\n')
  for (const name of ['session.created', 'agent.created', 'system.audit_log', 'webhook.updated']) {
    assert.ok(said.includes(`"event":"${name}"`), name)
  }
  const given = [
    agent.secret,
    web.secret,
    key.json['key'],
    rotated.json['key'],
    renewed.json['secret'],
    own,
    app.adminKey,
  ]
  const secrets = [...(await secretsIn(app)), ...given, ...Object.values(tokens), registrationToken, 'sesame'].filter(
    (value): value is string => typeof value === 'string' && (value.length > 20 || value === 'sesame'),
  )
  assert.ok(secrets.length > 20, `only ${secrets.length} secrets to look for`)
  for (const secret of secrets) assert.ok(!said.includes(secret), `a delivery shows ${secret.slice(0, 12)}…`)
  assert.doesNotMatch(said, /"hash":/)
  assert.equal((await webhookOf(app, id))['enabled'], true)
})
