import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { ApiDocument } from '#test/support/document.ts'
import { isAdmin, operationsOf } from '#test/support/route-table.ts'
import { longestStretchMs } from '#test/support/stretch.ts'
import { worstOf } from '#test/support/worst-input.ts'
import { apiDocument } from './all-routes.ts'
import { readOf } from './sample-reads.ts'
import { someIds } from './some-ids.ts'
import { workedCalls } from './worked-calls/index.ts'
import type { Piece } from '#test/support/document.ts'
import type { TestApp, TestRequest } from '#test/support/app.ts'

/** For so long one request may keep all others waiting. */
const MAX_STRETCH_MS = 100
/** The least of so many counts: the first may compile what the others find compiled, or collect garbage. */
const ATTEMPTS = 3
const BODY_BYTES = 60_000
const NONE: Piece = {}

const document = new ApiDocument(apiDocument())
const operations = new Map([...document.operations().values()].map((it) => [String(it['operationId']), it]))

const bodySchema = (operation: string, type: string): Piece | undefined => {
  const body = document.resolve(operations.get(operation)?.['requestBody'] ?? NONE)
  return (body['content'] as Record<string, { schema: Piece }> | undefined)?.[type]?.schema
}

/** The same call, as large as its schema lets it be. */
function inflated(operation: string, request: TestRequest): TestRequest {
  if (request.json !== undefined) {
    return {
      ...request,
      json: worstOf(document, bodySchema(operation, 'application/json'), request.json, { bytes: BODY_BYTES }),
    }
  }
  if (request.form === undefined) return request
  const form = new Map(Object.entries(Object.fromEntries(formEntries(request.form))))
  // Fields that carry what the server gave out stay; the last one that a person filled in takes what room there is.
  const [longest] = [...form.keys()].filter((name) => !name.endsWith('token')).slice(-1)
  if (longest !== undefined) form.set(longest, `${form.get(longest) ?? ''}${' a'.repeat(BODY_BYTES / 4)}`)
  return { ...request, form: [...form] }
}

const formEntries = (form: NonNullable<TestRequest['form']>): (readonly [string, string])[] =>
  Array.isArray(form) ? form : Object.entries(form as Record<string, string>)

/** How a request was answered, and how long it kept the event loop at the least. */
async function measured(app: TestApp, request: TestRequest): Promise<{ status: number; stretchMs: number }> {
  let status = 0
  let stretchMs = Infinity
  for (let attempt = 0; attempt < ATTEMPTS && stretchMs > MAX_STRETCH_MS; attempt++) {
    const took = await longestStretchMs(async () => {
      const answer = await app.send(request)
      if (attempt === 0) status = answer.status
    })
    stretchMs = Math.min(stretchMs, took)
  }
  return { status, stretchMs }
}

const tooLong = (name: string, { stretchMs }: { readonly stretchMs: number }): string[] =>
  stretchMs > MAX_STRETCH_MS ? [`${name}: ${Math.round(stretchMs)} ms`] : []

test('HT1: no change keeps the event loop for 100 ms, however large its body', async (t) => {
  const slow: string[] = []
  let taken = 0
  for (const { operation, arrange } of workedCalls) {
    const app = await createTestApp(t, { engine: 'sqlite' })
    const request = await arrange(app, t)
    const large = await measured(app, inflated(operation, request))
    slow.push(...tooLong(operation, large))
    if (large.status < 400) taken++
    // What is refused early says nothing of the work behind the refusal.
    else slow.push(...tooLong(operation, await measured(app, request)))
  }
  assert.deepEqual(slow, [])
  assert.ok(taken > workedCalls.length / 3, `only ${taken} of the large requests were taken`)
})

test('HT1: no read keeps the event loop for 100 ms, whatever its query', async (t) => {
  const app = await createTestApp(t, { engine: 'sqlite' })
  const ids = await someIds(app)
  const slow: string[] = []
  const reads = (await operationsOf(app)).filter((it) => isAdmin(it) && it.method === 'GET' && !it.isStream)
  for (const { operationId, path } of reads) {
    const parameters = (operations.get(operationId)?.['parameters'] ?? []) as readonly Piece[]
    const query = parameters
      .map((parameter) => document.resolve(parameter))
      .filter((parameter) => parameter['in'] === 'query' && parameter['name'] !== 'cursor')
      .map(({ name, schema }) => [String(name), String(worstOf(document, schema as Piece, undefined, { bytes: 2000 }))])
      .filter(([, value]) => value !== '')
    const [base = '', given] = readOf(path, ids).split('?')
    const url = `${base}?${new URLSearchParams([...query.map(([name = '', value = '']) => [name, value]), ...new URLSearchParams(given)])}`
    const headers = { authorization: `Bearer ${app.adminKey}` }
    slow.push(...tooLong(operationId, await measured(app, { url, headers })))
  }
  assert.deepEqual(slow, [])
  assert.ok(reads.length >= 50)
})

test('HT1: no read that is open to everybody keeps the event loop for 100 ms, nor the first one of its kind', async (t) => {
  const app = await createTestApp(t, { engine: 'sqlite' })
  const slow: string[] = []
  const open = (await operationsOf(app)).filter((it) => it.method === 'GET' && !isAdmin(it) && !it.path.includes('{'))
  for (const { operationId, path } of open) slow.push(...tooLong(operationId, await measured(app, { url: path })))
  assert.deepEqual(slow, [])
  assert.ok(open.length >= 20, `only ${open.length} reads found`)
})
