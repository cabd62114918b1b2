import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { DocumentJudge } from '#test/support/document-judge.ts'
import { isAdmin, operationsOf, pathWith } from '#test/support/route-table.ts'
import { signUp } from '#test/support/recovery.ts'
import { someIds } from './some-ids.ts'
import type { TestContext } from 'node:test'
import type { TestAnswer, TestApp, TestRequest } from '#test/support/app.ts'
import type { Operation } from '#test/support/route-table.ts'

/** Every JSON route below `/api/v1` that asks who calls, on a server with something of each kind. */
interface Matrix {
  readonly app: TestApp
  readonly operations: readonly Operation[]
  readonly ids: Readonly<Record<string, string>>
  readonly judge: DocumentJudge
}

async function matrixFor(t: TestContext, wanted: (operation: Operation) => boolean): Promise<Matrix> {
  const app = await createTestApp(t)
  const operations = (await operationsOf(app)).filter((it) => it.path.startsWith('/api/v1/') && wanted(it))
  const judge = new DocumentJudge((await app.send({ url: '/openapi.json' })).json)
  return { app, operations, ids: await someIds(app), judge }
}

/** What is wrong with a refusal: its status, its envelope, or that the document does not know it. */
function problemsOf(
  matrix: Matrix,
  asked: TestRequest & { readonly method: string },
  answer: TestAnswer,
  ...statuses: number[]
) {
  const name = `${asked.method} ${asked.url}`
  if (!statuses.includes(answer.status)) return [`${name} answered ${answer.status} ${answer.text.slice(0, 200)}`]
  return [...envelopeProblems(answer).map((it) => `${name}: ${it}`), ...matrix.judge.differences(asked, answer)]
}

/**
 * docs/decisions/api.md: all five members are always there, the id of the request is in the body as it is in the headers,
 * and a 400 says what is wrong where.
 */
function envelopeProblems({ status, json, headers }: TestAnswer): string[] {
  const { error, code, message, docs_url: docs, details } = json as Record<string, string> & { details?: object }
  const requestId = (details as Record<string, unknown> | undefined)?.['request_id']
  return [
    ...(Object.keys(json).length === 5 && error && code && message
      ? []
      : [`has the members ${Object.keys(json).join()}`]),
    ...(docs?.endsWith(`/docs/errors#${code}`) ? [] : [`explains itself at ${docs}`]),
    ...(status !== 400 || namesErrors(details) ? [] : ['says nothing of what is wrong']),
    ...(requestId && requestId === headers['x-request-id'] ? [] : ['does not carry the id of its request']),
  ]
}

function namesErrors(details: object | undefined): boolean {
  const { errors = [] } = (details ?? {}) as { errors?: { pointer?: unknown; message?: unknown }[] }
  return errors.length > 0 && errors.every(({ pointer, message }) => typeof pointer === 'string' && Boolean(message))
}

const asAdmin = ({ adminKey }: TestApp, more: Record<string, string> = {}) => ({
  authorization: `Bearer ${adminKey}`,
  ...more,
})

const isSession = ({ security, isPage }: Operation): boolean =>
  !isPage && security.length > 0 && security.every((alternative) => 'session' in alternative)

test('every route with a body refuses another content type than JSON', async (t) => {
  const matrix = await matrixFor(t, (it) => isAdmin(it) && it.hasBody)
  const wrong: string[] = []
  for (const { method, path } of matrix.operations) {
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const asked = {
        method,
        url: pathWith(path, matrix.ids),
        headers: asAdmin(matrix.app, { 'content-type': type }),
        body: 'x=1',
      }
      wrong.push(...problemsOf(matrix, asked, await matrix.app.send(asked), 415))
    }
  }
  assert.deepEqual(wrong, [])
  assert.ok(matrix.operations.length >= 40)
})

test('every route with a body refuses what is no JSON object', async (t) => {
  const matrix = await matrixFor(t, (it) => isAdmin(it) && it.hasBody)
  const wrong: string[] = []
  for (const { method, path } of matrix.operations) {
    for (const body of ['{', '[]', '"text"', 'null', '1e999', '{"a":1,"a":2}', '\ufeff{}', '{"a":"\ud800"}']) {
      const headers = asAdmin(matrix.app, { 'content-type': 'application/json' })
      const asked = { method, url: pathWith(path, matrix.ids), headers, body }
      wrong.push(...problemsOf(matrix, asked, await matrix.app.send(asked), 400))
    }
  }
  assert.deepEqual(wrong, [])
})

test('every route with a body refuses one that is too large', async (t) => {
  const matrix = await matrixFor(t, (it) => isAdmin(it) && it.hasBody)
  const wrong: string[] = []
  const body = JSON.stringify({ name: 'x'.repeat(2_000_000) })
  for (const { method, path } of matrix.operations) {
    const headers = asAdmin(matrix.app, { 'content-type': 'application/json' })
    const asked = { method, url: pathWith(path, matrix.ids), headers, body }
    wrong.push(...problemsOf(matrix, asked, await matrix.app.send(asked), 413))
  }
  assert.deepEqual(wrong, [])
})

