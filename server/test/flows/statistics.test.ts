import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { FactorPerson } from '#test/support/factors.ts'
import { createFlow, step } from '#test/support/flows.ts'
import { allow, createAgent, exchange, ownToken, TestPerson } from '#test/support/oauth.ts'
import type { TestApp } from '#test/support/app.ts'

type Point = { at: string; count: number }
interface Trends {
  series: Record<string, Point[]>
  tokens_by_grant: unknown
  sign_ins_by_method: unknown
}

/** Lets the background work of a few seconds happen. */
async function settle(app: TestApp): Promise<void> {
  app.clock.advance(30_000)
  await app.app.jobs.runNow('events.seal')
  await app.app.jobs.runNow('statistics.roll_up')
}

const sumOf = (points: readonly Point[] | undefined): number =>
  (points ?? []).reduce((sum, { count }) => sum + count, 0)

test('the health report shows what the server runs on', async (t) => {
  const app = await createTestApp(t)
  const { status, json } = await app.admin('GET', '/admin/health')
  assert.equal(status, 200)
  assert.equal(json['status'], 'ok')
  const db = json['db'] as Record<string, unknown>
  assert.equal(db['driver'], app.database.db.engine)
  assert.ok((db['size_mb'] as number) > 0)
  assert.deepEqual(json['jwt'], { mode: 'jwt', algorithm: 'ES256', active_keys: 1 })
  assert.deepEqual(json['oauth_providers'], [])
  const migrations = json['migrations'] as { current: number; name: string }
  assert.ok(migrations.current >= 18)
  const smtp = json['smtp'] as Record<string, unknown>
  assert.deepEqual([smtp['tier'], smtp['configured'], smtp['sent_today']], ['dev', false, 0])
})

test('statistics tell how many there are and what happened, a moment after it did', async (t) => {
  const app = await createTestApp(t)
  assert.equal((await app.admin('GET', '/admin/stats')).json['as_of'], null)
  const agent = await createAgent(app)
  await ownToken(app, agent)
  await ownToken(app, agent)
  await TestPerson.signUp(app)
  await settle(app)
  const { json } = await app.admin('GET', '/admin/stats')
  const users = json['users'] as Record<string, unknown>
  assert.equal(users['total'], 1)
  assert.deepEqual(users['created'], { last_24h: 1, last_7d: 1 })
  assert.deepEqual(json['agents'], { total: 1, active: 1 })
  assert.equal((json['sessions'] as Record<string, unknown>)['active'], 1)
  assert.deepEqual((json['tokens'] as Record<string, unknown>)['issued'], { last_24h: 2, last_7d: 2 })
})

test('statistics never tell of more delegated tokens than of tokens', async (t) => {
  const app = await createTestApp(t)
  const [source, actor] = [await createAgent(app), await createAgent(app)]
  await allow(app, actor, { subject: source.id })
  assert.equal((await exchange(app, actor, await ownToken(app, source))).status, 200)
  const tokens = async (): Promise<unknown[]> => {
    const { issued, exchanged } = (await app.admin('GET', '/admin/stats')).json['tokens'] as Record<string, unknown>
    return [issued, exchanged]
  }
  // Events are counted at once, tokens when none can come in between.
  await app.app.jobs.runNow('events.seal')
  await app.app.jobs.runNow('statistics.roll_up')
  const [none, both] = [
    { last_24h: 0, last_7d: 0 },
    { last_24h: 2, last_7d: 2 },
  ]
  assert.deepEqual(await tokens(), [none, none])
  await settle(app)
  assert.deepEqual(await tokens(), [both, { last_24h: 1, last_7d: 1 }])
})

test('statistics count the sign-ins that flows stopped', async (t) => {
  const app = await createTestApp(t)
  const message = 'Not today.'
  await createFlow(app, 'login', step('custom_check', { condition: { email_domain: 'acme.example' }, message }))
  await (await FactorPerson.signUp(app)).logIn()
  await settle(app)
  const { json } = await app.admin('GET', '/admin/stats')
  assert.deepEqual((json['sign_ins'] as Record<string, unknown>)['stopped'], { last_24h: 1, last_7d: 1 })
})

test('trends have a point for every interval and say how people signed in', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app)
  await ownToken(app, agent)
  await TestPerson.signUp(app)
  await settle(app)
  const trends = (await app.admin('GET', '/admin/stats/trends?days=7')).json as unknown as Trends
  assert.equal(trends.series['sign_ups']?.length, 7)
  assert.equal(trends.series['sign_ups']?.at(-1)?.count, 1)
  assert.equal(sumOf(trends.series['tokens_issued']), 1)
  assert.deepEqual(trends.tokens_by_grant, [{ grant_type: 'client_credentials', count: 1 }])
  assert.deepEqual(trends.sign_ins_by_method, [{ method: 'pwd', count: 1 }])
  const hourly = (await app.admin('GET', '/admin/stats/trends?days=1&interval=hour')).json as unknown as Trends
  assert.equal(sumOf(hourly.series['sign_ins']), 1)
})

test('so many points are refused, with what to ask instead', async (t) => {
  const app = await createTestApp(t)
  for (const query of ['days=8&interval=hour', 'days=91', 'days=0', 'interval=week']) {
    const { status, json } = await app.admin('GET', `/admin/stats/trends?${query}`)
    assert.deepEqual([query, status, json['code']], [query, 400, 'invalid_request'])
  }
})
