import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { raw, sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { DocumentJudge } from '#test/support/document-judge.ts'
import { operationsOf } from '#test/support/route-table.ts'
import { apiDocument, documentedRoutes } from './all-routes.ts'
import { workedCalls } from './worked-calls/index.ts'
import type { RouteName } from '#/platform/http/routing/route.ts'
import type { TestApp, TestRequest } from '#test/support/app.ts'

/** What ends something by another method than DELETE. */
const endings: readonly RouteName[] = [
  'agents.rotateDpopKey',
  'agents.tokens.revokeAll',
  'auditLogs.purge',
  'auth.agents.revoke',
  'myOrganizations.leave',
  'sessions.purgeExpired',
  'tokens.revokeByPattern',
  'tokens.revokeByJti',
  'users.agents.revoke',
]

/** What DELETE ends of many, and answers with counts; of one it answers 204. */
const collections: readonly RouteName[] = ['email.devInbox.clear', 'sessions.revokeAll', 'users.sessions.revokeAll']

/** What ends nothing, and can be asked what it would do all the same. */
const others: readonly RouteName[] = ['users.import']

/** Deletions without a dry run, with the reason. */
const excepted: Readonly<Record<string, string>> = {
  'branding.draft.delete': 'nobody sees a draft, and it says itself what it would have changed',
  'registration.delete': 'the protocol gives it no parameters (RFC 7592 §2.3)',
  'registration.rotateToken': 'it replaces a token and ends nothing else',
  'savedViews.delete': 'nothing hangs on a name for filters',
  'scim.groups.delete': 'RFC 7644 gives it no parameters',
  'scim.users.delete': 'RFC 7644 gives it no parameters',
  'vault.proxy.delete': 'what it ends is at the provider',
}

const takesDryRun = new Set<string>(
  documentedRoutes()
    .filter(({ route: { schema } }) => JSON.stringify([schema.query, schema.body]).includes('"dry_run"'))
    .map(({ operationId }): string => operationId),
)
const dryRuns = workedCalls.filter(({ operation }) => takesDryRun.has(operation))

/** The same request, only asking. */
function asking(request: TestRequest): TestRequest {
  if (request.method === 'DELETE') {
    return { ...request, url: `${request.url}${request.url.includes('?') ? '&' : '?'}dry_run=true` }
  }
  return { ...request, json: { ...(request.json as object | undefined), dry_run: true } }
}

const countsToldBy = async (app: TestApp, requestId: string): Promise<object | undefined> =>
  (await app.database.db.all(sql`SELECT data FROM events WHERE request_id = ${requestId}`))
    .map(({ data }) => (JSON.parse(String(data)) as { counts?: object }).counts)
    .find((counts) => counts !== undefined)

/** What changes by itself, or notes that somebody asked: mail leaves, events are sealed, uses are counted. */
const restless = [
  ...['api_keys', 'audit_keys', 'data_keys', 'dev_emails', 'email_days', 'email_outbox', 'event_checkpoints'],
  ...['jobs', 'limits'],
]
/** Of these tables only what a dry run could change. */
const telling: Readonly<Record<string, string>> = { events: 'id', sessions: 'id, revoked_at' }

/** The content of each table. */
async function contents({ database: { db } }: TestApp): Promise<Map<string, string>> {
  const tables = await db.all(sql`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`)
  const names = tables.map((row) => String(row['name'])).filter((name) => !restless.includes(name))
  const found = new Map<string, string>()
  for (const name of names) {
    const rows = await db.all(sql`SELECT ${raw(telling[name] ?? '*')} FROM ${raw(name)} ORDER BY rowid`)
    found.set(name, JSON.stringify(rows))
  }
  return found
}

const judge = new DocumentJudge(apiDocument())

test('every route that ends something has a dry run, or says why not', async (t) => {
  const operations = await operationsOf(await createTestApp(t))
  const ending = operations.filter(
    ({ method, operationId }) => method === 'DELETE' || [...endings, ...others].some((name) => name === operationId),
  )
  assert.deepEqual(
    [...takesDryRun, ...Object.keys(excepted)].toSorted(),
    ending.map(({ operationId }) => operationId).toSorted(),
  )
})

describe('a dry run changes nothing, records nothing, and counts what then ends:', () => {
  for (const { operation, arrange } of dryRuns) {
    test(operation, async (t) => {
      const app = await createTestApp(t, { engine: 'sqlite' })
      const request = await arrange(app, t)
      const before = await contents(app)
      const dry = await app.send(asking(request))
      assert.equal(dry.status, 200, dry.text.slice(0, 600))
      assert.equal(dry.json['dry_run'], true)
      assert.deepEqual(judge.differences({ method: 'POST', ...asking(request) }, dry), [])
      const after = await contents(app)
      assert.deepEqual(
        [...before].filter(([name, content]) => after.get(name) !== content).map(([name]) => name),
        [],
      )
      const done = await app.send(request)
      assert.ok(done.status < 300, done.text.slice(0, 600))
      if (request.method === 'DELETE') assert.equal(done.status, collections.includes(operation) ? 200 : 204)
      for (const counts of [await countsToldBy(app, String(done.headers['x-request-id'])), done.json['counts']])
        if (counts !== undefined) assert.deepEqual(dry.json['counts'], counts)
    })
  }
})