const badIds = [
  'x',
  '0',
  'usr_',
  '..%2F..%2Fetc',
  '%27%20OR%20%271%27%3D%271',
  '%00',
  'usr_%F0%9F%94%91',
  'a'.repeat(400),
]

test('every id in a path that has another shape is not found, and never asked for', async (t) => {
  const matrix = await matrixFor(t, (it) => isAdmin(it) && it.path.includes('{') && !it.isStream)
  const wrong: string[] = []
  for (const { method, path, hasBody } of matrix.operations) {
    for (const id of badIds) {
      const url = path.replace(/\{[^}]+\}/g, id)
      const asked = { method, url, headers: asAdmin(matrix.app), ...(hasBody ? { json: {} } : {}) }
      // What is wrong with the body may be told first.
      const statuses = hasBody ? [404, 400] : [404]
      wrong.push(...problemsOf(matrix, asked, await matrix.app.send(asked), ...statuses))
    }
  }
  assert.deepEqual(wrong, [])
  assert.deepEqual(
    matrix.app.log.filter((line) => line.includes('"level":"error"')),
    [],
  )
})

test('every route says by one code of its own that a thing is not there, whatever it would have done with it', async (t) => {
  const { app, operations, ids } = await matrixFor(t, (it) => isAdmin(it) && !it.isStream && !it.hasBody)
  const gone = Object.fromEntries(Object.entries(ids).map(([group, id]) => [group, id.replace(/.{6}$/, '000000')]))
  const codes = new Map<string, Set<string>>()
  for (const { method, path } of operations) {
    // The kind of thing is what stands before its id, whatever stands before that: `users`, `organizations/roles`.
    const segments = path
      .replace('/api/v1/', '')
      .replace(/^admin\//, '')
      .split('/')
    for (const [at, segment] of segments.entries()) {
      if (!segment.startsWith('{')) continue
      const before = pathWith(
        path
          .split('/')
          .slice(0, path.split('/').length - segments.length + at)
          .join('/'),
        ids,
      )
      const after = segments.slice(at + 1).join('/')
      const group = segments[at - 1] ?? ''
      const url = pathWith(`${before}/${gone[group] ?? 'x'}${after === '' ? '' : `/${after}`}`, ids)
      const { status, json } = await app.send({ method, url, headers: asAdmin(app) })
      if (status !== 404) continue
      const kind = segments
        .slice(0, at)
        .filter((it) => !it.startsWith('{'))
        .join('/')
      codes.set(kind, (codes.get(kind) ?? new Set()).add(String(json['code'])))
    }
  }
  assert.deepEqual(
    [...codes].flatMap(([kind, found]) => (found.size === 1 ? [] : [`${kind}: ${[...found].join(', ')}`])),
    [],
  )
  assert.deepEqual([...(codes.get('agents') ?? [])], ['agent_not_found'])
  assert.ok(codes.size >= 20, [...codes.keys()].join(', '))
})

test('every route of people asks for their session, and for its token when something changes', async (t) => {
  const matrix = await matrixFor(t, isSession)
  const { visitor } = await signUp(matrix.app, 'someone@example.com')
  const cookie = Object.entries(visitor.cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  const wrong: string[] = []
  for (const { method, path } of matrix.operations) {
    const url = pathWith(path, matrix.ids)
    const asked = { method, url, headers: {} }
    wrong.push(...problemsOf(matrix, asked, await matrix.app.send(asked), 401))
    const forged = { method, url, headers: { cookie: `mandate_session=${'a'.repeat(43)}` } }
    wrong.push(...problemsOf(matrix, forged, await matrix.app.send(forged), 401))
    const keyed = { method, url, headers: asAdmin(matrix.app) }
    wrong.push(...problemsOf(matrix, keyed, await matrix.app.send(keyed), 401))
    if (method === 'GET') continue
    const tokenless = { method, url, headers: { cookie } }
    wrong.push(...problemsOf(matrix, tokenless, await matrix.app.send(tokenless), 403))
  }
  assert.deepEqual(wrong, [])
  assert.ok(matrix.operations.length >= 30, `only ${matrix.operations.length} routes of people found`)
})

test('every path names the methods it takes to whoever sends another, also where the last word could be an id', async (t) => {
  const matrix = await matrixFor(t, (it) => !it.isPage)
  const wrong: string[] = []
  for (const [path, operations] of Map.groupBy(matrix.operations, (it) => it.path)) {
    const taken: string[] = operations.map(({ method }) => method)
    const others = (['PUT', 'PATCH', 'DELETE', 'POST', 'GET'] as const).filter((method) => !taken.includes(method))
    for (const method of others) {
      const answer = await matrix.app.send({ method, url: pathWith(path, matrix.ids), headers: asAdmin(matrix.app) })
      const allowed = String(answer.headers['allow']).split(', ')
      const expected = taken.flatMap((it) => (it === 'GET' && allowed.includes('HEAD') ? ['GET', 'HEAD'] : [it]))
      if (answer.status !== 405 || allowed.toSorted().join() !== expected.toSorted().join()) {
        wrong.push(`${method} ${path} answered ${answer.status}, Allow: ${allowed.join(', ')}`)
      } else wrong.push(...envelopeProblems(answer).map((it) => `${method} ${path}: ${it}`))
    }
  }
  assert.deepEqual(wrong, [])
})
