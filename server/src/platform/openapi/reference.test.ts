import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import Type from 'typebox'
import { httpFixture } from '#test/support/http.ts'
import { mountedRoutes } from '#/platform/http/routing/mounted-routes.ts'
import type { AreaRoutes } from '#/platform/http/routing/mounted-routes.ts'
import { commonErrors, errorCodes } from '#/platform/errors/app-error.ts'
import { ListQuery, listOf } from '#/platform/paging/paging.ts'
import { route } from '#/platform/http/routing/route.ts'
import { oauthErrorStatus } from '#/protocol/oauth.ts'
import { Components } from './components.ts'
import type { Json } from './components.ts'
import { html } from '#/platform/html/html.ts'
import { templateOf } from './openapi.ts'
import { withReference } from './routes.ts'

const Agent = Type.Object(
  { id: Type.String(), note: Type.String({ description: 'Free <b>text</b> & more.' }) },
  { $id: 'Agent' },
)
const params = Type.Object({ id: Type.String({ pattern: '^agt_' }) })
const shared = { auth: { kind: 'admin', scope: 'agents:write' }, tag: 'agents' } as const

const list = route({
  name: 'agents.list',
  ...shared,
  method: 'GET',
  url: '/agents',
  summary: 'List agents',
  schema: { query: ListQuery, response: { 200: listOf(Agent) } },
  handler: () => ({}),
})
const create = route({
  name: 'agents.create',
  ...shared,
  method: 'POST',
  url: '/agents',
  summary: 'Create an agent',
  schema: { body: Type.Object({ note: Type.String() }), response: { 201: Agent } },
  handler: () => ({}),
})
const remove = route({
  name: 'agents.delete',
  ...shared,
  method: 'DELETE',
  url: '/agents/:id',
  summary: 'Delete an agent',
  schema: { params, response: { 204: Type.Undefined(), 409: Type.Object({}) } },
  handler: () => ({}),
})
const token = route({
  name: 'oauth.token',
  method: 'POST',
  url: '/oauth/token',
  auth: { kind: 'client' },
  tag: 'oauth',
  summary: 'Get a token',
  form: true,
  schema: {
    body: Type.Unsafe({
      oneOf: [
        Type.Object(
          { grant_type: Type.Literal('refresh_token'), refresh_token: Type.String() },
          { $id: 'Renewal', examples: [{ grant_type: 'refresh_token', refresh_token: 'rt' }] },
        ),
        Type.Object(
          { grant_type: Type.Literal('client_credentials') },
          { $id: 'OwnAccess', examples: [{ grant_type: 'client_credentials' }] },
        ),
      ],
    }),
    response: { 200: Type.Object({}) },
  },
  handler: () => ({}),
})
const login = route({
  name: 'pages.signIn.show',
  method: 'GET',
  url: '/login',
  auth: { kind: 'browser' },
  summary: 'Sign in',
  page: true,
  schema: { response: { 200: Type.String(), 303: Type.Undefined() } },
  handler: () => '',
})

const codes = errorCodes({ agent_gone: { error: 'gone', message: 'The agent is gone.', help: 'Make another.' } })
const areas: AreaRoutes[] = withReference(
  [
    { area: 'api', routes: [list, create, remove] },
    { area: 'api', routes: [remove], prefix: '/admin' },
    { area: 'oauth', routes: [token] },
    { area: 'pages', routes: [login] },
  ],
  { title: 'Mandate', version: '1.2.3', baseUrl: 'http://localhost:8080', errorCodes: Object.values(codes) },
)
const { app, send } = httpFixture({
  areas,
  authenticators: { admin: () => Promise.resolve({ principal: {}, cookie: undefined }) },
})

const document = async (): Promise<Json> => (await send({ url: '/openapi.json' })).json
const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce((part: unknown, key) => (part as Record<string | number, unknown>)[key], value)

