import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ACTING_ROWS } from '#/modules/statistics/index.ts'
import { LOOKED_AT } from '#/platform/db/keyset-list.ts'
import { raw, sql } from '#/platform/db/sql.ts'
import { firstId } from '#/platform/ids.ts'
import { createTestApp } from '#test/support/app.ts'
import { onEachApp } from '#test/support/each-app.ts'
import type { TestApp } from '#test/support/app.ts'

const HOUR = 3_600_000

const ID = `'${'0'.repeat(26)}'`

/** Users by the hundred, each older than the one before, all of whose names begin alike. */
async function addUsers(app: TestApp, first: number, count: number, name: string): Promise<void> {
  const id = firstId('usr', 1)
  await app.database.db.run(sql`
    WITH RECURSIVE n (i) AS (SELECT ${raw(String(first))} UNION ALL SELECT i + 1 FROM n WHERE i < ${raw(String(first + count - 1))})
    INSERT INTO users (id, email, email_canonical, email_verified, name, mfa_enabled, tier, metadata, created_at, updated_at)
    SELECT substr(${id} || CAST(100000 + i AS TEXT) || ${raw(ID)}, 1, 39), 'u' || i || '@example.com', 'u' || i || '@example.com', 1,
      ${name} || ' ' || i, 0, 'free', '{}', 1000000 - i, 1000000 - i FROM n`)
}

test('what the console narrows lists and pictures to is found through an index, in the order that it is shown in', async (t) => {
  const statements: string[] = []
  const app = await createTestApp(t, { engine: 'sqlite', statements })
  const webhook = await app.admin('POST', '/webhooks', { url: 'https://hooks.example.com/', events: ['user.created'] })
  const deliveries = `/webhooks/${String(webhook.json['id'])}/deliveries`
  const reads: readonly (readonly [path: string, index: string])[] = [
    ['/users?disabled=true', 'users_disabled'],
    ['/users?email_verified=false', 'users_by_verification'],
    ['/users?mfa_enabled=true', 'users_by_second_factor'],
    ['/users?tier=none', 'users_by_tier'],
    ['/users?system_role=support', 'users_by_system_role'],
    ['/users?search=maya', 'users_by_email'],
    ['/users?search=maya', 'users_by_name'],
    ['/agents?search=maya', 'clients_by_name'],
    ['/agents?search=maya', 'clients_by_client_id'],
    ['/admin/apps?search=maya&type=web', 'clients_by_name'],
    ['/admin/organizations?search=maya', 'organizations_by_name'],
    ['/admin/organizations?search=maya', 'organizations_by_slug'],
    [`${deliveries}?state=waiting`, 'webhook_deliveries_open'],
    [`${deliveries}?state=failed`, 'webhook_deliveries_failed'],
    ['/admin/stats/acting', 'statistics_acting'],
    ['/admin/stats/trends', 'sqlite_autoindex_statistics_hourly_1 (metric>? AND metric<?)'],
  ]
  const tables = 'users|clients|organizations|webhook_deliveries|statistics_hourly'
  const [reading, scanning] = [new RegExp(`FROM (${tables})\\b`), new RegExp(`^SCAN (${tables})$`)]
  for (const [path, index] of reads) {
    statements.length = 0
    assert.equal((await app.admin('GET', path)).status, 200, path)
    const asked = statements.filter((text) => reading.test(text))
    const plans = await Promise.all(asked.map((text) => app.database.db.all(sql`EXPLAIN QUERY PLAN ${raw(text)}`)))
    const lines = plans.flat().map((row) => String(row['detail']))
    assert.ok(
      lines.some((line) => line.includes(index)),
      `${path}\n${lines.join('\n')}`,
    )
    assert.deepEqual(
      lines.filter((line) => scanning.test(line)),
      [],
      path,
    )
    // A search sorts the thousand at most that it found.
    const sorts = path.includes('stats') || path.includes('search')
    assert.ok(sorts || !lines.includes('USE TEMP B-TREE FOR ORDER BY'), path)
  }
})

onEachApp(
  'a beginning that very many users share is looked for among the next users, page by page',
  async (_t, app) => {
    await addUsers(app, 0, LOOKED_AT, 'Other')
    await addUsers(app, LOOKED_AT, 1100, 'Shared')
    const first = await app.admin('GET', '/users?search=shared&include_total=true')
    assert.equal(first.status, 200)
    assert.equal(first.json['total'], undefined)
    const found = new Set<string>()
    let cursor = first.json['next_cursor'] as string | null
    for (const user of first.json['data'] as { id: string }[]) found.add(user.id)
    while (cursor !== null) {
      const page = await app.admin('GET', `/users?search=SHARED&limit=200&cursor=${encodeURIComponent(cursor)}`)
      for (const user of page.json['data'] as { id: string }[]) found.add(user.id)
      cursor = page.json['next_cursor'] as string | null
    }
    assert.equal(found.size, 1100)
    const rare = await app.admin('GET', '/users?search=shared%2020&include_total=true')
    assert.deepEqual([(rare.json['data'] as object[]).length, rare.json['total']], [50, 100])
    const byId = await app.admin('GET', `/users?search=${[...found][0]?.slice(0, 19)}&include_total=true`)
    assert.equal(byId.json['total'], 1)
    assert.equal((await app.admin('GET', '/users?search=nobody&include_total=true')).json['total'], 0)
  },
)

