import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { isAdmin, operationsOf } from '#test/support/route-table.ts'

test('whichever read of a thing says that it is not there says it by the same code', async (t) => {
  const app = await createTestApp(t)
  const reads = (await operationsOf(app)).filter((it) => isAdmin(it) && it.method === 'GET' && it.path.includes('{'))
  const codes = new Map<string, Set<string>>()
  for (const { path } of reads) {
    const [thing = ''] = path.split('{')
    const { status, json } = await app.admin('GET', path.slice('/api/v1'.length).replaceAll(/\{\w+\}/g, 'unknown'))
    assert.equal(status, 404, path)
    codes.set(thing, (codes.get(thing) ?? new Set()).add(String(json['code'])))
  }
  assert.deepEqual(
    [...codes].filter(([, found]) => found.size !== 1),
    [],
  )
  assert.deepEqual(codes.get('/api/v1/agents/'), new Set(['agent_not_found']))
  assert.ok(codes.size >= 15, `only ${codes.size} kinds of things`)
})
