import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import Type from 'typebox'
import { httpFixture } from '#test/support/http.ts'
import { DatabaseUnavailable } from '#/platform/db/errors.ts'
import type { AreaRoutes } from '#/platform/http/routing/mounted-routes.ts'
import type { Authenticators } from '#/platform/http/routing/authenticator.ts'
import { AppError, commonErrors, errorCodes } from '#/platform/errors/app-error.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { created, noContent, Reply } from '#/platform/http/routing/reply.ts'
import { route } from '#/platform/http/routing/route.ts'
import type { Route } from '#/platform/http/routing/route.ts'
import { tooManyRequests } from '#/platform/errors/too-many-requests.ts'

const Thing = Type.Object({ id: Type.String() })
const shared = { auth: { kind: 'public' }, summary: 'Try', tag: 'tests' } as const
const get = (url: string, handler: () => unknown, response: Route['schema']['response'] = { 200: Thing }) =>
  route({ name: `things.${url.slice(1)}`, ...shared, method: 'GET', url, schema: { response }, handler })

const throwing =
  (error: unknown): (() => never) =>
  () => {
    throw error
  }

const gone = errorCodes({ thing_gone: { error: 'gone', message: 'The thing is gone.', help: 'Make another.' } })

describe('an answer', () => {
  const { send } = httpFixture({
    areas: [
      {
        area: 'api',
        routes: [
          get('/plain', () => ({ id: 'a' })),
          get('/created', () => created('/api/v1/plain', { id: 'a' }), { 201: Thing }),
          get('/first', () => ({ id: 'a' }), { 404: Type.Unknown(), 202: Thing, 204: Type.Undefined() }),
          get('/nothing', () => noContent(), { 204: Type.Undefined() }),
          get('/silent', () => undefined, { 204: Type.Undefined() }),
          get(
            '/cached',
            () => new Reply(200, '{"id":"a"}', { 'Content-Type': 'application/json', 'Cache-Control': 'public' }),
          ),
          get('/cookies', () => new Reply(200, { id: 'a' }, {}, ['a=1', 'b=2'])),
        ],
      },
    ],
  })

  test('has the first 2xx status of its declaration, JSON, and the headers of every answer', async () => {
    const answer = await send({ url: '/api/v1/plain' })
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.json, { id: 'a' })
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.equal((await send({ url: '/api/v1/first' })).status, 202)
  })

  test('is what a Reply says: status, headers, cookies, text as it is', async () => {
    const made = await send({ url: '/api/v1/created' })
    assert.equal(made.status, 201)
    assert.equal(made.headers['location'], '/api/v1/plain')
    const cached = await send({ url: '/api/v1/cached' })
    assert.equal(cached.headers['cache-control'], 'public')
    assert.equal(cached.headers['content-type'], 'application/json')
    assert.equal(cached.text, '{"id":"a"}')
    const cookies = await send({ url: '/api/v1/cookies' })
    assert.deepEqual([cookies.headers['set-cookie']].flat(), ['a=1', 'b=2'])
  })

  test('has neither body nor length when it is a 204', async () => {
    for (const url of ['/api/v1/nothing', '/api/v1/silent']) {
      const answer = await send({ url })
      assert.equal(answer.status, 204)
      assert.equal(answer.text, '')
      assert.equal(answer.headers['content-length'], undefined)
      assert.equal(answer.headers['content-type'], undefined)
    }
  })

  test('to HEAD has the headers of GET and no body', async () => {
    const answer = await send({ method: 'HEAD', url: '/api/v1/plain' })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['content-length'], '10')
    assert.equal(answer.text, '')
  })
})

