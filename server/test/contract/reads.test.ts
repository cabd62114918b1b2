import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { DocumentJudge } from '#test/support/document-judge.ts'
import { isAdmin, operationsOf } from '#test/support/route-table.ts'
import { readOf } from './sample-reads.ts'
import { someIds } from './some-ids.ts'

/** Parameters that name something of another kind than the group in front of them says. */
const withoutExample = [
  // The role of an organization, not a global one.
  '/api/v1/admin/organizations/{id}/roles/{roleId}',
]

test('every read of the admin API answers what the served document says', async (t) => {
  const app = await createTestApp(t)
  const ids = await someIds(app)
  const judge = new DocumentJudge((await app.send({ url: '/openapi.json' })).json)
  const reads = (await operationsOf(app)).filter((it) => isAdmin(it) && it.method === 'GET' && !it.isStream)
  const wrong: string[] = []
  for (const { path } of reads) {
    const url = readOf(path, ids)
    const answer = await app.admin('GET', url.slice('/api/v1'.length))
    wrong.push(...judge.differences({ method: 'GET', url }, answer))
    if (answer.status !== 200 && !withoutExample.includes(path)) wrong.push(`GET ${path} answered ${answer.status}`)
  }
  assert.deepEqual(wrong, [])
  assert.ok(reads.length >= 50, `only ${reads.length} reads found`)
})