describe('/openapi.json', () => {
  test('lists every registered route, its own included', async () => {
    const { paths } = (await document()) as { paths: Record<string, Record<string, unknown>> }
    for (const { path, route: each } of mountedRoutes(areas)) {
      assert.ok(paths[templateOf(path)]?.[each.method.toLowerCase()], `${each.method} ${path}`)
    }
    assert.ok(paths['/openapi.json']?.['get'])
    assert.ok(paths['/api/v1/admin/agents/{id}']?.['delete'])
  })

  test('calls every operation by the name of its route, after the words of a second prefix', async () => {
    const { paths } = await document()
    assert.equal(at(paths, '/api/v1/agents', 'post', 'operationId'), 'agents.create')
    assert.equal(at(paths, '/api/v1/agents/{id}', 'delete', 'operationId'), 'agents.delete')
    assert.equal(at(paths, '/api/v1/admin/agents/{id}', 'delete', 'operationId'), 'admin.agents.delete')
  })

  test('groups an operation by the first noun of its name, unless its route says another', async () => {
    const { paths } = await document()
    assert.deepEqual(at(paths, '/openapi.json', 'get', 'tags'), ['reference'])
    assert.deepEqual(at(paths, '/login', 'get', 'tags'), ['pages'])
    const { method, url, auth, summary, schema, handler } = list
    const rotate = route({ name: 'apiKeys.rotate', method, url, auth, summary, schema, handler })
    assert.equal(rotate.tag, 'api keys')
    assert.equal(route({ ...rotate, name: 'stats.get', tag: 'system' }).tag, 'system')
  })

  test('is OpenAPI 3.1 and says where and which version', async () => {
    const { openapi, info, servers, tags } = await document()
    assert.equal(openapi, '3.1.0')
    assert.equal(at(info, 'version'), '1.2.3')
    assert.deepEqual(servers, [{ url: 'http://localhost:8080' }])
    assert.deepEqual(
      (tags as { name: string }[]).map(({ name }) => name),
      ['agents', 'oauth', 'pages', 'reference'],
    )
  })

  test('has references that all lead somewhere, and ids that are unique', async () => {
    const whole = await document()
    const text = JSON.stringify(whole)
    const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path)
    assert.ok(references.includes('components/schemas/Agent'))
    for (const path of references) assert.ok(at(whole, ...path.split('/')), path)
    const ids = [...text.matchAll(/"operationId":"([^"]+)"/g)].map(([, id]) => id)
    assert.equal(new Set(ids).size, ids.length)
    assert.doesNotMatch(text, /\$id/)
  })

  test('describes parameters, with defaults optional', async () => {
    const whole = await document()
    const query = at(whole, 'paths', '/api/v1/agents', 'get', 'parameters') as Json[]
    assert.deepEqual(
      query.map(({ name, in: place, required }) => [name, place, required]),
      [
        ['limit', 'query', false],
        ['cursor', 'query', false],
        ['include_total', 'query', false],
      ],
    )
    assert.deepEqual(at(whole, 'paths', '/api/v1/agents/{id}', 'delete', 'parameters', 0), {
      name: 'id',
      in: 'path',
      required: true,
      description: 'The id of the agent.',
      schema: { type: 'string', pattern: '^agt_' },
    })
    const post = at(whole, 'paths', '/api/v1/agents', 'post', 'parameters') as Json[]
    assert.deepEqual(
      post.map(({ name }) => name),
      ['Idempotency-Key'],
    )
  })

  test('describes bodies as JSON or as forms', async () => {
    const whole = await document()
    assert.deepEqual(Object.keys(at(whole, 'paths', '/api/v1/agents', 'post', 'requestBody', 'content') as Json), [
      'application/json',
    ])
    assert.deepEqual(at(whole, 'paths', '/oauth/token', 'post', 'requestBody', 'required'), true)
    assert.deepEqual(Object.keys(at(whole, 'paths', '/oauth/token', 'post', 'requestBody', 'content') as Json), [
      'application/x-www-form-urlencoded',
    ])
  })

  test('describes each shape a body may have, with an example of each', async () => {
    const whole = await document()
    const content = at(whole, 'paths', '/oauth/token', 'post', 'requestBody', 'content')
    assert.deepEqual(at(content, 'application/x-www-form-urlencoded', 'schema'), {
      oneOf: [{ $ref: '#/components/schemas/Renewal' }, { $ref: '#/components/schemas/OwnAccess' }],
    })
    assert.deepEqual(at(content, 'application/x-www-form-urlencoded', 'examples'), {
      Renewal: { value: { grant_type: 'refresh_token', refresh_token: 'rt' } },
      OwnAccess: { value: { grant_type: 'client_credentials' } },
    })
  })

  test('describes who may call', async () => {
    const whole = await document()
    assert.deepEqual(at(whole, 'paths', '/api/v1/agents', 'post', 'security'), [
      { adminKey: [] },
      { operatorToken: [] },
      { session: [], csrf: [] },
    ])
    assert.deepEqual(at(whole, 'paths', '/api/v1/agents', 'get', 'security'), [
      { adminKey: [] },
      { operatorToken: [] },
      { session: [] },
    ])
    assert.equal(at(whole, 'paths', '/api/v1/agents', 'get', 'x-required-scope'), 'agents:write')
    assert.deepEqual(at(whole, 'paths', '/oauth/token', 'post', 'security'), [{ clientBasic: [] }, {}])
    assert.deepEqual(at(whole, 'paths', '/openapi.json', 'get', 'security'), [])
  })

  test('adds the errors a route shares with others, in the envelope of its area', async () => {
    const whole = await document()
    const responses = (path: string, method: string): Json => at(whole, 'paths', path, method, 'responses') as Json
    assert.deepEqual(Object.keys(responses('/api/v1/agents', 'post')), [
      '201',
      '400',
      '401',
      '403',
      '413',
      '415',
      '429',
      '500',
      '503',
    ])
    assert.deepEqual(Object.keys(responses('/api/v1/agents/{id}', 'delete')), [
      '204',
      '400',
      '401',
      '403',
      '404',
      '409',
      '415',
      '429',
      '500',
      '503',
    ])
    assert.deepEqual(responses('/oauth/token', 'post')['401'], { $ref: '#/components/responses/oauth_401' })
    assert.deepEqual(responses('/login', 'get')['500'], { $ref: '#/components/responses/page_500' })
    assert.equal('content' in (responses('/api/v1/agents/{id}', 'delete')['204'] as Json), false)
    assert.ok(at(whole, 'components', 'responses', 'extended_429', 'headers', 'Retry-After'))
  })
})