describe('the request id', () => {
  const { send } = httpFixture({ areas: [{ area: 'api', routes: [get('/plain', () => ({ id: 'a' }))] }] })

  test('is made when there is none, and is in every answer', async () => {
    for (const url of ['/api/v1/plain', '/api/v1/none', '/oauth/none', '/none', '/%zz']) {
      assert.match((await send({ url })).headers['x-request-id'] ?? '', /^req_[0-9a-z]{35}$/)
    }
  })

  test('is ours alone, whatever the caller calls its request', async () => {
    const ask = async (id: string): Promise<string | undefined> =>
      (await send({ url: '/api/v1/plain', headers: { 'x-request-id': id } })).headers['x-request-id']
    for (const theirs of ['trace-0123_ABC', `req_${'0'.repeat(35)}`, 'has space inside', '\x1b[31mred-text']) {
      const ours = (await ask(theirs)) ?? ''
      assert.match(ours, /^req_[0-9a-z]{35}$/)
      assert.notEqual(ours, theirs)
    }
  })
})

describe('a request', () => {
  const seen: string[] = []
  const authenticators: Authenticators = {
    admin: (request, policy) => {
      seen.push(`authenticate ${policy.scope} ${request.params['id']}`)
      if (request.headers.authorization === undefined) return Promise.resolve(undefined)
      if (request.headers.authorization !== 'Bearer good') throw new AppError(commonErrors.insufficient_scope)
      return Promise.resolve({ principal: { name: 'operator' }, cookie: undefined })
    },
  }
  const change = route({
    name: 'things.update',
    ...shared,
    method: 'POST',
    url: '/things/:id',
    auth: { kind: 'admin', scope: 'things:write' },
    schema: {
      params: Type.Object({ id: Type.String({ pattern: '^thing_' }) }),
      query: Type.Object({ dry_run: Type.Optional(Type.Boolean()) }),
      body: Type.Object({ name: Type.String() }),
      response: { 200: Type.Object({ by: Type.String(), dry: Type.Boolean() }) },
    },
    handler: ({ query, ...rest }) => {
      seen.push('handle')
      return { by: (rest.principal as unknown as { name: string }).name, dry: query.dry_run === true }
    },
  })
  const { send } = httpFixture({ areas: [{ area: 'api', routes: [change] }], authenticators })
  const post = (url: string, authorization?: string, payload: object | string = { name: 'x' }) => {
    seen.length = 0
    return send({ method: 'POST', url: `/api/v1${url}`, payload, headers: authorization ? { authorization } : {} })
  }

  test('is authenticated before anything of it is validated', async () => {
    const answer = await post('/things/wrong', undefined, '{broken')
    assert.equal(answer.status, 401)
    assert.equal(answer.json['code'], 'unauthorized')
    assert.equal(answer.headers['www-authenticate'], 'Bearer')
    assert.deepEqual(seen, ['authenticate things:write wrong'])
  })

  test('is refused when the authenticator refuses', async () => {
    const answer = await post('/things/thing_1', 'Bearer weak')
    assert.equal(answer.status, 403)
    assert.equal(answer.json['code'], 'insufficient_scope')
  })

  test('reaches the handler with its principal and a typed query', async () => {
    assert.deepEqual((await post('/things/thing_1?dry_run=true', 'Bearer good')).json, { by: 'operator', dry: true })
  })

  test('with a path parameter of another shape is a 404', async () => {
    const answer = await post('/things/other_1', 'Bearer good')
    assert.equal(answer.status, 404)
    assert.equal(answer.json['code'], 'not_found')
    assert.equal((await post(`/things/${'a'.repeat(600)}`, 'Bearer good')).json['code'], 'not_found')
  })

  test('with a query that is not valid is a 400 that names the parameter', async () => {
    const answer = await post('/things/thing_1?dry_run=1', 'Bearer good')
    assert.equal(answer.status, 400)
    assert.deepEqual((answer.json['details'] as { errors: unknown }).errors, [
      { pointer: '/dry_run', message: 'must be boolean' },
    ])
    const repeated = await post('/things/thing_1?dry_run=true&dry_run=false', 'Bearer good')
    assert.equal(repeated.status, 400)
    assert.equal((await post('/things/thing_1?dry_run=%ff', 'Bearer good')).status, 400)
  })
})

