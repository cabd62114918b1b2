import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import Type from 'typebox'
import { httpFixture } from '#test/support/http.ts'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { route } from '#/platform/http/routing/route.ts'

const shared = { auth: { kind: 'public', why: 'a test writes' }, summary: 'Try', tag: 'tests', cors: true } as const
const schema = { response: { 200: Type.Object({ ok: Type.Boolean() }) } }
const open = route({
  name: 'things.get',
  ...shared,
  method: 'GET',
  url: '/oauth/open',
  schema,
  handler: () => ({ ok: true }),
})
const post = route({ ...open, name: 'things.create', method: 'POST', form: true, handler: () => ({ ok: true }) })
const refusing = route({
  ...open,
  name: 'things.refuse',
  url: '/oauth/refusing',
  schema: { response: { ...schema.response, 401: Type.Unknown() } },
  handler: () => {
    throw new AppError(commonErrors.unauthorized)
  },
})
const { cors: _, ...closedRoute } = open
const closed = route({ ...closedRoute, name: 'things.close', url: '/oauth/closed' })
const areas = [{ area: 'oauth', routes: [open, post, refusing, closed] }] as const

const corsNames = (headers: Record<string, string>): string[] =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))

const baseUrls = { http: 'http://localhost:8080', https: 'https://id.example.com' }
const server = (scheme: keyof typeof baseUrls) =>
  httpFixture({ areas, config: { baseUrl: baseUrls[scheme], trustedProxies: [] } })

describe('HT7 every answer', () => {
  const always = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  }

  for (const url of ['/oauth/closed', '/oauth/nowhere', '/api/v1/nowhere', '/nowhere', '/%zz']) {
    test(`carries the security headers and no banner: ${url}`, async () => {
      const { headers } = await server('http').send({ url })
      for (const [name, value] of Object.entries(always)) assert.equal(headers[name], value, name)
      assert.equal(headers['server'], undefined)
      assert.equal(headers['x-powered-by'], undefined)
    })
  }

  test('carries Strict-Transport-Security when the base URL is https, and only then', async () => {
    for (const url of ['/oauth/open', '/oauth/nowhere']) {
      assert.match(
        (await server('https').send({ url })).headers['strict-transport-security'] ?? '',
        /^max-age=63072000$/,
      )
      assert.equal((await server('http').send({ url })).headers['strict-transport-security'], undefined)
    }
  })
})

test('HT7: Strict-Transport-Security speaks for hosts below ours only when it is told to', async () => {
  const ask = async (hsts: 'host' | 'subdomains' | 'off') => {
    const { send } = httpFixture({ areas, config: { baseUrl: baseUrls.https, trustedProxies: [], hsts } })
    return (await send({ url: '/oauth/open' })).headers['strict-transport-security']
  }
  assert.equal(await ask('host'), 'max-age=63072000')
  assert.equal(await ask('subdomains'), 'max-age=63072000; includeSubDomains')
  assert.equal(await ask('off'), undefined)
})

describe('HT7 TK8 CORS', () => {
  const { send } = server('http')
  const origins = [
    'https://app.example.com',
    'http://localhost:3000',
    'https://app.example.com.evil.tld',
    'https://evil.tld',
    'chrome-extension://abcdef',
    'capacitor://localhost',
    'https://[::1]:8443',
    'garbage',
  ]
  for (const origin of origins) {
    test(`lets ${origin} read an open route without credentials`, async () => {
      const { headers } = await send({ url: '/oauth/open', headers: { origin } })
      assert.equal(headers['access-control-allow-origin'], '*')
      assert.equal(headers['access-control-allow-credentials'], undefined)
      assert.match(headers['access-control-expose-headers'] ?? '', /DPoP-Nonce.*WWW-Authenticate.*X-Request-Id/)
      assert.equal(headers['vary'], 'Origin')
      assert.equal(headers['cross-origin-resource-policy'], 'cross-origin')
    })
  }

  test('gives the null origin nothing', async () => {
    const headers = { origin: 'null' }
    const { status, headers: got } = await send({ url: '/oauth/open', headers })
    assert.equal(status, 200)
    assert.deepEqual(corsNames(got), [])
    assert.equal(got['vary'], 'Origin')
    const preflight = await send({
      method: 'OPTIONS',
      url: '/oauth/open',
      headers: { ...headers, 'access-control-request-method': 'GET' },
    })
    assert.deepEqual(corsNames(preflight.headers), [])
  })

  test('lets the caller read errors of an open route too', async () => {
    const { status, headers } = await send({ url: '/oauth/refusing', headers: { origin: 'https://app.example.com' } })
    assert.equal(status, 401)
    assert.equal(headers['access-control-allow-origin'], '*')
  })

  test('answers a preflight with the methods of the path', async () => {
    const { status, headers, text } = await send({
      method: 'OPTIONS',
      url: '/oauth/open',
      headers: { origin: 'https://app.example.com', 'access-control-request-method': 'POST' },
    })
    assert.equal(status, 204)
    assert.equal(text, '')
    assert.equal(headers['access-control-allow-origin'], '*')
    assert.equal(headers['access-control-allow-methods'], 'GET, POST')
    assert.match(headers['access-control-allow-headers'] ?? '', /Authorization, Content-Type, DPoP/)
    assert.equal(headers['access-control-allow-credentials'], undefined)
  })

  test('says nothing at all on other routes', async () => {
    const origin = 'https://app.example.com'
    for (const url of ['/oauth/closed', '/oauth/nowhere']) {
      assert.deepEqual(corsNames((await send({ url, headers: { origin } })).headers), [])
      const headers = { origin, 'access-control-request-method': 'GET' }
      const preflight = await send({ method: 'OPTIONS', url, headers })
      assert.ok(preflight.status === 405 || preflight.status === 404)
      assert.deepEqual(corsNames(preflight.headers), [])
    }
  })
})

describe('MD1 whatever Host and X-Forwarded-* say', () => {
  const spoofed: Record<string, string>[] = [
    { host: 'evil.tld' },
    { host: 'evil.tld:1' },
    { host: '' },
    { 'x-forwarded-host': 'evil.tld' },
    { 'x-forwarded-proto': 'https' },
    { 'x-forwarded-port': '444' },
    { 'x-forwarded-prefix': '/evil' },
    { forwarded: 'host=evil.tld;proto=https' },
    { 'x-original-url': '/evil' },
    { origin: 'https://evil.tld', referer: 'https://evil.tld/' },
  ]
  for (const headers of spoofed) {
    test(`public URLs come from the configuration: ${JSON.stringify(headers)}`, async () => {
      const { send } = server('https')
      const oauth = await send({ url: '/oauth/nowhere', headers })
      assert.equal(oauth.json['error_uri'], 'https://id.example.com/docs/errors#not_found')
      const api = await send({ url: '/api/v1/nowhere', headers })
      assert.equal(api.json['docs_url'], 'https://id.example.com/docs/errors#route_not_found')
    })
  }
})
