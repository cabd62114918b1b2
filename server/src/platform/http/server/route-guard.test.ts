import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import Type from 'typebox'
import { httpFixture } from '#test/support/http.ts'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { route } from '#/platform/http/routing/route.ts'
import type { Authenticators, Caller } from '#/platform/http/routing/authenticator.ts'
import type { Policy, Route } from '#/platform/http/routing/route.ts'

const OWN = 'http://localhost:8080'
const TOKEN = 'token-of-the-session'

/** Somebody known by a cookie, whose last proof is fresh or not. */
const byCookie = (isFresh: boolean): Caller => ({
  principal: 'person',
  cookie: {
    isCsrfToken: (token) => token === TOKEN,
    requireFresh: () => {
      if (!isFresh) throw new AppError(commonErrors.forbidden)
    },
  },
})

const byKey: Caller = { principal: 'key', cookie: undefined }

const callers: Readonly<Record<string, Caller>> = { key: byKey, fresh: byCookie(true), stale: byCookie(false) }

const authenticate = ({ headers }: { headers: Readonly<Record<string, string | undefined>> }) =>
  Promise.resolve(callers[headers['x-caller'] ?? ''])

const authenticators: Authenticators = { admin: authenticate, session: authenticate }

const handled: unknown[] = []
const nameOf = (method: string, url: string): Route['name'] =>
  `test.${method.toLowerCase()}${url.replaceAll(/\W/g, '')}`

const served = (method: Route['method'], url: string, auth: Policy): Route =>
  route({
    name: nameOf(method, url),
    method,
    url,
    auth,
    summary: 'Try',
    tag: 'tests',
    schema: {
      ...(method === 'GET' ? {} : { body: Type.Object({ name: Type.String() }) }),
      response: { 200: Type.Object({}) },
    },
    handler: ({ principal }) => {
      handled.push(principal)
      return {}
    },
  })

const { send } = httpFixture({
  areas: [
    {
      area: 'api',
      routes: [
        served('POST', '/open', { kind: 'public', why: 'a test writes' }),
        served('POST', '/anywhere', { kind: 'public', origin: 'any', why: 'a test writes' }),
        served('GET', '/open', { kind: 'public' }),
        served('GET', '/own', { kind: 'session' }),
        served('POST', '/own', { kind: 'session' }),
        served('POST', '/own-fresh', { kind: 'session', fresh: true }),
        served('GET', '/own-fresh', { kind: 'session', fresh: true }),
        served('POST', '/admin', { kind: 'admin', scope: 'x:write' }),
        served('POST', '/admin-fresh', { kind: 'admin', scope: 'x:write', fresh: true }),
      ],
    },
  ],
  authenticators,
})

/** `403 csrf_failed`, or `200` of whom the handler met. */
async function outcome(method: 'GET' | 'POST', url: string, headers: Record<string, string>, body = '{"name":"x"}') {
  handled.length = 0
  const typed =
    method === 'POST' ? { payload: body, headers: { ...headers, 'content-type': 'application/json' } } : { headers }
  const answer = await send({ method, url: `/api/v1${url}`, ...typed })
  return answer.status === 200 ? `200 ${String(handled[0])}` : `${answer.status} ${String(answer.json['code'])}`
}

const foreign: readonly Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { origin: OWN, 'sec-fetch-site': 'same-site' },
]

describe('a write that is open to everybody', () => {
  test('SE3: is refused when a foreign page sent it, before its body is looked at', async () => {
    for (const headers of foreign) {
      assert.equal(await outcome('POST', '/open', headers, '{broken'), '403 csrf_failed', JSON.stringify(headers))
    }
  })

  test('comes from our own pages, from programs, and from anywhere where the policy says so', async () => {
    assert.equal(await outcome('POST', '/open', {}), '200 undefined')
    assert.equal(await outcome('POST', '/open', { origin: OWN, 'sec-fetch-site': 'same-origin' }), '200 undefined')
    for (const headers of foreign) assert.equal(await outcome('POST', '/anywhere', headers), '200 undefined')
  })

  test('is no read: those may be led to from anywhere', async () => {
    for (const headers of foreign) assert.equal(await outcome('GET', '/open', headers), '200 undefined')
  })
})

describe('a caller by cookie', () => {
  test('SE3: writes from our own origin and with the token, whatever the route', async () => {
    for (const url of ['/own', '/admin']) {
      const as = (headers: Record<string, string>) => outcome('POST', url, { 'x-caller': 'fresh', ...headers })
      assert.equal(await as({ 'x-csrf-token': TOKEN }), '200 person')
      assert.equal(await as({ 'x-csrf-token': TOKEN, origin: OWN }), '200 person')
      assert.equal(await as({}), '403 csrf_failed')
      assert.equal(await as({ origin: OWN }), '403 csrf_failed')
      assert.equal(await as({ 'x-csrf-token': 'another' }), '403 csrf_failed')
      for (const headers of foreign) assert.equal(await as({ 'x-csrf-token': TOKEN, ...headers }), '403 csrf_failed')
    }
  })

  test('reads without either', async () => {
    for (const headers of foreign) {
      assert.equal(await outcome('GET', '/own', { 'x-caller': 'stale', ...headers }), '200 person')
    }
  })

  test('needs a fresh proof where the policy says so, for reads as well', async () => {
    const token = { 'x-csrf-token': TOKEN }
    for (const url of ['/own-fresh', '/admin-fresh']) {
      assert.equal(await outcome('POST', url, { 'x-caller': 'stale', ...token }), '403 forbidden')
      assert.equal(await outcome('POST', url, { 'x-caller': 'fresh', ...token }), '200 person')
    }
    assert.equal(await outcome('GET', '/own-fresh', { 'x-caller': 'stale' }), '403 forbidden')
    assert.equal(await outcome('POST', '/own', { 'x-caller': 'stale', ...token }), '200 person')
  })
})

describe('a caller by key', () => {
  test('needs neither origin nor token nor a fresh proof: no browser sends a key by itself', async () => {
    for (const url of ['/admin', '/admin-fresh']) {
      for (const headers of [{}, ...foreign]) {
        assert.equal(await outcome('POST', url, { 'x-caller': 'key', ...headers }), '200 key')
      }
    }
  })
})

test('the guards ask in one order: who calls, then whose page, then how fresh, then what is in the body', async () => {
  const ask = (headers: Record<string, string>) => outcome('POST', '/own-fresh', headers, '{broken')
  const evil = { origin: 'https://evil.example' }
  assert.equal(await ask(evil), '401 unauthorized')
  assert.equal(await ask({ ...evil, 'x-caller': 'stale' }), '403 csrf_failed')
  assert.equal(await ask({ 'x-caller': 'stale', 'x-csrf-token': TOKEN }), '403 forbidden')
  assert.equal(await ask({ 'x-caller': 'fresh', 'x-csrf-token': TOKEN }), '400 invalid_request')
})