describe('an error', () => {
  const errors: Record<string, unknown> = {
    app: new AppError(gone.thing_gone, { details: { when: 'yesterday' }, headers: { 'X-Hint': 'now' } }),
    oauth: new OAuthError('invalid_grant', 'The code "x" was used.', { detail: 'replayed' }),
    stranger: new Error('secret driver message with a host name'),
    nonsense: null,
    database: new DatabaseUnavailable('connection to db.internal lost'),
    limited: tooManyRequests(12.4, { burst: 5, periodMs: 60_000 }),
    conflict: new AppError(commonErrors.conflict),
    unauthorized: new AppError(commonErrors.unauthorized),
    forbidden: new OAuthError('insufficient_scope', 'Ask for openid.', { headers: { 'www-authenticate': 'Bearer x' } }),
  }
  const routes = Object.entries(errors).map(([name, error]) =>
    get(`/${name}`, throwing(error), {
      200: Thing,
      ...Object.fromEntries([401, 403, 409, 410, 429].map((status) => [status, Type.Unknown()])),
    }),
  )
  const pages = routes.map((each): Route => ({
    ...each,
    name: `pages.${each.name}`,
    page: true,
    url: `/page${each.url}`,
  }))
  const areas: AreaRoutes[] = [
    { area: 'api', routes },
    { area: 'oauth', routes, prefix: '/oauth' },
    { area: 'pages', routes: pages },
  ]
  const { send, log } = httpFixture({ areas })

  test('of the admin API has all five members and the headers it came with', async () => {
    const answer = await send({ url: '/api/v1/app' })
    assert.equal(answer.status, 410)
    assert.equal(answer.headers['x-hint'], 'now')
    assert.deepEqual(answer.json, {
      error: 'gone',
      code: 'thing_gone',
      message: 'The thing is gone.',
      docs_url: 'http://localhost:8080/docs/errors#thing_gone',
      details: { when: 'yesterday', request_id: answer.headers['x-request-id'] },
    })
  })

  test('of OAuth has the members of RFC 6749, characters it allows, and is not stored', async () => {
    const answer = await send({ url: '/oauth/oauth' })
    assert.equal(answer.status, 400)
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.deepEqual(answer.json, {
      error: 'invalid_grant',
      error_description: "The code 'x' was used.",
      error_uri: 'http://localhost:8080/docs/errors#invalid_grant',
    })
    assert.equal(log.at(-1)?.fields['detail'], 'replayed')
  })

  test('of a module is translated for OAuth, and one of OAuth for the admin API', async () => {
    const translated = await send({ url: '/oauth/conflict' })
    assert.deepEqual([translated.status, translated.json['error']], [409, 'invalid_request'])
    const unauthorized = await send({ url: '/oauth/unauthorized' })
    assert.deepEqual([unauthorized.status, unauthorized.json['error']], [401, 'invalid_token'])
    assert.match(unauthorized.headers['www-authenticate'] ?? '', /^Bearer/)
    const back = await send({ url: '/api/v1/oauth' })
    assert.deepEqual([back.status, back.json['error'], back.json['code']], [400, 'invalid_request', 'invalid_grant'])
    const forbidden = await send({ url: '/api/v1/forbidden' })
    assert.deepEqual([forbidden.status, forbidden.json['error']], [403, 'forbidden'])
  })

  test('nobody knows tells the caller nothing and the log everything', async () => {
    for (const [url, error] of [
      ['/api/v1/stranger', 'internal_error'],
      ['/oauth/stranger', 'server_error'],
    ]) {
      const answer = await send({ url: url as string })
      assert.equal(answer.status, 500)
      assert.equal(answer.json['error'], error)
      assert.doesNotMatch(answer.text, /driver|host name/)
      assert.equal(log.at(-1)?.fields['request_id'], answer.headers['x-request-id'])
      assert.equal(log.at(-1)?.fields['err'], errors['stranger'])
    }
    assert.equal((await send({ url: '/api/v1/nonsense' })).status, 500)
  })

  test('of the database is a 503 that says when to come back', async () => {
    for (const [url, error] of [
      ['/api/v1/database', 'unavailable'],
      ['/oauth/database', 'temporarily_unavailable'],
    ]) {
      const answer = await send({ url: url as string })
      assert.deepEqual([answer.status, answer.json['error']], [503, error])
      assert.equal(answer.headers['retry-after'], '2')
      assert.doesNotMatch(answer.text, /internal lost/)
    }
  })

  test('of a limit is a 429 with Retry-After and RateLimit in both envelopes', async () => {
    for (const url of ['/api/v1/limited', '/oauth/limited']) {
      const answer = await send({ url })
      assert.deepEqual([answer.status, answer.json['error']], [429, 'rate_limited'])
      assert.equal(answer.headers['retry-after'], '13')
      assert.equal(answer.headers['ratelimit'], '"attempts";r=0;t=13')
      assert.equal(answer.headers['ratelimit-policy'], '"attempts";q=5;w=60')
    }
  })

  test('on a page is a page', async () => {
    const answer = await send({ url: '/page/app' })
    assert.equal(answer.status, 410)
    assert.match(answer.text, /The thing is gone/)
    const drawn = httpFixture({
      areas,
      renderErrorPage: ({ status, code }) => new Reply(status, `<h1>${code}</h1>`, { 'content-type': 'text/html' }),
    })
    assert.equal((await drawn.send({ url: '/page/app' })).text, '<h1>thing_gone</h1>')
    assert.equal(
      (await drawn.send({ url: '/nowhere', headers: { accept: 'text/html,*/*' } })).text,
      '<h1>route_not_found</h1>',
    )
    assert.equal((await drawn.send({ url: '/nowhere' })).json['code'], 'route_not_found')
  })

  test('of the error page itself still gets an answer', async () => {
    const broken = httpFixture({ areas, renderErrorPage: throwing(new Error('no template')) })
    const answer = await broken.send({ url: '/page/app' })
    assert.deepEqual([answer.status, answer.json['code']], [500, 'internal_error'])
    assert.equal(broken.log.at(-1)?.message, 'request failed')
  })
})

