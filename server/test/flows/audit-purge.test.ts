import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { systemActor } from '#/platform/audit/event.ts'
import { createTestApp } from '#test/support/app.ts'
import { createAgent, TestPerson } from '#test/support/oauth.ts'
import type { TestApp } from '#test/support/app.ts'

const DAY = 86_400_000

const keepFor = async (app: TestApp, days: number): Promise<void> => {
  assert.equal((await app.admin('PATCH', '/admin/config', { 'audit.min_retention_days': days })).status, 200)
}

/** A server with entries of three days, none of which must be kept, and the time the second began. */
async function threeDays(app: TestApp): Promise<{ second: string }> {
  await keepFor(app, 0)
  await createAgent(app)
  app.clock.advance(DAY)
  const second = new Date(app.clock.now()).toISOString()
  await createAgent(app)
  app.clock.advance(DAY)
  await createAgent(app)
  return { second }
}

const purge = (app: TestApp, body: object) => app.admin('POST', '/admin/audit-logs/purge', body)

async function verify(app: TestApp, query = ''): Promise<Record<string, unknown>> {
  const answer = await app.admin('GET', `/admin/audit-logs/verify${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.json
}

const idsOf = async (app: TestApp): Promise<unknown[]> =>
  ((await app.admin('GET', '/audit-logs?limit=200')).json['data'] as { id: string }[]).map(({ id }) => id)

test('a purge removes what is older, says so once, and the rest verifies', async (t) => {
  const app = await createTestApp(t)
  const { second } = await threeDays(app)
  app.clock.advance(1000)
  const before = await idsOf(app)
  const { status, json, text } = await purge(app, { before: second })
  assert.equal(status, 200, text)
  const { removed, hash, ...rest } = json
  assert.ok(Number(removed) > 1)
  assert.match(String(hash), /^[\w-]{43}$/)
  assert.deepEqual(rest, { dry_run: false, before: second, through_sequence: removed, broken_at: null, marker: 1 })
  const after = await idsOf(app)
  assert.deepEqual(after.slice(1), before.slice(0, before.length - Number(removed)))
  const [entry] = (await app.admin('GET', '/audit-logs?action=audit_log.*')).json['data'] as Record<string, unknown>[]
  const { dry_run: _dryRun, marker: _marker, ...recorded } = json
  assert.deepEqual(entry?.['metadata'], recorded)
  const found = await verify(app)
  assert.deepEqual([found['status'], found['fault'], found['checked_after']], ['intact', null, removed])
  const [marker] = found['removals'] as Record<string, unknown>[]
  assert.deepEqual(
    [marker?.['kind'], marker?.['through_sequence'], marker?.['before'], marker?.['actor_type'], marker?.['actor_id']],
    ['purge', removed, second, 'admin', entry?.['actor_id']],
  )
})

test('a dry run tells the same and removes nothing', async (t) => {
  const app = await createTestApp(t)
  const { second } = await threeDays(app)
  const before = await idsOf(app)
  const dry = await purge(app, { before: second, dry_run: true })
  assert.equal(dry.status, 200, dry.text)
  assert.deepEqual(await idsOf(app), before)
  assert.deepEqual((await verify(app))['removals'], [])
  const wet = await purge(app, { before: second })
  assert.deepEqual({ ...dry.json, dry_run: false, marker: 1 }, wet.json)
})

test('a purge with nothing to remove leaves no marker, and one event', async (t) => {
  const app = await createTestApp(t)
  await threeDays(app)
  const { json } = await purge(app, { before: '2020-01-01' })
  assert.deepEqual([json['removed'], json['through_sequence'], json['marker']], [0, 0, null])
  assert.deepEqual((await verify(app))['removals'], [])
  const events = (await app.admin('GET', '/audit-logs?action=audit_log.purged')).json['data'] as unknown[]
  assert.equal(events.length, 1)
})

test('a purge is refused with a reason: 400, 401, 403', async (t) => {
  const app = await createTestApp(t)
  await threeDays(app)
  const future = new Date(app.clock.now() + 1).toISOString()
  for (const body of [{}, { before: future }, { before: '9999-12-31' }, { before: '2026-02-31' }, { before: 'now' }]) {
    const { status, json } = await purge(app, body)
    assert.deepEqual([status, json['code']], [400, 'invalid_request'])
    assert.match(JSON.stringify(json['details']), /\/before|before/)
  }
  const input = { name: 'reader', scopes: ['audit-logs:read'] }
  const { secret } = await app.database.db.tx((tx) => app.services.apiKeys.create(tx, input, systemActor('test')))
  const url = '/api/v1/admin/audit-logs/purge'
  const json = { before: '2020-01-01' }
  assert.equal((await app.send({ url, json })).status, 401)
  assert.equal((await app.send({ url, json, headers: { authorization: `Bearer ${secret}` } })).status, 403)
})

test('a purge takes no entry that must be kept, and only full access says that it need not be', async (t) => {
  const app = await createTestApp(t)
  await createAgent(app)
  app.clock.advance(31 * DAY)
  const daysAgo = (days: number) => new Date(app.clock.now() - days * DAY).toISOString()
  const young = await purge(app, { before: daysAgo(29), dry_run: true })
  assert.deepEqual([young.status, young.json['code']], [400, 'invalid_request'])
  assert.match(JSON.stringify(young.json['details']), /at least 30 days ago: audit\.min_retention_days/)

  const input = { name: 'cleaner', scopes: ['audit-logs:*', 'system:*'] }
  const { secret } = await app.database.db.tx((tx) => app.services.apiKeys.create(tx, input, systemActor('test')))
  const keep = (days: number | null) =>
    app.send({
      method: 'PATCH',
      url: '/api/v1/admin/config',
      headers: { authorization: `Bearer ${secret}` },
      json: { 'audit.min_retention_days': days },
    })
  assert.equal((await keep(29)).status, 403)
  assert.equal((await keep(60)).status, 200, 'whoever writes settings may keep more')
  assert.equal((await keep(null)).status, 403, 'and not go back')
  assert.equal((await purge(app, { before: daysAgo(30) })).status, 400)
  await keepFor(app, 30)
  const taken = await purge(app, { before: daysAgo(30) })
  assert.equal(taken.status, 200)
  assert.ok(Number(taken.json['removed']) > 0)
})

test('entries that do not verify are evidence: a purge takes them only when told to, and the marker says so', async (t) => {
  const app = await createTestApp(t)
  await threeDays(app)
  const before = new Date(app.clock.now()).toISOString()
  await verify(app)
  await app.app.jobs.runNow('events.seal')
  await app.database.db.run(sql`UPDATE events SET actor_id = 'key_other' WHERE sequence = 2`)
  const refused = await purge(app, { before })
  assert.deepEqual([refused.status, refused.json['code']], [409, 'audit_log_broken'])
  const { kind, sequence } = refused.json['details'] as Record<string, unknown>
  assert.deepEqual([kind, sequence], ['changed', 2])
  const told = await purge(app, { before, accept_broken: true })
  assert.deepEqual([told.status, told.json['broken_at']], [200, 2])
  const found = await verify(app)
  const [marker] = found['removals'] as Record<string, unknown>[]
  assert.deepEqual([found['status'], marker?.['broken_at']], ['intact', 2])
})

test('AD10: a purge of the whole log does not open the set-up again', async (t) => {
  const app = await createTestApp(t)
  const token = await app.services.firstBoot.prepare('dev')
  const consume = (email: string) =>
    app.send({ url: '/api/v1/admin/bootstrap/consume', json: { token, email, password: 'plum-harbour-lantern' } })
  assert.equal((await consume('maya@example.com')).status, 201)
  await keepFor(app, 0)
  app.clock.advance(1000)
  assert.equal((await purge(app, { before: new Date(app.clock.now()).toISOString() })).status, 200)
  assert.equal((await consume('eve@example.com')).status, 401)
  assert.deepEqual((await app.send({ url: '/api/v1/admin/bootstrap/status' })).json, { bootstrapped: true })
})

test('verifying names the first broken place, the entry and what is wrong', async (t) => {
  const app = await createTestApp(t)
  await threeDays(app)
  await app.app.jobs.runNow('events.seal')
  const whole = await verify(app)
  assert.equal(whole['status'], 'intact')
  assert.equal(whole['unsealed'], 0)
  const anchor = `?anchor_sequence=${String(whole['checked_through'])}&anchor_hash=${String(whole['hash'])}`
  assert.equal((await verify(app, anchor))['anchor'], 'confirmed')
  const changed = await app.database.db.get(sql`SELECT id FROM events WHERE sequence = 3`)
  await app.database.db.run(sql`UPDATE events SET data = '{}' WHERE sequence = 3`)
  const { status, fault, checked_through: through } = await verify(app)
  assert.equal(status, 'broken')
  assert.equal(through, 2)
  const { message, ...place } = fault as Record<string, unknown>
  assert.deepEqual(place, { kind: 'changed', sequence: 3, audit_log_id: changed?.['id'] })
  assert.equal(typeof message, 'string')
})

test('a log that was cut off with its signatures shows to who kept a point of it', async (t) => {
  const app = await createTestApp(t)
  await threeDays(app)
  await app.app.jobs.runNow('events.seal')
  const { checked_through: through, hash } = await verify(app)
  const anchor = `?anchor_sequence=${String(through)}&anchor_hash=${String(hash)}`
  await app.database.db.run(sql`DELETE FROM events WHERE sequence > 1`)
  await app.database.db.run(sql`DELETE FROM event_checkpoints`)
  const { status, fault } = await verify(app, anchor)
  assert.deepEqual([status, (fault as Record<string, unknown>)['kind']], ['broken', 'truncated'])
})

test('half an anchor is refused, and so is a place that can not be', async (t) => {
  const app = await createTestApp(t)
  for (const query of [
    'anchor_sequence=3',
    'anchor_hash=x',
    'after=-1',
    'after=x',
    'anchor_sequence=0&anchor_hash=x',
  ]) {
    const { status, json } = await app.admin('GET', `/admin/audit-logs/verify?${query}`)
    assert.deepEqual([status, json['error']], [400, 'invalid_request'], query)
  }
  assert.equal((await app.send({ url: '/api/v1/admin/audit-logs/verify' })).status, 401)
})

test('an entry says by name who did it, and through which request', async (t) => {
  const app = await createTestApp(t)
  const url = '/api/v1/agents'
  const json = { client_name: 'a', grant_types: ['client_credentials'], scope: 'read' }
  const headers = { authorization: `Bearer ${app.adminKey}`, 'x-request-id': 'the-request-1' }
  const made = await app.send({ url, json, headers })
  assert.equal(made.status, 201)
  const [entry] = (await app.admin('GET', '/audit-logs?search=the-request-1')).json['data'] as Record<string, unknown>[]
  const { status, json: detail } = await app.admin('GET', `/audit-logs/${String(entry?.['id'])}`)
  assert.equal(status, 200)
  assert.deepEqual(
    [detail['action'], detail['actor_type'], detail['client_request_id'], detail['address']],
    ['agent.created', 'admin', 'the-request-1', '127.0.0.1'],
  )
  assert.equal(detail['request_id'], made.headers['x-request-id'])
  assert.match(String(detail['request_id']), /^req_/)
  assert.equal(typeof detail['actor_name'], 'string')
})

test('an owner proves anew who they are before entries go', async (t) => {
  const app = await createTestApp(t)
  const { second } = await threeDays(app)
  const owner = await TestPerson.signUp(app)
  await app.admin('PATCH', `/users/${owner.id}`, { system_role: 'owner' })
  const csrf = String((await owner.send('/api/v1/auth/me')).json['csrf_token'])
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const purgeAsOwner = () =>
    app.send({
      method: 'POST',
      url: '/api/v1/admin/audit-logs/purge',
      json: { before: second },
      headers: { cookie, 'x-csrf-token': csrf },
    })
  app.clock.advance(10 * 60_000)
  const before = await idsOf(app)
  const refused = await purgeAsOwner()
  assert.deepEqual([refused.status, refused.json['code']], [403, 'reauthentication_required'])
  const kept = new Set(await idsOf(app))
  assert.deepEqual(
    before.filter((id) => !kept.has(id)),
    [],
  )
})
