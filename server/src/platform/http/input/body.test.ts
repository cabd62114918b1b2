import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import { httpFixture } from '#test/support/http.ts'
import { route } from '#/platform/http/routing/route.ts'

const shared = { method: 'POST', auth: { kind: 'public', why: 'a test writes' }, summary: 'Try', tag: 'tests' } as const
const Echo = Type.Object({ name: Type.Optional(Type.String()) })

const create = route({
  name: 'things.create',
  ...shared,
  url: '/things',
  schema: {
    body: Type.Object({
      name: Type.String({ minLength: 1 }),
      tags: Type.Optional(Type.Array(Type.String())),
      owner: Type.Optional(Type.Object({ id: Type.String() })),
      metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    }),
    response: { 200: Echo },
  },
  handler: ({ body }) => ({ name: body.name }),
})
const optional = route({
  name: 'things.purge',
  ...shared,
  url: '/optional',
  schema: { body: Type.Object({ dry_run: Type.Optional(Type.Boolean()) }), response: { 200: Echo } },
  handler: () => ({}),
})
const bodiless = route({
  name: 'things.touch',
  ...shared,
  url: '/bodiless',
  schema: { response: { 200: Echo } },
  handler: () => ({}),
})
const large = route({
  name: 'things.upload',
  ...shared,
  url: '/large',
  bodyLimitBytes: 200_000,
  schema: { body: Type.Object({ name: Type.String() }), response: { 200: Echo } },
  handler: () => ({}),
})
const remove = route({ ...bodiless, name: 'things.delete', method: 'DELETE' })
const read = route({ ...bodiless, name: 'things.get', method: 'GET' })
const register = route({
  name: 'registration.create',
  ...shared,
  url: '/oauth/register',
  schema: { body: Type.Object({ client_name: Type.String() }), response: { 200: Echo } },
  handler: ({ body }) => ({ name: body.client_name }),
})
const token = route({
  name: 'oauth.token',
  ...shared,
  url: '/oauth/token',
  auth: { kind: 'client' },
  form: true,
  schema: { body: Type.Object({ grant_type: Type.String() }), response: { 200: Echo } },
  handler: ({ form, body }) => ({ name: `${form.get('grant_type')} ${body}` }),
})
const signIn = route({
  name: 'auth.signIn',
  ...shared,
  url: '/sign-in',
  form: true,
  schema: { body: Type.Object({ email: Type.String() }), response: { 200: Echo } },
  handler: ({ body }) => ({ name: body.email }),
})

const { send } = httpFixture({
  areas: [
    { area: 'api', routes: [create, optional, bodiless, large, remove, read, signIn] },
    { area: 'oauth', routes: [register, token] },
  ],
})

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const post = (url: string, payload: string | Buffer, type: string | undefined = JSON_TYPE, more: object = {}) =>
  send({ method: 'POST', url, payload, headers: { ...(type ? { 'content-type': type } : {}), ...more } })

const deep = (levels: number): string => `{"name":"x","metadata":{"a":${'['.repeat(levels)}${']'.repeat(levels)}}}`
const manyKeys = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [i, 0])))

