import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { signUp } from '#test/support/recovery.ts'
import { isAdmin, operationsOf } from '#test/support/route-table.ts'
import { readOf } from './sample-reads.ts'
import { someIds } from './some-ids.ts'
import type { TestApp } from '#test/support/app.ts'
import type { Operation } from '#test/support/route-table.ts'

const badQueries = [
  'limit=-1',
  'limit=0',
  'limit=201',
  'limit=1e9',
  'limit=9007199254740993',
  'limit=ten',
  'limit=1&limit=2',
  'cursor=x',
  'cursor=%7C',
  'cursor=2026-01-15T12:00:00.000Z',
  'cursor=2026-01-15T12:00:00.000Z%7C',
  'cursor=2026-13-45T99:00:00.000Z%7Ctok_1',
  "cursor=2026-01-15T12:00:00.000Z%7C'%20OR%20'1'='1",
  `cursor=${'a'.repeat(300)}`,
  'include_total=maybe',
]

/** Every list is asked well once, and then badly in every way. */
async function refuseBadQueries(
  app: TestApp,
  lists: readonly Operation[],
  ids: Record<string, string>,
  headers: Record<string, string>,
) {
  for (const { path } of lists) {
    const url = readOf(path, ids)
    const fine = await app.send({ url, headers })
    assert.equal(fine.status, 200, `${url}: ${fine.text}`)
    assert.ok(Array.isArray(fine.json['data']), url)
    assert.ok('next_cursor' in fine.json, url)
    for (const query of badQueries) {
      const bad = `${url}${url.includes('?') ? '&' : '?'}${query}`
      const answer = await app.send({ url: bad, headers })
      assert.equal(answer.status, 400, `${bad} answered ${answer.status}`)
      assert.ok(['invalid_request', 'invalid_cursor'].includes(String(answer.json['code'])))
    }
  }
  assert.deepEqual(
    app.log.filter((line) => line.includes('"level":"error"')),
    [],
  )
}

const isList = ({ parameters }: Operation): boolean => parameters.includes('cursor')

test('AD7: every list refuses forged cursors and limits, without asking the database', async (t) => {
  const app = await createTestApp(t)
  const ids = await someIds(app)
  const lists = (await operationsOf(app)).filter((it) => isAdmin(it) && isList(it))
  assert.ok(lists.length >= 20, `only ${lists.length} lists found`)
  await refuseBadQueries(app, lists, ids, { authorization: `Bearer ${app.adminKey}` })
})

test('AD7: every list of people about themselves refuses forged cursors and limits', async (t) => {
  const app = await createTestApp(t)
  const person = await signUp(app, 'robin@example.com')
  const made = await app.admin('POST', '/admin/organizations', { name: 'Quay', slug: 'quay', owner_id: person.id })
  const lists = (await operationsOf(app)).filter((it) => !isAdmin(it) && it.security.length > 0 && isList(it))
  assert.ok(lists.length >= 6, `only ${lists.length} lists found`)
  const cookie = Object.entries(person.visitor.cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  await refuseBadQueries(app, lists, { organizations: String(made.json['id']) }, { cookie })
})
