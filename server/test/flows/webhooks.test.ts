import assert from 'node:assert/strict'
import { test } from 'node:test'
import { raw, sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { eventsNamed } from '#test/support/factors.ts'
import { deliveriesOf, makeUser, sendAll, startReceiver, subscribe, webhookOf } from '#test/support/webhooks.ts'
import type { TestApp } from '#test/support/app.ts'

const url = 'https://hooks.example.com/mandate'

const codeOf = async (answer: ReturnType<TestApp['admin']>): Promise<[number, unknown]> => {
  const { status, json } = await answer
  return [status, json['code']]
}

test('a subscription is made, read, changed and deleted, below both prefixes, and shows its secret once', async (t) => {
  const app = await createTestApp(t)
  const made = await app.admin('POST', '/admin/webhooks', { url, events: ['user.*', 'user.*'], description: 'CRM' })
  assert.equal(made.status, 201, made.text)
  const { secret, ...shown } = made.json
  assert.match(String(secret), /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.deepEqual(shown, {
    id: shown['id'],
    url,
    events: ['user.*'],
    unmatched_events: [],
    enabled: true,
    description: 'CRM',
    signature_format: 'timestamped',
    retry: 'none',
    old_secret_until: null,
    failing_since: null,
    disabled_reason: null,
    missed: null,
    created_at: shown['created_at'],
    updated_at: shown['created_at'],
  })
  const path = `/webhooks/${String(shown['id'])}`
  assert.equal(made.headers['location'], `/api/v1${path}`)
  for (const prefix of ['', '/admin']) {
    assert.deepEqual((await app.admin('GET', prefix + path)).json, shown)
    assert.deepEqual((await app.admin('GET', `${prefix}/webhooks`)).json, { data: [shown], next_cursor: null })
  }
  const patched = await app.admin('PATCH', path, { description: null, retry: 'standard', events: ['*'] })
  assert.deepEqual(patched.json, { ...shown, description: '', retry: 'standard', events: ['*'] })
  const gone = await app.admin('DELETE', `/admin${path}`)
  assert.equal(gone.status, 204)
  assert.deepEqual(await codeOf(app.admin('GET', path)), [404, 'webhook_not_found'])
  assert.deepEqual((await app.admin('GET', '/webhooks')).json['data'], [])
})

test('the events there are can be listed, the eleven of the interface among them, and others subscribed to', async (t) => {
  const app = await createTestApp(t)
  const { events } = (await app.admin('GET', '/webhooks/events')).json as { events: string[] }
  assert.deepEqual(events, events.toSorted())
  for (const name of [
    ...['mfa.enabled', 'org.created', 'org.deleted', 'org.member.added', 'session.created', 'session.revoked'],
    ...['system.audit_log', 'user.created', 'user.deleted', 'user.updated', 'webhook.test'],
  ]) {
    assert.ok(events.includes(name), name)
  }
  const asked = ['agent.token_issued', 'agent.*', 'user.craeted', '*', 'nothing.*', '*.created']
  const { json } = await app.admin('POST', '/webhooks', { url, events: asked })
  assert.deepEqual(json['events'], asked)
  assert.deepEqual(json['unmatched_events'], ['agent.token_issued', 'user.craeted', 'nothing.*'])
  for (const events of [[], ['user'], ['User.created'], ['user.**'], ['user.'], ['.created'], ['a b.c'], ['u*.x']]) {
    assert.deepEqual(
      await codeOf(app.admin('POST', '/webhooks', { url, events })),
      [400, 'invalid_request'],
      `${events}`,
    )
  }
})

test('without events a subscription gets all, and there is an end to how many there can be', async (t) => {
  const app = await createTestApp(t)
  const first = await app.admin('POST', '/webhooks', { url })
  assert.deepEqual(first.json['events'], ['*'])
  const row = await app.database.db.get(sql`SELECT * FROM webhooks`)
  const columns = Object.keys(row ?? {}).filter((name) => name !== 'id')
  for (let i = 1; i < 200; i++) {
    await app.database.db.run(
      sql`INSERT INTO webhooks (id, ${raw(columns.join(', '))}) SELECT ${`wh_${i}`}, ${raw(columns.join(', '))} FROM webhooks WHERE id = ${String(row?.['id'])}`,
    )
  }
  assert.deepEqual(await codeOf(app.admin('POST', '/webhooks', { url })), [409, 'too_many_webhooks'])
})

test('WH3: a secret of the caller is taken from 16 bytes up, and no response but the first shows it', async (t) => {
  const app = await createTestApp(t)
  const short = `whsec_${Buffer.alloc(15, 1).toString('base64')}`
  for (const secret of ['fifteen-bytes-x', short, 'whsec_not base64!', 'whsec_notbase64notbase64!', 'x'.repeat(257)]) {
    const refused = await app.admin('POST', '/webhooks', { url, secret })
    assert.equal(refused.status, 400, secret)
    assert.ok(!refused.text.includes(secret))
  }
  const secret = 'sixteen-bytes-xx'
  const made = await app.admin('POST', '/webhooks', { url, secret })
  assert.equal(made.json['secret'], secret)
  const path = `/webhooks/${String(made.json['id'])}`
  const answers = [
    await app.admin('GET', path),
    await app.admin('GET', '/webhooks'),
    await app.admin('PATCH', path, { description: 'other' }),
    await app.admin('PATCH', path, { secret: 'another-secret-of-mine' }),
    await app.admin('GET', '/audit-logs'),
  ]
  for (const answer of answers) {
    assert.equal(answer.status, 200, answer.text)
    assert.doesNotMatch(answer.text, /sixteen-bytes-xx|another-secret-of-mine|whsec_/)
  }
  assert.doesNotMatch(app.log.join(''), /sixteen-bytes-xx|another-secret-of-mine|whsec_/)
})

test('the secret is kept sealed for its row and column alone', async (t) => {
  const app = await createTestApp(t)
  const receiver = await startReceiver(t)
  const [one, other] = [await subscribe(app, receiver.url), await subscribe(app, receiver.url)]
  await app.admin('POST', `/webhooks/${one.id}/rotate-secret`, { overlap_seconds: 60 })
  const rows = await app.database.db.all(sql`SELECT * FROM webhooks`)
  assert.doesNotMatch(JSON.stringify(rows), /whsec_/)
  await app.database.db.run(
    sql`UPDATE webhooks SET secret_sealed = (SELECT secret_sealed FROM webhooks WHERE id = ${other.id}) WHERE id = ${one.id}`,
  )
  await app.admin('POST', `/webhooks/${one.id}/test`, {})
  await sendAll(app)
  assert.deepEqual(
    receiver.received.filter(({ event }) => event === 'webhook.test'),
    [],
    'what was sealed for another row opens nothing',
  )
})

test('a change is recorded with the host alone, since the rest of an address may let us in', async (t) => {
  const app = await createTestApp(t)
  const { id } = await subscribe(app, 'https://hooks.example.com/services/T0/sesame')
  await app.admin('PATCH', `/webhooks/${id}`, { url: 'https://hooks.example.com/services/T0/other', enabled: false })
  await app.admin('PATCH', `/webhooks/${id}`, { enabled: false })
  await app.admin('DELETE', `/webhooks/${id}`)
  const names = ['webhook.created', 'webhook.updated', 'webhook.deleted']
  const told = (await Promise.all(names.map((name) => eventsNamed(app, name)))).flat().map(({ data }) => data)
  const base = { id, host: 'hooks.example.com' }
  assert.deepEqual(told, [
    { ...base, events: ['*'], enabled: true },
    { ...base, events: ['*'], enabled: false, changed: ['url', 'enabled'] },
    { ...base, counts: { webhook_deliveries: 0 } },
  ])
  assert.doesNotMatch(JSON.stringify(await app.database.db.all(sql`SELECT * FROM events`)), /sesame|services/)
})

test('whoever chooses where events go, or reads what was sent, may read the audit log', async (t) => {
  const app = await createTestApp(t)
  const { id } = await subscribe(app, url)
  const keyWith = async (...scopes: string[]) => {
    const { json } = await app.admin('POST', '/api-keys', { name: 'hooks', scopes })
    return { authorization: `Bearer ${String(json['key'])}` }
  }
  const narrow = await keyWith('webhooks:*')
  const wide = await keyWith('webhooks:*', 'audit-logs:read')
  const calls = [
    { method: 'POST', url: '/api/v1/webhooks', json: { url } },
    { method: 'PATCH', url: `/api/v1/webhooks/${id}`, json: { events: ['*'] } },
    { method: 'POST', url: `/api/v1/webhooks/${id}/rotate-secret`, json: {} },
    { method: 'GET', url: `/api/v1/webhooks/${id}/deliveries` },
  ] as const
  for (const call of calls) {
    const refused = await app.send({ ...call, headers: narrow })
    assert.equal(refused.status, 403)
    assert.equal((refused.json['details'] as Record<string, unknown>)['required_scope'], 'audit-logs:read')
    assert.ok((await app.send({ ...call, headers: wide })).status < 300)
  }
  assert.equal((await app.send({ url: `/api/v1/webhooks/${id}`, headers: narrow })).status, 200)
  assert.equal((await app.send({ method: 'DELETE', url: `/api/v1/webhooks/${id}`, headers: narrow })).status, 204)
})

onEachApp('what happens is sent to those who asked for it, as documented, and to nobody else', async (t, app) => {
  const [users, all, other] = [await startReceiver(t), await startReceiver(t), await startReceiver(t)]
  await makeUser(app, 'before@example.com')
  const subscribed = await subscribe(app, users.url, { events: ['user.*'] })
  await subscribe(app, all.url, { events: ['user.created', '*'] })
  await subscribe(app, other.url, { events: ['org.created', 'agent.token_issued'] })
  await app.app.jobs.runNow('events.seal')
  const id = await makeUser(app, 'maya@example.com')
  await sendAll(app)
  const got = users.received.filter(({ data }) => data['id'] === id)
  assert.equal(got.length, 1)
  const [first] = got
  assert.ok(first)
  const createdAt = new Date(app.clock.now()).toISOString()
  assert.equal(
    first.body,
    JSON.stringify({
      event: 'user.created',
      created_at: createdAt,
      data: { id, email: 'maya@example.com', created_at: createdAt },
    }),
  )
  assert.equal(first.headers['content-type'], 'application/json')
  assert.equal(all.received.filter(({ event, data }) => event === 'user.created' && data['id'] === id).length, 1)
  assert.deepEqual(
    all.received
      .filter(({ event, data }) => event === 'system.audit_log' && data['target_id'] === id)
      .map(({ data }) => data['action']),
    ['user.created'],
  )
  assert.deepEqual(other.received, [])
  const delivery = (await deliveriesOf(app, subscribed.id)).find(({ payload }) => String(payload).includes(id))
  assert.deepEqual(
    [
      delivery?.['payload'],
      delivery?.['status_code'],
      delivery?.['success'],
      delivery?.['state'],
      delivery?.['attempt'],
    ],
    [first.body, 200, true, 'succeeded', 1],
  )
  assert.equal(delivery?.['id'], first.headers['webhook-id'])
  await sendAll(app)
  assert.equal(users.received.filter(({ data }) => data['id'] === id).length, 1, 'each once')
})

onEachApp('what was committed before a subscription is none of its business once it was sealed', async (t, app) => {
  const receiver = await startReceiver(t)
  await makeUser(app, 'before@example.com')
  await app.app.jobs.runNow('events.seal')
  await subscribe(app, receiver.url, { events: ['user.*'] })
  await sendAll(app)
  assert.deepEqual(receiver.received, [])
})

onEachApp('a disabled subscription gets nothing, and says what it missed when it is enabled', async (t, app) => {
  const receiver = await startReceiver(t)
  const { id } = await subscribe(app, receiver.url, { events: ['user.created'] })
  await makeUser(app, 'one@example.com')
  await app.app.jobs.runNow('events.seal')
  await app.app.jobs.runNow('webhooks.fan_out')
  const from = new Date(app.clock.now()).toISOString()
  await app.admin('PATCH', `/webhooks/${id}`, { enabled: false })
  for (const name of ['two', 'three']) await makeUser(app, `${name}@example.com`)
  await sendAll(app)
  assert.deepEqual(receiver.received, [], 'nor what waited already')
  const [waited] = await deliveriesOf(app, id)
  assert.deepEqual([waited?.['state'], waited?.['error'], waited?.['attempt']], ['failed', 'disabled', 0])
  assert.deepEqual((await webhookOf(app, id))['missed'], { events: 2, from, to: null })
  assert.deepEqual((await webhookOf(app, id))['disabled_reason'], 'operator')
  assert.deepEqual(await codeOf(app.admin('POST', `/webhooks/${id}/test`, {})), [409, 'webhook_disabled'])
  app.clock.advance(60_000)
  const enabled = await app.admin('PATCH', `/webhooks/${id}`, { enabled: true })
  const to = new Date(app.clock.now()).toISOString()
  assert.deepEqual([enabled.json['missed'], enabled.json['disabled_reason']], [{ events: 2, from, to }, null])
  const [, told] = await eventsNamed(app, 'webhook.updated')
  assert.equal((told?.data as Record<string, unknown>)['missed_events'], 2)
  await makeUser(app, 'four@example.com')
  await sendAll(app)
  assert.deepEqual(
    receiver.received.map(({ data }) => data['email']),
    ['four@example.com'],
  )
})

onEachApp('deleting a subscription ends what waits, and nothing of it arrives any more', async (t, app) => {
  const receiver = await startReceiver(t)
  const { id } = await subscribe(app, receiver.url, { events: ['user.created'] })
  for (const name of ['one', 'two']) await makeUser(app, `${name}@example.com`)
  await app.app.jobs.runNow('events.seal')
  await app.app.jobs.runNow('webhooks.fan_out')
  const dry = await app.admin('DELETE', `/webhooks/${id}?dry_run=true`)
  assert.deepEqual(dry.json['counts'], { webhook_deliveries: 2 })
  assert.equal((await app.admin('DELETE', `/webhooks/${id}`)).status, 204)
  await sendAll(app)
  assert.deepEqual(receiver.received, [])
  assert.deepEqual(await app.database.db.all(sql`SELECT id FROM webhook_deliveries`), [])
})
