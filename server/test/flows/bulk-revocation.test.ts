import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'
import { globMatches } from '#test/support/glob-reference.ts'
import { allow, createAgent, exchange, isActive, ownToken } from '#test/support/oauth.ts'

const revoke = (app: TestApp, body: unknown): Promise<TestAnswer> =>
  app.admin('POST', '/admin/oauth/revoke-by-pattern', body)

const NAMES = [
  'billing',
  'Billing',
  'billing-1',
  'billing-12',
  'billing.eu',
  'billing_eu',
  'billing~eu',
  'mail-reader',
  'mail-writer',
  'MAIL-reader',
  'a-b-c',
  'a.b.c',
  'abc',
  'xyz-9',
]

const PATTERNS = [
  '*',
  '**',
  'billing',
  'billing*',
  'Billing*',
  'BILLING*',
  'billing?',
  'billing??',
  'billing???',
  '*-*',
  '*.*',
  '*_*',
  '*%*',
  'billing%',
  'mail-[rw]*',
  'mail-[^r]*',
  'mail-[!r]*',
  '[a-m]*',
  '[A-Z]*',
  '[^a-z]*',
  '*[0-9]',
  '*[-.]*',
  '*[]-]*',
  'a[-]b[-]c',
  'a?b?c',
  '[abc',
  '[]',
  '\\*',
  "'; DROP TABLE tokens; --",
  'billing" OR "1"="1',
  '*a*b*c*',
  'ab*c*',
]

test('AD6 a pattern reaches exactly the clients that a reading of the rules says, case and all', async (t) => {
  const app = await createTestApp(t)
  for (const name of NAMES) await ownToken(app, await createAgent(app, { client_id: name }))
  assert.ok(PATTERNS.length >= 30)
  for (const pattern of PATTERNS) {
    const answer = await revoke(app, { client_id_pattern: pattern, dry_run: true })
    const expected = NAMES.filter((name) => globMatches(pattern, name)).length
    assert.deepEqual(
      [answer.json['pattern_matched'], answer.json['tokens']],
      [pattern, { total: expected, access_tokens: expected, refresh_tokens: 0, delegated_tokens: 0 }],
    )
  }
})

test('AD6 hostile patterns are answered fast', async (t) => {
  const app = await createTestApp(t)
  await ownToken(app, await createAgent(app, { client_id: 'a'.repeat(100) }))
  for (const pattern of [
    '*a'.repeat(128),
    `${'*a'.repeat(127)}b`,
    '*?'.repeat(128),
    '*[a]'.repeat(64),
    '['.repeat(256),
  ]) {
    const started = performance.now()
    assert.equal((await revoke(app, { client_id_pattern: pattern, dry_run: true })).status, 200)
    assert.ok(performance.now() - started < 30_000, pattern)
  }
})

test('AD6 a pattern that is missing, empty, too long or no text is refused and ends nothing', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app)
  const token = await ownToken(app, agent)
  const bodies = [
    {},
    { client_id_pattern: '' },
    { client_id_pattern: null },
    { client_id_pattern: 7 },
    { client_id_pattern: ['*'] },
    { client_id_pattern: '*'.repeat(257) },
    { client_id_pattern: '*a'.repeat(5000) },
    { client_id_pattern: '*\0' },
    { client_id_pattern: '*', reason: 7 },
    { client_id_pattern: '*', reason: 'x'.repeat(501) },
    { client_id_pattern: '*', dry_run: 'yes' },
    { client_id_pattern: '*', dryrun: true },
    { pattern: '*' },
    [],
  ]
  for (const body of bodies) {
    const answer = await revoke(app, body)
    assert.deepEqual([answer.status, answer.json['error']], [400, 'invalid_request'], JSON.stringify(body).slice(0, 80))
  }
  const huge = await revoke(app, { client_id_pattern: '*'.repeat(1 << 20) })
  assert.equal(huge.status, 413)
  assert.equal(await isActive(app, agent, token), true)
})

test('the answer is the contract’s: how many, the event, the pattern; the clients go on', async (t) => {
  const app = await createTestApp(t)
  const [first, second, other] = [
    await createAgent(app, { client_id: 'batch-1' }),
    await createAgent(app, { client_id: 'batch-2' }),
    await createAgent(app, { client_id: 'other' }),
  ]
  await allow(app, other, { subject: '*' })
  const token = await ownToken(app, first)
  const gone = [token, await ownToken(app, first), await ownToken(app, second)]
  const derived = (await exchange(app, other, token)).json['access_token'] as string
  const stays = await ownToken(app, other)
  const answer = await revoke(app, { client_id_pattern: 'batch-*', reason: 'leaked in a log' })
  assert.equal(answer.status, 200, answer.text)
  const { audit_event_id: eventId, ...rest } = answer.json
  assert.deepEqual(rest, {
    revoked_count: 4,
    pattern_matched: 'batch-*',
    dry_run: false,
    tokens: { total: 4, access_tokens: 4, refresh_tokens: 0, delegated_tokens: 1 },
  })
  for (const text of [...gone, derived]) assert.equal(await isActive(app, other, text), false)
  assert.equal(await isActive(app, other, stays), true)
  assert.equal(await isActive(app, first, await ownToken(app, first)), true, 'the client issues again at once')

  const { json: event } = await app.admin('GET', `/audit-logs/${String(eventId)}`)
  assert.deepEqual(
    [event['action'], event['actor_type'], event['status']],
    ['oauth.bulk_revoke_pattern', 'admin', 'success'],
  )
  assert.deepEqual(event['metadata'], {
    pattern: 'batch-*',
    reason: 'leaked in a log',
    revoked_count: 4,
    access_tokens: 4,
    refresh_tokens: 0,
    delegated_tokens: 1,
  })
})

test('a pattern that matches nothing answers 0, and still leaves an audit row without a reason', async (t) => {
  const app = await createTestApp(t)
  const answer = await revoke(app, { client_id_pattern: 'nobody-*' })
  assert.deepEqual([answer.status, answer.json['revoked_count']], [200, 0])
  const audit = await app.admin('GET', '/audit-logs?action=oauth.bulk_revoke_pattern')
  const [event, ...more] = audit.json['data'] as { id: string; metadata: Record<string, unknown> }[]
  assert.deepEqual([event?.id, more.length], [answer.json['audit_event_id'], 0])
  assert.deepEqual([event?.metadata['reason'], event?.metadata['revoked_count']], [null, 0])
})

test('AD6 the revocation is undone when its audit row can not be written', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app)
  const token = await ownToken(app, agent)
  await app.database.db.run(sql`ALTER TABLE events RENAME TO events_elsewhere`)
  const answer = await revoke(app, { client_id_pattern: '*' })
  assert.deepEqual([answer.status, answer.json['error']], [500, 'internal_error'])
  assert.equal(await isActive(app, agent, token), true)
})
