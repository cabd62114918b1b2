import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { listening } from '#test/support/http.ts'
import { createAgent } from '#test/support/oauth.ts'
import type { IncomingMessage } from 'node:http'
import type { TestContext } from 'node:test'
import type { TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'

/** The records of a CSV text, by RFC 4180 §2. */
function parseCsv(text: string): string[][] {
  assert.ok(text.endsWith('\r\n'))
  return text
    .slice(0, -2)
    .split(/\r\n(?=")/)
    .map((line) => [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, cell = '']) => cell.replaceAll('""', '"')))
}

const rowsOf = async (app: TestApp, body: object): Promise<string[][]> => {
  const answer = await app.admin('POST', '/audit-logs/export', body)
  assert.equal(answer.status, 200, answer.text)
  return parseCsv(answer.text).slice(1)
}

const listed = async (app: TestApp, query: string): Promise<Record<string, unknown>[]> => {
  const { json } = await app.admin('GET', `/audit-logs?limit=200${query}`)
  return json['data'] as Record<string, unknown>[]
}

/** So many entries, a millisecond apart. */
const insertMany = (app: TestApp, count: number): Promise<number> =>
  app.database.db.run(sql`
    INSERT INTO events (id, name, actor_type, actor_id, result, data, created_at)
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
    SELECT 'aud_many_' || n, 'thing.counted', 'user', 'usr_1', 'success', '{"n":"a value of some length"}', n FROM numbers`)

test('an export holds what the list shows, in fixed columns, and is an entry itself', async (t) => {
  const app = await createTestApp(t)
  await createAgent(app)
  app.clock.advance(1000)
  const answer = await app.admin('POST', '/audit-logs/export', {})
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8; header=present')
  assert.equal(answer.headers['content-disposition'], 'attachment; filename="audit-logs-beginning-to-2026-01-15.csv"')
  assert.equal(answer.headers['cache-control'], 'no-store')
  const [header, ...rows] = parseCsv(answer.text)
  assert.deepEqual(header?.slice(0, 5), ['id', 'created_at', 'actor_type', 'actor_id', 'action'])
  const entries = await listed(app, '')
  assert.deepEqual(
    rows.map(([id, createdAt]) => [id, createdAt]),
    entries.map(({ id, created_at: createdAt }) => [id, createdAt]),
  )
  assert.deepEqual(JSON.parse(rows.at(-1)?.[11] ?? ''), entries.at(-1)?.['metadata'])
  assert.equal(rows[0]?.[4], 'audit_log.exported')
  assert.deepEqual(entries[0]?.['metadata'], { format: 'csv', filter: {} })
})

test('an export takes the filters of the list, and names its days', async (t) => {
  const app = await createTestApp(t)
  await createAgent(app)
  app.clock.advance(86_400_000)
  await createAgent(app, { client_name: 'second' })
  const body = {
    action: 'agent.*',
    actor_type: 'admin',
    from: '2026-01-16',
    to: '2026-02-01T00:00:00Z',
    search: 'SECOND',
  }
  const rows = await rowsOf(app, body)
  assert.deepEqual(
    rows.map((row) => row[4]),
    ['agent.created'],
  )
  const answer = await app.admin('POST', '/audit-logs/export', body)
  assert.match(String(answer.headers['content-disposition']), /"audit-logs-2026-01-16-to-2026-01-16\.csv"/)
  const [entry] = await listed(app, '&action=audit_log.exported')
  assert.deepEqual(entry?.['metadata'], { format: 'csv', filter: body })
})

test('JSON lines are the entries as the list words them', async (t) => {
  const app = await createTestApp(t)
  await createAgent(app)
  const answer = await app.admin('POST', '/audit-logs/export', { format: 'jsonl' })
  assert.equal(answer.headers['content-type'], 'application/x-ndjson; charset=utf-8')
  assert.match(String(answer.headers['content-disposition']), /\.jsonl"$/)
  const lines = answer.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
  assert.deepEqual(lines, await listed(app, ''))
})

test('AD8: a name that is a formula does nothing in a spreadsheet', async (t) => {
  const app = await createTestApp(t)
  await app.database.db.run(sql`
    INSERT INTO events (id, name, actor_type, actor_id, target_type, target_id, result, data, created_at)
    VALUES ('aud_1', 'thing.made', 'agent', ${'=cmd()'}, ${'@SUM(1)'}, ${'\t=1+1'}, 'success', '{}', 1)`)
  const rows = await rowsOf(app, { action: 'thing.made' })
  assert.deepEqual(rows[0]?.slice(3, 7), ["'=cmd()", 'thing.made', "'@SUM(1)", "'\t=1+1"])
})

test('an export is refused with a reason: 400, 401, 403, 415', async (t) => {
  const app = await createTestApp(t)
  const bad = [
    { format: 'xml' },
    { limit: 3 },
    { from: 'yesterday' },
    { from: '2026-02-31' },
    { from: '2026-02-02', to: '2026-02-01' },
    { action: 'a*' },
    { search: '\0\0' },
  ]
  for (const body of bad) {
    const { status, json } = await app.admin('POST', '/audit-logs/export', body)
    assert.deepEqual([status, json['error']], [400, 'invalid_request'], JSON.stringify(body))
  }
  assert.equal((await app.send({ url: '/api/v1/audit-logs/export', json: {} })).status, 401)
  assert.deepEqual(await listed(app, '&action=audit_log.*'), [])
})

/** Begins an export over a socket and answers what came back, before its body was read. */
async function beginExport(t: TestContext, app: TestApp): Promise<IncomingMessage> {
  const port = await listening(t, app.app.http)
  const headers = { authorization: `Bearer ${app.adminKey}` }
  return new Promise((resolve, reject) => {
    request({ port, method: 'POST', path: '/api/v1/audit-logs/export', headers }, resolve).on('error', reject).end()
  })
}

test('AD8: an export of many entries is made while it is read', async (t) => {
  const app = await createTestApp(t)
  await insertMany(app, 30_000)
  const answer = await beginExport(t, app)
  let lines = 0
  let longest = 0
  for await (const piece of answer) {
    const text = String(piece)
    longest = Math.max(longest, text.length)
    lines += text.split('\n').length - 1
  }
  const entries = Number((await app.database.db.get(sql`SELECT count(*) AS n FROM events`))?.['n'])
  assert.equal(lines, entries + 1)
  assert.ok(longest < 500_000, `a piece of ${longest} characters`)
})

/** Counts how often the database is asked for rows. */
function countReads(app: TestApp): () => number {
  const { db } = app.database
  const all = db.all.bind(db)
  let count = 0
  Object.assign(db, {
    all: (query: Parameters<typeof all>[0]) => {
      count++
      return all(query)
    },
  })
  return () => count
}

test('an export stops reading when its reader leaves', async (t) => {
  const [entries, batchSize] = [100_000, 500]
  const app = await createTestApp(t)
  await insertMany(app, entries)
  const reads = countReads(app)
  const answer = await beginExport(t, app)
  await new Promise((resolve) => answer.once('data', resolve))
  answer.destroy()
  await until(async () => {
    const before = reads()
    await sleep(300)
    return reads() === before
  })
  assert.ok(reads() < entries / batchSize, 'nothing is read for nobody')
  assert.deepEqual(
    app.log.filter((line) => line.includes('"level":"error"')),
    [],
  )
})
