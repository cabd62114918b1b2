import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestContext } from 'node:test'
import { events } from '#/platform/audit/event-table.ts'
import { sql } from '#/platform/db/sql.ts'
import { DEVICE_CODE } from '#/protocol/oauth.ts'
import { createTestApp } from '#test/support/app.ts'
import type { TestApp } from '#test/support/app.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { Follower } from '#test/support/follower.ts'
import { createAgent, credentialsOf, TestPerson } from '#test/support/oauth.ts'

const PATH = '/api/v1/admin/events/stream'

interface Streamed {
  readonly id: number
  readonly action: string
  readonly target_id: string
  readonly actor_type: string
  readonly ids: Record<string, string | number>
}

/** The events a follower has got so far. */
const eventsOf = ({ text }: Follower): Streamed[] =>
  [...text.matchAll(/^id: (\d+)\nevent: event\ndata: (.*)$/gm)].map(([, id, data]) => ({
    ...(JSON.parse(data ?? '') as Streamed),
    id: Number(id),
  }))

async function follow(t: TestContext, app: TestApp, query = ''): Promise<Follower> {
  const follower = await Follower.start(t, app, PATH, { query })
  await follower.until(/event: ready\n.*\n\n/)
  return follower
}

const seal = (app: TestApp) => app.app.jobs.runNow('events.seal')

async function makeAgent(app: TestApp, name: string): Promise<string> {
  const { clientId } = await createAgent(app, { client_name: name })
  return clientId
}

async function keyWith(app: TestApp, ...scopes: string[]): Promise<{ id: string; headers: Record<string, string> }> {
  const { status, json, text } = await app.admin('POST', '/api-keys', { name: 'watcher', scopes })
  assert.equal(status, 201, text)
  return { id: String(json['id']), headers: { authorization: `Bearer ${String(json['key'])}` } }
}

onEachApp('what happens is streamed in the order of the chain, whichever node it happened on', async (t, app) => {
  const other = await app.secondNode(t)
  await seal(app)
  const follower = await follow(t, other)
  const first = await makeAgent(app, 'planner')
  app.clock.advance(1000)
  const second = await makeAgent(other, 'mailer')
  await seal(app)
  await follower.until(new RegExp(`${second}.*\n\n`))
  const [one, two] = eventsOf(follower)
  assert.deepEqual([one?.action, one?.actor_type, one?.ids['client_id']], ['agent.created', 'admin', first])
  assert.deepEqual([two?.action, two?.ids['client_id'], two?.id], ['agent.created', second, (one?.id ?? 0) + 1])
})

onEachApp('whoever may not read the audit log is told of what their scopes let them read', async (t, app) => {
  const { headers } = await keyWith(app, 'users:read', 'sessions:read')
  await seal(app)
  const follower = await Follower.start(t, app, PATH, { headers })
  await follower.until(/event: ready\n.*\n\n/)
  await makeAgent(app, 'planner')
  await app.admin('POST', '/admin/users', { email: 'maya@example.com' })
  await app.admin('PATCH', '/admin/config', { 'password.min_length': 12 })
  await seal(app)
  await follower.until(/user\.created.*\n\n/)
  assert.deepEqual(
    eventsOf(follower).map(({ action }) => action),
    ['user.created'],
  )
})

onEachApp('an event that was committed after a later one is not lost to whoever resumes', async (t, app) => {
  await makeAgent(app, 'planner')
  await seal(app)
  const follower = await follow(t, app)
  const newer = await makeAgent(app, 'newer')
  await seal(app)
  await follower.until(new RegExp(`${newer}.*\n\n`))
  const seen = eventsOf(follower).at(-1)?.id
  await follower.leave()
  // A transaction that began earlier, on a node with a slow clock, commits now: its time is the older one.
  const older = await makeAgent(app, 'older')
  await app.database.db.run(sql`
    UPDATE ${events.name} SET created_at = created_at - 60000 WHERE sequence IS NULL`)
  await seal(app)
  const resumed = await follow(t, app, `?after=${seen}`)
  await resumed.until(new RegExp(`${older}.*\n\n`))
  assert.deepEqual(
    eventsOf(resumed).map(({ ids }) => ids['client_id']),
    [older],
  )
})

