import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ApiDocument } from '#test/support/document.ts'
import { DocumentJudge } from '#test/support/document-judge.ts'
import { allRoutes, apiDocument } from './all-routes.ts'
import type { Piece } from '#test/support/document.ts'

const whole = apiDocument()
const document = new ApiDocument(whole)
const judge = new DocumentJudge(whole)
const operations = [...document.operations()]

interface Body {
  readonly where: string
  readonly media: { readonly schema: Piece; readonly example?: unknown }
}

/** The JSON bodies of an operation, going and coming. */
function bodiesOf([name, operation]: [string, Piece]): Body[] {
  const jsonOf = (piece: Piece | undefined): Body['media'] | undefined =>
    (piece?.['content'] as Record<string, Body['media']> | undefined)?.['application/json']
  const request = jsonOf(operation['requestBody'] as Piece | undefined)
  const statuses = Object.keys(operation['responses'] as Piece)
  const answers = statuses.flatMap((status) => {
    const media = jsonOf(document.response(operation, Number(status)))
    return media ? [{ where: `${name} ${status}`, media }] : []
  })
  return request ? [{ where: `${name} body`, media: request }, ...answers] : answers
}

describe('the OpenAPI document', () => {
  const bodies = operations.flatMap(bodiesOf)

  test('names each way to authenticate wherever a client does', () => {
    const ways = ['client_id', 'client_secret', 'client_assertion_type', 'client_assertion']
    const ofClients = allRoutes().filter(({ route }) => route.auth.kind === 'client')
    for (const { route, path } of ofClients) {
      const body = JSON.stringify(route.schema.body)
      for (const way of ways) assert.ok(body.includes(`"${way}":`), `${path} without ${way}`)
    }
    assert.deepEqual(ofClients.map(({ path }) => path).toSorted(), [
      '/oauth/device',
      '/oauth/introspect',
      '/oauth/par',
      '/oauth/revoke',
      '/oauth/token',
    ])
  })

  test('has an example of every JSON body', () => {
    assert.deepEqual(
      bodies.filter(({ media }) => media.example === undefined).map(({ where }) => where),
      [],
    )
    assert.ok(bodies.length > 500, `only ${bodies.length} bodies found`)
  })

  test('has no example that its own schema refuses', () => {
    const wrong = bodies.flatMap(({ where, media }) =>
      judge.problemsOf(media.schema, media.example).map((problem) => `${where}: ${problem}`),
    )
    assert.deepEqual(wrong, [])
  })

  test('says of every operation what its summary leaves out, but of pages, whose summary says what they show', () => {
    // What everybody gets is the sentence on who may call.
    const silent = operations.filter(([, operation]) => !/[.)] \S/.test(String(operation['description'])))
    assert.deepEqual(
      silent.filter(([, operation]) => !(operation['tags'] as string[]).includes('pages')).map(([name]) => name),
      [],
    )
  })

  test('names every tag it uses in words', () => {
    const tags = whole['tags'] as { name: string; description?: string }[]
    assert.deepEqual(
      tags.filter(({ description }) => !description).map(({ name }) => name),
      [],
    )
  })

  test('says of every admin route which errors a caller must expect', () => {
    for (const [name, operation] of operations) {
      if (operation['x-required-scope'] === undefined) continue
      const statuses = Object.keys(operation['responses'] as Piece)
      for (const status of ['401', '403', '500', '503']) assert.ok(statuses.includes(status), `${name}: ${status}`)
    }
  })
})

describe('our own judge of answers', () => {
  const asked = { method: 'GET', url: '/.well-known/jwks.json' } as const
  const answering = (status: number, json: Record<string, unknown>, type = 'application/json') =>
    judge.differences(asked, { status, headers: { 'content-type': type }, text: JSON.stringify(json), json })

  test('lets pass what the document says', () => {
    assert.deepEqual(answering(200, { keys: [] }), [])
  })

  test('sees another status, another type, another member and another media type', () => {
    assert.match(answering(418, { keys: [] }).join(), /418, which is not in the document/)
    assert.match(answering(200, { keys: 'none' }).join(), /\/keys/)
    assert.match(answering(200, { keys: [], more: 1 }).join(), /additional properties|\/more/)
    assert.match(answering(200, { keys: [] }, 'text/plain').join(), /is text\/plain, not application\/json/)
    assert.match(
      judge.differences({ method: 'PUT', url: '/oauth/token' }, {} as never).join(),
      /is not in the document/,
    )
  })

  test('reads a path without parameters before one with them', () => {
    assert.equal(
      judge.operationOf({ method: 'GET', url: '/api/v1/admin/audit-logs/verify?limit=1' }),
      'GET /api/v1/admin/audit-logs/verify',
    )
    assert.equal(judge.operationOf({ method: 'GET', url: '/api/v1/users/usr_1' }), 'GET /api/v1/users/{id}')
  })
})
