import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { DocumentJudge } from '#test/support/document-judge.ts'
import { operationsOf } from '#test/support/route-table.ts'
import { apiDocument } from './all-routes.ts'
import { workedCalls } from './worked-calls/index.ts'
import type { TestApp } from '#test/support/app.ts'

const REQUEST_ID = 'the-one-worked-call'

/** The names of what one request recorded, in the order of the catalogue's words. */
async function recordedBy(app: TestApp, clientRequestId: string): Promise<string[]> {
  // Links are mailed after the answer, so that an answer does not tell who exists.
  await app.services.linkRequests.settled()
  const rows = await app.database.db.all(sql`SELECT name FROM events WHERE client_request_id = ${clientRequestId}`)
  return rows.map(({ name }) => String(name)).toSorted()
}

test('every route that changes something has a worked call, and none has two', async (t) => {
  const app = await createTestApp(t)
  const routes = (await operationsOf(app)).filter(({ method }) => method !== 'GET')
  const ids = routes.map(({ operationId }) => operationId)
  assert.deepEqual(workedCalls.map(({ operation }): string => operation).toSorted(), ids.toSorted())
})

const judge = new DocumentJudge(apiDocument())

describe('a change records exactly one event, or says why not, and answers as documented:', () => {
  for (const { operation, events, because, arrange } of workedCalls) {
    test(because === undefined ? operation : `${operation}, since ${because}`, async (t) => {
      const app = await createTestApp(t)
      const request = await arrange(app, t)
      const answer = await app.send({ ...request, headers: { ...request.headers, 'x-request-id': REQUEST_ID } })
      assert.ok(answer.status < 400, `${answer.status} ${answer.text.slice(0, 600)}`)
      assert.deepEqual(await recordedBy(app, REQUEST_ID), events.toSorted())
      assert.deepEqual(judge.differences({ method: 'POST', ...request }, answer), [])
      assert.ok(events.length === 1 || because !== undefined, 'say why it is not one')
    })
  }
})
