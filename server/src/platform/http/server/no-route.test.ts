import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import Type from 'typebox'
import { httpFixture, listening, openSocket, readToEnd } from '#test/support/http.ts'
import { route } from '#/platform/http/routing/route.ts'

const shared = { auth: { kind: 'public', why: 'a test writes' }, summary: 'Try', tag: 'tests' } as const
const params = Type.Object({ id: Type.String() })
const schema = { response: { 200: Type.Object({}) } }
const list = route({ name: 'things.list', ...shared, method: 'GET', url: '/things', schema, handler: () => ({}) })
const make = route({ ...list, name: 'things.create', method: 'POST' })
const read = route({
  name: 'things.get',
  ...shared,
  method: 'GET',
  url: '/things/:id',
  schema: { params, ...schema },
  handler: () => ({}),
})
const remove = route({ ...read, name: 'things.delete', method: 'DELETE' })
const named = route({ ...list, name: 'things.feature', url: '/things/special', method: 'PATCH' })
const token = route({ ...make, name: 'oauth.token', url: '/oauth/token', form: true })
const foreign = { kind: 'public', origin: 'any', why: 'a test writes' } as const
const login = route({ ...make, name: 'pages.signIn.submit', url: '/login', form: true, page: true, auth: foreign })

const { app, send } = httpFixture({
  areas: [
    { area: 'api', routes: [list, make, read, remove, named] },
    { area: 'oauth', routes: [token] },
    { area: 'pages', routes: [login] },
  ],
})

describe('HT9 an unknown path', () => {
  test('is a route_not_found in the words of its area', async () => {
    for (const url of ['/api', '/api/v1', '/api/v2/things', '/api/v1/things/a/', '/api/v1/THINGS', '/nowhere']) {
      const answer = await send({ url })
      assert.deepEqual(
        [answer.status, answer.json['code'], answer.json['error']],
        [404, 'route_not_found', 'not_found'],
      )
      assert.equal(typeof (answer.json['details'] as { request_id: string }).request_id, 'string')
    }
    for (const url of ['/oauth', '/oauth/nowhere', '/oauth/token/', '/.well-known/nowhere', '/oauth/nowhere?x=/api']) {
      const answer = await send({ url })
      assert.deepEqual([answer.status, answer.json['error']], [404, 'not_found'])
      assert.deepEqual(Object.keys(answer.json).toSorted(), ['error', 'error_description', 'error_uri'])
    }
    assert.ok('code' in (await send({ url: '/oauthx/nowhere' })).json)
  })

  test('with an empty parameter names nothing', async () => {
    for (const url of ['/api/v1/things/', '/api/v1/things/%00']) assert.equal((await send({ url })).status, 404)
  })

  test('with a body is the same', async () => {
    const answer = await send({ method: 'POST', url: '/oauth/nowhere', payload: { a: 1 } })
    assert.equal(answer.status, 404)
    const large = await send({ method: 'POST', url: '/oauth/nowhere', payload: 'x'.repeat(70_000) })
    assert.deepEqual([large.status, large.json['error']], [413, 'payload_too_large'])
  })
})

describe('HT9 another method on a known path', () => {
  const allowOf = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS', url: string) => {
    const answer = await send({ method, url })
    assert.equal(answer.status, 405)
    return answer
  }

  test('is a 405 with Allow, in the words of the area', async () => {
    const api = await allowOf('DELETE', '/api/v1/things')
    assert.equal(api.headers['allow'], 'GET, HEAD, POST')
    assert.equal(api.json['code'], 'method_not_allowed')
    const oauth = await allowOf('GET', '/oauth/token')
    assert.equal(oauth.headers['allow'], 'POST')
    assert.equal(oauth.json['error'], 'method_not_allowed')
    assert.ok('error_uri' in oauth.json)
    assert.match((await allowOf('GET', '/login')).headers['content-type'] ?? '', /^text\//)
  })

  test('lists every route that fits the path', async () => {
    assert.equal((await allowOf('PUT', '/api/v1/things/thing_1')).headers['allow'], 'GET, HEAD, DELETE')
    assert.equal((await allowOf('OPTIONS', '/api/v1/things?x=1')).headers['allow'], 'GET, HEAD, POST')
  })

  test('takes what a path spells out for no id', async () => {
    for (const method of ['GET', 'DELETE', 'PUT'] as const)
      for (const url of ['/api/v1/things/special', '/api/v1/things/speci%61l'])
        assert.equal((await allowOf(method, url)).headers['allow'], 'PATCH', `${method} ${url}`)
    assert.equal((await send({ method: 'HEAD', url: '/api/v1/things/special' })).status, 405)
  })

  test('is found behind percent-encoding too', async () => {
    assert.equal((await allowOf('GET', '/oauth/%74oken')).headers['allow'], 'POST')
  })

  test('TK1 GET at the token endpoint is a 405', async () => {
    assert.equal((await allowOf('GET', '/oauth/token?grant_type=client_credentials')).headers['allow'], 'POST')
  })
})

test('HT9 a path that is not percent-encoded UTF-8 is a 400 in the words of its area', async () => {
  for (const path of ['%zz', '%', '%ff', '%c0%af', '%ed%a0%80']) {
    const oauth = await send({ url: `/oauth/${path}` })
    assert.deepEqual([oauth.status, oauth.json['error']], [400, 'invalid_request'])
    const api = await send({ url: `/api/v1/things/${path}` })
    assert.deepEqual([api.status, api.json['code']], [400, 'invalid_request'])
  }
})

test('HT9 a method that no route has, known to node or not, is a 405 with Allow, or a 404', async (t) => {
  const port = await listening(t, app)
  const ask = async (method: string, url: string, more = '') => {
    const socket = await openSocket(t, port)
    socket.write(`${method} ${url} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${more}\r\n`)
    return readToEnd(socket)
  }
  for (const method of ['QUERY', 'PROPFIND', 'TRACE', 'SEARCH', 'FROBNICATE', 'get', 'X-Y']) {
    const known = await ask(method, '/api/v1/things')
    assert.deepEqual([known.status, known.headers['allow']], [405, 'GET, HEAD, POST'], method)
    assert.equal(known.json['code'], 'method_not_allowed', method)
    assert.match(known.headers['x-request-id'] ?? '', /^req_/, method)
    assert.equal((await ask(method, '/oauth/token')).json['error'], 'method_not_allowed', method)
    assert.equal((await ask(method, '/api/v1/nowhere')).status, 404, method)
  }
  assert.equal((await ask('QUERY', '/api/v1/things', 'Content-Type: text/plain\r\n')).status, 405)
  assert.equal((await ask('G(T', '/api/v1/things')).status, 400, 'that is no method')
})