onEachApp(
  'a browser that connects again gets what it missed, on any node, and only what it asked for',
  async (t, app) => {
    await seal(app)
    const follower = await follow(t, app, '?kinds=agent.*,policy.created')
    const last = /^id: (\d+)$/m.exec(follower.text)?.[1] ?? ''
    await follower.leave()
    const missed = await makeAgent(app, 'missed')
    app.clock.advance(1000)
    const key = await keyWith(app, 'agents:read')
    await seal(app)
    const other = await app.secondNode(t)
    const resumed = await Follower.start(t, other, PATH, {
      query: '?kinds=agent.*,policy.created',
      headers: { authorization: `Bearer ${app.adminKey}`, 'last-event-id': last },
    })
    await resumed.until(/\nid: \d+\n\n$/)
    assert.deepEqual(
      eventsOf(resumed).map(({ ids }) => ids['client_id']),
      [missed],
    )
    assert.doesNotMatch(resumed.text, new RegExp(key.id))
    assert.match(resumed.text, new RegExp(`\nid: ${Number(last) + 2}\n\n$`), 'the place behind what was left out')
  },
)

test('a reader who is far behind goes on with the newest and is told how much was passed over', async (t) => {
  const app = await createTestApp(t)
  await makeAgent(app, 'planner')
  await seal(app)
  await app.database.db.run(sql`UPDATE ${events.name} SET sequence = sequence + 5000 WHERE sequence > 2`)
  const follower = await follow(t, app, '?after=1')
  await follower.until(/event: skipped\ndata: \{"count":\d+\}/)
  const count = Number(/"count":(\d+)/.exec(follower.text)?.[1])
  const [head] = await app.database.db.all(sql`SELECT max(sequence) AS sequence FROM ${events.name}`)
  assert.equal(count, Number(head?.['sequence']) - 2000 - 1)
})

test('a place beyond the end of the chain counts as its end', async (t) => {
  const app = await createTestApp(t)
  const follower = await follow(t, app, '?after=999999999')
  const agent = await makeAgent(app, 'planner')
  await seal(app)
  await follower.until(new RegExp(`${agent}.*\n\n`))
})

test('AD9: the stream shows neither data nor addresses of an event, but what it is about', async (t) => {
  const app = await createTestApp(t)
  const follower = await follow(t, app)
  const person = await TestPerson.signUp(app)
  await seal(app)
  await follower.until(/user\.created.*\n\n/)
  assert.doesNotMatch(follower.text, /@example\.com|127\.0\.0\.1/)
  assert.ok(eventsOf(follower).some(({ action, ids }) => action === 'user.created' && ids['id'] === person.id))
})

onEachApp('what records no event is named when it changes: devices, deliveries, the inbox', async (t, app) => {
  const device = await createAgent(app, { client_name: 'television', grant_types: [DEVICE_CODE], scope: 'read' })
  const follower = await follow(t, app)
  assert.equal((await app.send({ url: '/oauth/device', form: credentialsOf(device) })).status, 200)
  await follower.until(/event: changed\ndata: \{"action":"device_code.changed"\}\n\n/)
  const hook = await app.admin('POST', '/webhooks', { url: 'https://hooks.example.com/', events: ['user.*'] })
  assert.equal((await app.admin('POST', `/webhooks/${String(hook.json['id'])}/test`, {})).status, 202)
  await follower.until(/event: changed\ndata: \{"action":"webhook_delivery.changed"\}\n\n/)
  assert.equal((await app.admin('POST', '/admin/test-email', { to: 'maya@example.com' })).status, 200)
  await follower.until(/event: changed\ndata: \{"action":"email_inbox.changed"\}\n\n/)
})

test('AD9: a change is named only to those who may read what changed', async (t) => {
  const app = await createTestApp(t)
  const device = await createAgent(app, { client_name: 'television', grant_types: [DEVICE_CODE], scope: 'read' })
  const { headers } = await keyWith(app, 'audit-logs:read')
  const follower = await Follower.start(t, app, PATH, { headers })
  await follower.until(/event: ready/)
  const all = await follow(t, app)
  await app.send({ url: '/oauth/device', form: credentialsOf(device) })
  await all.until(/device_code\.changed/)
  const agent = await makeAgent(app, 'later')
  await seal(app)
  await follower.until(new RegExp(agent))
  assert.doesNotMatch(follower.text, /changed/)
})

