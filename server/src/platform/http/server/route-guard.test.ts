import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import Type from 'typebox'
import { httpFixture } from '#test/support/http.ts'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { Redirect } from '#/platform/http/routing/reply.ts'
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

/** A page leads to other pages where an API refuses. */
const authenticatePerson: Authenticators['person'] = async (request, { returnQuery }) => {
  const caller = await authenticate(request)
  if (!caller?.cookie) throw new Redirect(`/login${returnQuery?.(request) ?? ''}`)
  const requireFresh = (): void => {
    if (caller === callers['stale']) throw new Redirect('/confirm')
  }
  return { ...caller, cookie: { ...caller.cookie, requireFresh } }
}

const authenticateBrowser: Authenticators['browser'] = async (request) => ({
  principal: 'form of ours',
  cookie: (await authenticate(request))?.cookie,
})

const authenticators: Authenticators = {
  admin: authenticate,
  session: authenticate,
  person: authenticatePerson,
  browser: authenticateBrowser,
}

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

const page = (method: 'GET' | 'POST', url: string, auth: Policy): Route =>
  route({
    name: nameOf(method, url),
    method,
    url,
    auth,
    summary: 'Try',
    tag: 'tests',
    page: true,
    ...(method === 'POST' ? { form: true } : {}),
    schema: {
      ...(method === 'POST' ? { body: Type.Object({ name: Type.String({ minLength: 1 }) }) } : {}),
      response: { 200: Type.String(), 303: Type.Null() },
    },
    handler: ({ principal }) => {
      handled.push(principal)
      return 'A page'
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
    {
      area: 'pages',
      routes: [
        page('GET', '/anyone', { kind: 'browser' }),
        page('POST', '/anyone', { kind: 'browser', csrf: 'browser' }),
        page('POST', '/both', {
          kind: 'browser',
          csrf: 'session',
          foreignForms: { why: 'a test sends them', isOurs: (form) => form.has('decision') },
        }),
        page('GET', '/mine', { kind: 'person' }),
        page('POST', '/mine', { kind: 'person', returnQuery: ({ form }) => `?name=${form.get('name')}` }),
        page('POST', '/mine-fresh', { kind: 'person', fresh: true }),
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

/** `403`, `303 /login`, or `200` of whom the handler met. */
async function sentForm(url: string, headers: Record<string, string>, form: Record<string, string> = {}) {
  handled.length = 0
  const type = 'application/x-www-form-urlencoded'
  const payload = new URLSearchParams({ name: 'x', ...form }).toString()
  const answer = await send({ method: 'POST', url, payload, headers: { ...headers, 'content-type': type } })
  if (answer.status === 200) return `200 ${String(handled[0])}`
  return answer.status === 303 ? `303 ${answer.headers['location']}` : String(answer.status)
}

describe('the form of a page', () => {
  const signedIn = { 'x-caller': 'fresh' }
  const token = { csrf_token: TOKEN }

  test('SE3: passes from our own pages and with the token in it alone, whoever the page is for', async () => {
    for (const [url, met] of [
      ['/anyone', 'form of ours'],
      ['/mine', 'person'],
    ] as const) {
      assert.equal(await sentForm(url, signedIn, token), `200 ${met}`)
      assert.equal(
        await sentForm(url, { ...signedIn, origin: OWN, 'sec-fetch-site': 'same-origin' }, token),
        `200 ${met}`,
      )
      assert.equal(await sentForm(url, signedIn), '403')
      assert.equal(await sentForm(url, signedIn, { csrf_token: 'another' }), '403')
      assert.equal(await sentForm(url, { ...signedIn, 'x-csrf-token': TOKEN }), '403', 'the header is not for forms')
      for (const headers of foreign) assert.equal(await sentForm(url, { ...signedIn, ...headers }, token), '403')
    }
  })

  test('is looked at for its token first, and for what is wrong with it only then', async () => {
    assert.equal(await sentForm('/mine', signedIn, { name: '' }), '403')
    assert.equal(await sentForm('/mine', signedIn, { name: '', ...token }), '400')
  })

  test('of a person leads everybody else to sign in and back, unless a foreign page sent it', async () => {
    assert.equal(await sentForm('/mine', {}, { name: 'harbour' }), '303 /login?name=harbour')
    assert.equal((await send({ url: '/mine' })).headers['location'], '/login')
    for (const headers of foreign) assert.equal(await sentForm('/mine', headers), '403')
  })

  test('that needs a fresh proof leads there, and only with its token', async () => {
    assert.equal(await sentForm('/mine-fresh', { 'x-caller': 'stale' }, token), '303 /confirm')
    assert.equal(await sentForm('/mine-fresh', { 'x-caller': 'stale' }), '403')
    assert.equal(await sentForm('/mine-fresh', signedIn, token), '200 person')
  })

  test('of another site reaches the handler without a principal, and is none of ours in disguise', async () => {
    for (const headers of foreign) {
      assert.equal(await sentForm('/both', { ...signedIn, ...headers }), '200 undefined')
      assert.equal(await sentForm('/both', { ...signedIn, ...headers }, { decision: 'allow', ...token }), '403')
      assert.equal(await sentForm('/both', headers, { decision: 'allow' }), '403', 'though nobody is signed in')
    }
    assert.equal(await sentForm('/both', signedIn, { decision: 'allow' }), '403')
    assert.equal(await sentForm('/both', signedIn, { decision: 'allow', ...token }), '200 form of ours')
    assert.equal(
      await sentForm('/both', {}, { decision: 'allow' }),
      '200 form of ours',
      'there is no session to misuse',
    )
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