const hostile: readonly (readonly [string, string | Buffer])[] = [
  ['not JSON', '{'],
  ['two values', '{"name":"x"}{}'],
  ['a comment', '{"name":"x"/**/}'],
  ['a byte order mark', '\ufeff{"name":"x"}'],
  ['a bad byte', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ['an overlong sequence', Buffer.from('7b226e616d65223a22c0af227d', 'hex')],
  ['a surrogate as bytes', Buffer.from('7b226e616d65223a22eda080227d', 'hex')],
  ['a member twice', '{"name":"x","name":"y"}'],
  ['a member twice, once escaped', '{"name":"x","n\\u0061me":"y"}'],
  ['a member twice, deep inside', '{"name":"x","metadata":{"a":[{"b":1,"b":2}]}}'],
  ['a lone surrogate', '{"name":"\\ud800"}'],
  ['a lone surrogate as name', '{"name":"x","metadata":{"\\udfff":1}}'],
  ['a NUL', '{"name":"a\\u0000b"}'],
  ['a raw NUL', '{"name":"a\0b"}'],
  ['a number beyond all numbers', '{"name":"x","metadata":{"n":1e400}}'],
  ['a negative one', '{"name":"x","metadata":{"n":[-1E+999]}}'],
  ['33 levels', deep(33)],
  ['30000 levels', deep(30_000)],
  ['100000 members', manyKeys(100_000)],
  ['10002 entries', JSON.stringify({ name: 'x', metadata: { a: Array<number>(10_002).fill(0) } })],
  ['more than 64 KiB', JSON.stringify({ name: 'x'.repeat(70_000) })],
]

for (const [name, body] of hostile) {
  test(`HT1 a body with ${name} is refused in both areas, quickly`, async () => {
    for (const url of ['/api/v1/things', '/oauth/register']) {
      const before = process.threadCpuUsage()
      const answer = await post(url, body)
      const { user, system } = process.threadCpuUsage(before)
      assert.ok(user + system < 100_000, `${url} took ${user + system} µs`)
      assert.ok(answer.status === 400 || answer.status === 413, `${url} answered ${answer.status}`)
      assert.equal(answer.json['error'], answer.status === 413 ? 'payload_too_large' : 'invalid_request')
    }
  })
}

test('HT1 10001 members are refused where a larger body is allowed, 32 levels and 10000 members pass', async () => {
  const members = (count: number): string =>
    JSON.stringify({ name: 'x', metadata: JSON.parse(manyKeys(count)) as object })
  assert.equal((await post('/api/v1/large', members(10_001))).status, 400)
  assert.match(String((await post('/api/v1/large', members(9_998))).json['message']), /request is not valid/)
  assert.equal((await post('/api/v1/things', deep(30))).status, 200)
})

test('HT1 a limit of its own holds for a route that declares one', async () => {
  const body = (size: number): string => JSON.stringify({ name: 'x'.repeat(size) })
  assert.equal((await post('/api/v1/large', body(150_000))).status, 200)
  const refused = await post('/api/v1/large', body(250_000))
  const { limit_bytes: limit } = refused.json['details'] as Record<string, unknown>
  assert.deepEqual([refused.status, limit], [413, 200_000], 'and the answer says how large it may be')
})

test('HT2 members that reach for a prototype are refused and change nothing', async () => {
  for (const body of [
    '{"name":"x","__proto__":{"polluted":true}}',
    '{"name":"x","metadata":{"__proto__":{"polluted":true}}}',
    '{"name":"x","metadata":{"constructor":{"prototype":{"polluted":true}}}}',
    '{"name":"x","metadata":{"\\u005f_proto__":{"polluted":true}}}',
  ]) {
    assert.equal((await post('/api/v1/things', body)).status, 400)
    assert.equal(({} as { polluted?: boolean }).polluted, undefined)
  }
  assert.equal(
    (await post('/oauth/token', '__proto__=a&constructor=b&grant_type=c', FORM_TYPE)).json['name'],
    'c undefined',
  )
  assert.equal((await post('/api/v1/things?__proto__=a', '{"name":"x"}')).status, 400)
  const odd = await post('/api/v1/things', '{"name":"x"}', JSON_TYPE, {
    ['__proto__x']: 'a',
    constructor: 'b',
  })
  assert.equal(odd.status, 200)
  assert.equal((await post('/api/v1/things', '{"name":"next"}')).json['name'], 'next')
})

const oddTypes = [
  'application/json\ta',
  ' application/json;',
  'application/json; charset=utf-16',
  'application/json; charset=utf-8; x=1',
  'application/json, text/plain',
  'application/jsonp',
  'application/merge-patch+json',
  'text/plain',
  'text/json',
  'multipart/form-data; boundary=a',
  'application/x-www-form-urlencoded',
  'garbage',
]
for (const type of oddTypes) {
  test(`HT3 the content type ${JSON.stringify(type)} never skips validation`, async () => {
    const answer = await post('/api/v1/things', '{"name":1,"admin":true}', type)
    assert.equal(answer.status, 415)
    assert.equal(answer.json['error'], 'unsupported_media_type')
    const oauth = await post('/oauth/register', '{"client_name":1}', type)
    assert.deepEqual([oauth.status, oauth.json['error']], [400, 'invalid_request'])
  })
}

test('HT3 a body without content type is refused, and the usual spellings of JSON pass', async () => {
  const untyped = await send({ method: 'POST', url: '/api/v1/things', payload: Buffer.from('{"name":"x"}') })
  assert.equal(untyped.status, 415)
  for (const type of ['application/json', 'Application/JSON; charset=UTF-8', 'application/json;charset=utf-8']) {
    assert.equal((await post('/api/v1/things', '{"name":"x"}', type)).status, 200)
  }
})

test('HT4 a value of another type than text is a 400 that names the field', async () => {
  for (const value of ['[]', '{}', '1', 'null', 'true', '["x"]']) {
    const answer = await post('/api/v1/things', `{"name":${value}}`)
    assert.equal(answer.status, 400)
    assert.deepEqual(errorsOf(answer.json), [{ pointer: '/name', message: 'must be string' }])
  }
  for (const body of ['[]', '"x"', '1', 'null']) {
    for (const url of ['/api/v1/things', '/api/v1/optional']) assert.equal((await post(url, body)).status, 400)
  }
})

test('HT4 a compressed body is a 415, an identity one is read', async () => {
  for (const encoding of ['gzip', 'br', 'deflate', 'gzip, identity']) {
    const answer = await post('/api/v1/things', '{"name":"x"}', JSON_TYPE, { 'content-encoding': encoding })
    assert.equal(answer.status, 415)
  }
  assert.equal(
    (await post('/api/v1/things', '{"name":"x"}', JSON_TYPE, { 'content-encoding': 'identity' })).status,
    200,
  )
})

test('an unknown field is refused in the admin API at every depth, each named, and ignored on OAuth routes', async () => {
  const answer = await post('/api/v1/things', '{"name":"x","rôle/a~b":1,"owner":{"id":"o","admin":true},"tags":[1]}')
  assert.equal(answer.status, 400)
  assert.deepEqual(
    errorsOf(answer.json)
      .map(({ pointer }) => pointer)
      .toSorted(),
    ['/owner/admin', '/rôle~1a~0b', '/tags/0'],
  )
  assert.equal((await post('/api/v1/things', '{"name":"x","metadata":{"any":{"thing":1}}}')).status, 200)
  assert.equal((await post('/oauth/register', '{"client_name":"x","surprise":1}')).status, 200)
})

test('a missing body is a missing field, unless no field is required', async () => {
  const answer = await send({ method: 'POST', url: '/api/v1/things' })
  assert.deepEqual(errorsOf(answer.json), [{ pointer: '/name', message: 'is required' }])
  assert.equal((await send({ method: 'POST', url: '/api/v1/optional' })).status, 200)
})

test('a body where none is read must say nothing, so that nobody believes it was read', async () => {
  const statusOf = async (method: 'GET' | 'POST' | 'DELETE', payload: string, type = JSON_TYPE) =>
    (await send({ method, url: '/api/v1/bodiless', payload, headers: { 'content-type': type } })).status
  assert.deepEqual(
    await Promise.all([statusOf('POST', '{}'), statusOf('DELETE', '{}'), statusOf('POST', '')]),
    [200, 200, 200],
  )
  assert.equal(await statusOf('POST', '{broken'), 400)
  assert.equal(await statusOf('DELETE', '{"dry_run":true}'), 400)
  assert.equal(await statusOf('POST', 'x', 'text/plain'), 415)
  assert.equal(await statusOf('GET', '{broken'), 200, 'what comes along with a GET has no meaning (RFC 9110 §9.3.1)')
})

test('TK1 a JSON body at the token endpoint is a 400 invalid_request', async () => {
  for (const type of [JSON_TYPE, 'text/plain', 'multipart/form-data; boundary=a', `${FORM_TYPE}; charset=utf-16`]) {
    const answer = await post('/oauth/token', '{"grant_type":"client_credentials"}', type)
    assert.deepEqual([answer.status, answer.json['error']], [400, 'invalid_request'])
  }
  const answer = await post('/oauth/token', 'grant_type=a%20b', `${FORM_TYPE};charset=UTF-8`)
  assert.equal(answer.json['name'], 'a b undefined')
})

test('a form route gets its fields as a body, unless it authenticates a client and reads them itself', async () => {
  assert.equal((await post('/api/v1/sign-in', 'email=a%40b.c&more=1', FORM_TYPE)).json['name'], 'a@b.c')
  assert.deepEqual(errorsOf((await post('/api/v1/sign-in', 'email=', FORM_TYPE)).json), [
    { pointer: '/email', message: 'is required' },
  ])
  assert.equal((await post('/oauth/token', 'scope=a', FORM_TYPE)).json['name'], 'undefined undefined')
})

test('a form that is not percent-encoded UTF-8, or too long, is a 400', async () => {
  const forms = ['a=%', 'a=%2', 'a=%zz', 'a=%ff', '%c0%af=1', 'a=%ed%a0%80', 'a=%00', 'a='.padEnd(10, '\0')]
  const many = Array.from({ length: 101 }, (_, i) => `p${i}=1`).join('&')
  for (const form of [...forms, many, Buffer.from([0x61, 0x3d, 0xff])]) {
    const answer = await post('/oauth/token', form, FORM_TYPE)
    assert.deepEqual([answer.status, answer.json['error']], [400, 'invalid_request'], String(form))
  }
})

interface Fields {
  readonly pointer: string
  readonly message: string
}

const errorsOf = (json: Record<string, unknown>): Fields[] => (json['details'] as { errors: Fields[] }).errors