describe('strict responses', () => {
  const { send, log } = httpFixture({
    areas: [
      {
        area: 'api',
        routes: [
          get('/status', () => new Reply(202, { id: 'a' })),
          get('/shape', () => ({ id: 1 })),
          get('/leak', () => ({ id: 'a', secret: 'b' })),
          get('/text', () => new Reply(200, '{"id":1}', { 'content-type': 'application/json' })),
          get('/error', throwing(new AppError(gone.thing_gone))),
          get('/open', throwing(new AppError(commonErrors.forbidden))),
          get('/shared', throwing(new AppError(commonErrors.unavailable))),
        ],
      },
    ],
  })

  test('fail a request whose answer its route does not declare', async () => {
    for (const name of ['status', 'shape', 'leak', 'text', 'error', 'open']) {
      assert.equal((await send({ url: `/api/v1/${name}` })).status, 500, name)
      assert.match(String(log.at(-1)?.fields['err']), /^UndeclaredResponse: GET \//)
    }
  })

  test('let a route answer the errors it shares with others of its kind', async () => {
    assert.equal((await send({ url: '/api/v1/shared' })).status, 503)
  })
})

describe('registration refuses', () => {
  const register =
    (...routes: Route[]) =>
    () =>
      httpFixture({ areas: [{ area: 'api', routes }] })
  const plain = get('/things', () => ({ id: 'a' }))

  test('a route without a policy, and names it', () => {
    const bare = { ...plain, auth: undefined } as unknown as Route
    assert.throws(register(bare), /the route GET \/api\/v1\/things can't be registered: it declares no policy/)
  })

  test('a write that is open to everybody and does not say why', () => {
    const write = route({ ...plain, method: 'DELETE' })
    assert.throws(register(write), /DELETE \/api\/v1\/things .*: it does not say why everybody may write/)
    register(route({ ...write, auth: { kind: 'public', why: 'a test writes' } }))()
  })

  test('a form of a page without its token', () => {
    const form = route({ ...plain, method: 'POST', page: true, form: true, auth: { kind: 'browser', csrf: 'browser' } })
    const authenticators = { browser: () => Promise.resolve(undefined), person: () => Promise.resolve(undefined) }
    const registering = (it: Route) => () => httpFixture({ areas: [{ area: 'pages', routes: [it] }], authenticators })
    registering(form)()
    assert.throws(registering({ ...form, auth: { kind: 'browser' } }), /its form carries no token/)
    assert.throws(registering({ ...form, auth: { kind: 'public', why: 'a test writes' } }), /carries a token/)
    registering({ ...form, auth: { kind: 'public', origin: 'any', why: 'a test writes' } })()
    const { form: _, ...json } = form
    assert.throws(registering(json), /it takes no form/)
    assert.throws(registering({ ...json, auth: { kind: 'person' } }), /it takes no form/)
  })

  test('a policy nobody can check, or one without its scope', () => {
    assert.throws(register({ ...plain, auth: { kind: 'session' } }), /GET \/api\/v1\/things .* no authenticator/)
    assert.throws(register({ ...plain, auth: { kind: 'admin', scope: '' } }), /names no scope/)
  })

  test('the same route twice, parameters without a schema, and no response', () => {
    assert.throws(register(plain, plain), /GET \/api\/v1\/things is registered twice/)
    assert.throws(register({ ...plain, url: '/things/:id' }), /parameters without a schema/)
    assert.throws(register({ ...plain, schema: { response: {} } }), /declares no response/)
  })

  test('a name that another route has, and one that is no method of an SDK', () => {
    assert.throws(
      register(plain, { ...plain, url: '/others' }),
      /GET \/api\/v1\/others can't be registered: another is named things\.things/,
    )
    for (const name of [
      'things.',
      '.list',
      'things.list all',
      'Things.list',
      'things..list',
      'things.list-all',
    ] as const) {
      assert.throws(register({ ...plain, name }), /isn't of the form noun\.verb/, name)
    }
  })

  test('nothing about routes that are mounted at two prefixes', async () => {
    const { send } = httpFixture({
      areas: [
        { area: 'api', routes: [plain] },
        { area: 'api', routes: [plain], prefix: '/admin' },
      ],
    })
    for (const url of ['/api/v1/things', '/api/v1/admin/things']) assert.equal((await send({ url })).status, 200)
  })
})

test('every answered request is reported once, with its route and not its path', async () => {
  const finished: string[] = []
  const { send } = httpFixture({
    areas: [{ area: 'api', routes: [get('/plain', () => ({ id: 'a' })), get('/broken', throwing(new Error('no')))] }],
    onRequestFinished: ({ method, route: path, status }) => finished.push(`${method} ${path} ${status}`),
  })
  for (const url of ['/api/v1/plain', '/api/v1/plain?a=1', '/api/v1/broken', '/api/v1/nowhere', '/%zz'])
    await send({ url })
  assert.deepEqual(finished, [
    'GET /api/v1/plain 200',
    'GET /api/v1/plain 400',
    'GET /api/v1/broken 500',
    'GET none 404',
    'GET none 400',
  ])
})

test('while it drains, the server asks for the connection to be closed', async () => {
  const { send } = httpFixture({
    areas: [{ area: 'api', routes: [get('/plain', () => ({ id: 'a' }))] }],
    isDraining: () => true,
  })
  for (const url of ['/api/v1/plain', '/nowhere']) assert.equal((await send({ url })).headers['connection'], 'close')
})