describe('the reference pages', () => {
  test('list every operation, and load nothing but their own style', async () => {
    const { status, text, headers } = await send({ url: '/docs' })
    assert.equal(status, 200)
    for (const { operationId, route: each } of mountedRoutes(areas)) {
      assert.ok(text.includes(`id="${operationId}"`), operationId)
      assert.ok(text.includes(each.summary))
    }
    assert.deepEqual(loaded(text), ['/docs/reference.css'])
    assert.doesNotMatch(text, /<script|style="/)
    assert.match(
      headers['content-security-policy'] ?? '',
      /^default-src 'none'; style-src 'self';.*frame-ancestors 'none'/,
    )
  })

  test('are packed for those who unpack, and known again by their hash', async () => {
    for (const url of ['/docs', '/docs/errors', '/openapi.json']) {
      const plain = await app.inject({ url })
      const packed = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
      assert.equal(packed.headers['content-encoding'], 'gzip', url)
      assert.match(
        String(packed.headers['vary']),
        url === '/openapi.json' ? /^Accept-Encoding, Origin$/ : /^Accept-Encoding$/,
      )
      assert.equal(gunzipSync(packed.rawPayload).toString(), plain.body)
      assert.ok(packed.rawPayload.length < plain.rawPayload.length / 2, `${url}: ${packed.rawPayload.length} bytes`)
      assert.equal(plain.headers['content-encoding'], undefined)
      assert.equal(plain.headers['cache-control'], 'public, max-age=300')
      assert.notEqual(plain.headers['etag'], packed.headers['etag'])
      const again = await app.inject({ url, headers: { 'if-none-match': String(plain.headers['etag']) } })
      assert.deepEqual([again.statusCode, again.body], [304, ''])
    }
  })

  test('show each shape of a body in a table of its own', async () => {
    const { text } = await send({ url: '/docs' })
    assert.match(text, /<h4>Renewal<\/h4>[^]*refresh_token[^]*<h4>OwnAccess<\/h4>[^]*&quot;client_credentials&quot;/)
  })

  test('escape what schemas say', async () => {
    const { text } = await send({ url: '/docs' })
    assert.doesNotMatch(text, /<b>text/)
    assert.equal(
      html`<p title="${'"><svg onload=1>'}">${"<i>&'"}</p>`.toString(),
      '<p title="&quot;&gt;&lt;svg onload=1&gt;">&lt;i&gt;&amp;&#39;</p>',
    )
  })

  test('explain every error code under an anchor of its own', async () => {
    const { status, text } = await send({ url: '/docs/errors' })
    assert.equal(status, 200)
    for (const code of [...Object.keys(commonErrors), ...Object.keys(oauthErrorStatus), 'agent_gone']) {
      assert.equal(text.split(`id="${code}"`).length, 2, code)
    }
    assert.deepEqual(loaded(text), ['/docs/reference.css'])
  })

  test('have a style for light and dark', async () => {
    const { status, text, headers } = await send({ url: '/docs/reference.css' })
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'text/css; charset=utf-8')
    assert.match(text, /color-scheme: light dark/)
    assert.doesNotMatch(text, /url\(|@import/)
  })
})

/** What a browser would fetch for a page. */
const loaded = (page: string): string[] =>
  [...page.matchAll(/<(?:link|img|script|iframe|source)[^>]*?(?:href|src)="([^"]+)"/g)].map(([, url = '']) => url)

test('two different schemas of one name are refused', () => {
  const components = new Components()
  components.write(Type.Array(Agent))
  components.write(Type.Object({ agent: Type.Optional(Agent) }))
  assert.throws(() => components.write(Type.String({ $id: 'Agent' })), /two different schemas are named Agent/)
})

test('a schema that contains itself is written once', () => {
  const components = new Components()
  const Node = Type.Cyclic({ Node: Type.Object({ next: Type.Optional(Type.Ref('Node')) }) }, 'Node')
  assert.deepEqual(components.write(Node), { $ref: '#/components/schemas/Node' })
  assert.deepEqual(at(components.schemas, 'Node', 'properties', 'next'), { $ref: '#/components/schemas/Node' })
})