onEachApp(
  'a beginning that very many agents, apps or organizations share is looked for among the next ones',
  async (_t, app) => {
    const { db } = app.database
    const count = LOOKED_AT + 1100
    const many = raw(`WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})`)
    const name = raw(`CASE WHEN i < ${LOOKED_AT} THEN 'Other ' ELSE 'Shared ' END || i`)
    const { json: agent } = await app.admin('POST', '/agents', { client_name: 'Single', scope: 'read' })
    const { json: machine } = await app.admin('POST', '/admin/apps', { name: 'Single', type: 'machine' })
    for (const [prefix, id] of [
      ['agt', agent['id']],
      ['app', machine['id']],
    ] as const) {
      const columns = Object.keys((await db.get(sql`SELECT * FROM clients WHERE id = ${String(id)}`)) ?? {})
      const own: Readonly<Record<string, string>> = {
        ...{ id: `'${prefix}_' || i`, client_id: `'${prefix}' || i`, created_at: '1000000 - i' },
        client_name: `CASE WHEN i < ${LOOKED_AT} THEN 'Other ' ELSE 'Shared ' END || i`,
      }
      const values = columns.map((column) => own[column] ?? column).join(', ')
      await db.run(sql`
        INSERT INTO clients (${raw(columns.join(', '))})
        ${many} SELECT ${raw(values)} FROM n, clients WHERE clients.id = ${String(id)}`)
    }
    await db.run(sql`
      INSERT INTO organizations (id, name, slug, metadata, created_at, updated_at)
      ${many} SELECT 'org_' || i, ${name}, 'slug-' || i, '{}', 1000000 - i, 0 FROM n`)
    const read = async (path: string) => (await app.admin('GET', path)).json
    for (const [path, prefix] of [
      ['/agents', 'agt'],
      ['/admin/apps', 'app'],
      ['/admin/organizations', 'org'],
    ] as const) {
      const found = new Set<string>()
      const first = await read(`${path}?search=SHARED&limit=200&include_total=true`)
      assert.equal(first['total'], undefined, path)
      for (let page = first; ;) {
        for (const { id } of page['data'] as { id: string }[]) found.add(id)
        const { next_cursor: cursor } = page
        if (cursor === null) break
        page = await read(`${path}?search=shared&limit=200&cursor=${encodeURIComponent(String(cursor))}`)
      }
      assert.equal(found.size, 1100, path)
      const rare = await read(`${path}?search=shared%2020&include_total=true`)
      assert.deepEqual([(rare['data'] as object[]).length, rare['total']], [50, 100], path)
      assert.equal((await read(`${path}?search=${prefix}_2999&include_total=true`))['total'], 1, path)
      assert.equal((await read(`${path}?search=nobody&include_total=true`))['total'], 0, path)
    }
    assert.equal((await read('/admin/apps?search=shared%2020&type=web&include_total=true'))['total'], 0)
    assert.equal((await read('/agents?search=shared%2020&active=true&include_total=true'))['total'], 100)
  },
)

onEachApp('who acted for whom is summed from so many counts and says how far back they reach', async (_t, app) => {
  const hour = app.clock.now() - (app.clock.now() % HOUR)
  await app.database.db.run(sql`
    WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${raw(String(ACTING_ROWS + 9))})
    INSERT INTO statistics_hourly (metric, hour, count)
    SELECT 'acting:["usr_' || i || '",null,"agent",null]', ${raw(String(hour))} - ${raw(String(HOUR))} * CASE WHEN i < 10 THEN 0 ELSE 1 + i % 2 END,
      CASE WHEN i = 3 THEN 7 ELSE 1 END FROM n`)
  const { json: body } = await app.admin('GET', '/admin/stats/acting?window=24h')
  assert.deepEqual([body['is_complete'], body['from']], [false, new Date(hour - 2 * HOUR).toISOString()])
  const shares = body['flows'] as { subject: string; tokens: number }[]
  assert.deepEqual([shares.length, shares[0]?.subject, shares[0]?.tokens], [300, 'usr_3', 7])
})

test('a window of the audit log is read from its edge, however far back the filter begins', async (t) => {
  const statements: string[] = []
  const app = await createTestApp(t, { engine: 'sqlite', statements })
  await app.database.db.run(sql`
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5100)
    INSERT INTO events (id, name, actor_type, actor_id, result, data, created_at)
    SELECT 'aud_' || i, 'user.updated', 'system', 'tests', 'success', '{}', 1000 + i FROM n`)
  statements.length = 0
  const answer = await app.admin('GET', '/audit-logs?search=zebra&from=1970-01-01T00:00:01Z')
  assert.deepEqual([answer.json['data'], typeof answer.json['next_cursor']], [[], 'string'])
  const text = statements.find((one) => one.includes('looked WHERE')) ?? assert.fail(statements.join('\n'))
  const plan = await app.database.db.all(sql`EXPLAIN QUERY PLAN ${raw(text)}`)
  assert.match(String(plan.map((row) => row['detail'])), /events_by_time \(\(created_at,id\)>\(\?,\?\)\)/)
})