test('AD9: the stream is for those who may read what is told of', async (t) => {
  const app = await createTestApp(t)
  const { headers } = await keyWith(app, 'system:read')
  assert.equal((await app.send({ url: PATH, headers })).json['code'], 'insufficient_scope')
  assert.equal((await app.send({ url: PATH })).status, 401)
})

test('AD9: a key that may read a little leaves room for those who watch everything', async (t) => {
  const app = await createTestApp(t)
  const { headers } = await keyWith(app, 'agents:read')
  const [address = ''] = await app.app.listen()
  const gone = new AbortController()
  t.after(() => gone.abort())
  const ask = () => fetch(address + PATH, { headers, signal: gone.signal })
  // Kept, because a response that nobody holds is hung up on.
  const open = await Promise.all(Array.from({ length: 30 }, ask))
  const statuses = open.map(({ status }) => status).toSorted()
  assert.deepEqual(statuses, [...Array<number>(10).fill(200), ...Array<number>(20).fill(429)])
  const refused = open.find(({ status }) => status === 429)
  assert.equal(((await refused?.json()) as { code: string }).code, 'too_many_event_streams')
  await follow(t, app)
})

test('AD9: the stream ends when the key that opened it is deleted, or may read nothing of it any more', async (t) => {
  const app = await createTestApp(t)
  const [deleted, narrowed] = [await keyWith(app, 'audit-logs:read'), await keyWith(app, 'audit-logs:read')]
  const followers = [
    await Follower.start(t, app, PATH, { headers: deleted.headers }),
    await Follower.start(t, app, PATH, { headers: narrowed.headers }),
  ]
  for (const follower of followers) await follower.until(/ready/)
  await app.admin('DELETE', `/api-keys/${deleted.id}`)
  await app.admin('PATCH', `/api-keys/${narrowed.id}`, { scopes: ['system:read'] })
  for (const follower of followers) await follower.untilEnd()
})

test('AD9: an operator follows by their session, and no longer than that lives', async (t) => {
  const app = await createTestApp(t)
  const person = await TestPerson.signUp(app)
  await app.admin('PATCH', `/users/${person.id}`, { system_role: 'auditor' })
  const follower = await Follower.start(t, app, PATH, { headers: { cookie: person.cookieHeader } })
  assert.equal(follower.response.status, 200)
  await follower.until(/ready/)
  // Within a second, by what is left: what support may read, and nothing for whoever has no role.
  await app.admin('PATCH', `/users/${person.id}`, { system_role: 'support' })
  for (let told = true, round = 0; told; round++) {
    assert.ok(round < 20, 'support is still told of agents')
    await sleep(500)
    const agent = await makeAgent(app, `later ${round}`)
    const { json: noor } = await app.admin('POST', '/admin/users', { email: `noor${round}@example.com` })
    await seal(app)
    await follower.until(new RegExp(`user\\.created.*${String(noor['id'])}`))
    told = follower.text.includes(agent)
  }
  await app.admin('PATCH', `/users/${person.id}`, { system_role: null })
  await follower.untilEnd()
})

test('the stream ends when the server drains, so that nobody waits for its readers', async (t) => {
  const app = await createTestApp(t)
  const follower = await follow(t, app)
  await Promise.all([app.app.drain(), follower.untilEnd()])
})

test('kinds and places that make no sense are refused', async (t) => {
  const app = await createTestApp(t)
  for (const query of ['kinds=', 'kinds=user', 'kinds=a.b,', 'after=-1', 'after=x', `kinds=${'a.*,'.repeat(20)}a.*`]) {
    assert.equal((await app.admin('GET', `/admin/events/stream?${query}`)).status, 400, query)
  }
  const headers = { authorization: `Bearer ${app.adminKey}`, 'last-event-id': '1; DROP' }
  assert.equal((await app.send({ url: PATH, headers })).status, 400)
})
