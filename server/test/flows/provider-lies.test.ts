import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { assertErrorPage } from '#test/support/authorize.ts'
import { testCertificate } from '#test/support/certificate.ts'
import { compactJws, ecSigner, rsaSigner } from '#test/support/jwt.ts'
import { listen } from '#test/support/listen.ts'
import { configure } from '#test/support/oauth.ts'
import { MAYA, setOut, setUpProvider, signInThrough, startUrl, TestProvider } from '#test/support/provider.ts'
import { Visitor } from '#test/support/visitor.ts'
import type { RequestListener } from 'node:http'

type Parts = Parameters<TestProvider['idToken']>[0]
type Lie = (parts: Parts, provider: TestProvider) => string

const without = ({ header, claims, signer }: Parts, name: string): string => {
  const { [name]: _gone, ...rest } = claims
  return compactJws(header, rest, signer)
}

const saying =
  (more: Record<string, unknown> | (() => Record<string, unknown>)): Lie =>
  ({ header, claims, signer }) =>
    compactJws(header, { ...claims, ...(typeof more === 'function' ? more() : more) }, signer)

const headed =
  (more: Record<string, unknown>): Lie =>
  ({ header, claims, signer }) =>
    compactJws({ ...header, ...more }, claims, signer)

const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
/** Asked for when the token is made: other tests of this process may run for minutes before. */
const secondsFromNow = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds

const lies: Readonly<Record<string, Lie>> = {
  'no algorithm': ({ claims }) => compactJws({ alg: 'none' }, claims, () => Buffer.alloc(0)),
  'HMAC under the client secret': ({ claims }, { clientSecret }) =>
    compactJws({ alg: 'HS256', kid: 'one' }, claims, (input) =>
      createHmac('sha256', clientSecret).update(input).digest(),
    ),
  'HMAC under the public key': ({ claims }, { jwk }) =>
    compactJws({ alg: 'HS256', kid: 'one' }, claims, (input) =>
      createHmac('sha256', String(jwk['n'])).update(input).digest(),
    ),
  'the key of a stranger': ({ header, claims }) => compactJws(header, claims, rsaSigner(stranger)),
  'a key of its own in the header': ({ header, claims }) =>
    compactJws({ ...header, jwk: { kty: 'RSA' } }, claims, rsaSigner(stranger)),
  'an unknown key id': headed({ kid: 'two' }),
  'an algorithm that was not announced': ({ claims }) =>
    compactJws({ alg: 'ES256', kid: 'one' }, claims, ecSigner(curve)),
  'no signature': ({ header, claims }) => compactJws(header, claims, () => Buffer.alloc(0)),
  'another audience': saying({ aud: 'another-client' }),
  'further audiences and no party': saying({ aud: ['mandate-test', 'another-client'] }),
  'another party': saying({ azp: 'another-client' }),
  'another party among audiences': saying({ aud: ['mandate-test', 'x'], azp: 'x' }),
  'another issuer': saying({ iss: 'https://accounts.google.com' }),
  'no expiry': (parts) => without(parts, 'exp'),
  'an expiry that is past': saying(() => ({ exp: secondsFromNow(-600) })),
  'a time of issue to come': saying(() => ({ iat: secondsFromNow(120), exp: secondsFromNow(420) })),
  'a time of issue that is no number': saying({ iat: 'now' }),
  'a start to come': saying(() => ({ nbf: secondsFromNow(120) })),
  'no time of issue': (parts) => without(parts, 'iat'),
  'no nonce': (parts) => without(parts, 'nonce'),
  'another nonce': saying({ nonce: 'x'.repeat(43) }),
  'no subject': (parts) => without(parts, 'sub'),
  'a critical extension': headed({ crit: ['b64'], b64: false }),
  'no token at all': () => '',
  'what is no token': () => 'a.b.c',
}

test('RP2: an ID token that lies in any way signs nobody in', async (t) => {
  const app = await createTestApp(t)
  const provider = await TestProvider.start(t)
  await setUpProvider(app, provider)
  // Even a provider that announces them can't make us take what proves nothing.
  provider.document = { id_token_signing_alg_values_supported: ['RS256', 'none', 'HS256'] }
  for (const [name, lie] of Object.entries(lies)) {
    provider.idToken = (parts) => lie(parts, provider)
    const visitor = new Visitor(app)
    const answer = await signInThrough(visitor, provider)
    assert.equal(answer.status, 502, name)
    assert.equal((await visitor.open('/api/v1/auth/me')).status, 401, name)
  }
  assert.ok(!app.log.join('').includes(MAYA.email), 'what a token said about a person is not logged')
  provider.idToken = ({ header, claims, signer }) => compactJws(header, { ...claims, azp: 'mandate-test' }, signer)
  assert.equal((await signInThrough(new Visitor(app), provider)).status, 303)
})

const html: RequestListener = (_request, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')
const hang: RequestListener = () => undefined
const huge: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(`{"issuer":"${'x'.repeat(2 << 20)}"}`)
}

test('RP3: a discovery document that lies, leads inward, or never ends is not used', async (t) => {
  const app = await createTestApp(t, { outbound: { timeoutMs: 300 } })
  const elsewhere = await TestProvider.start(t)
  const inward = 'http://169.254.169.254/latest/meta-data'
  const documents: readonly Record<string, unknown>[] = [
    { issuer: 'https://accounts.google.com' },
    { issuer: elsewhere.issuer },
    { issuer: undefined },
    { token_endpoint: inward },
    { jwks_uri: inward },
    { userinfo_endpoint: 'http://[fe80::1]/userinfo' },
    { authorization_endpoint: inward },
    { authorization_endpoint: 'javascript:alert(1)' },
    { authorization_endpoint: 'http://localhost:8080/oauth/authorize' },
    { token_endpoint: 'file:///etc/passwd' },
    { token_endpoint: undefined },
    { jwks_uri: undefined },
  ]
  const redirect: RequestListener = (_request, response) =>
    response.writeHead(302, { location: `${elsewhere.issuer}/.well-known/openid-configuration` }).end()
  for (const document of documents) {
    const provider = await TestProvider.start(t)
    await setUpProvider(app, provider, { name: `p${provider.server.port}` })
    provider.document = document
    const answer = await app.send({ url: startUrl('', `p${provider.server.port}`) })
    assertErrorPage(answer, 503, /We can’t reach them right now/)
    assert.ok(Number(answer.headers['retry-after']) > 0, JSON.stringify(document))
  }
  for (const route of [redirect, html, huge, hang]) {
    const provider = await TestProvider.start(t)
    await setUpProvider(app, provider, { name: `p${provider.server.port}` })
    provider.routes.set('/.well-known/openid-configuration', route)
    const started = performance.now()
    assertErrorPage(await app.send({ url: startUrl('', `p${provider.server.port}`) }), 503)
    assert.ok(performance.now() - started < 30_000)
  }
  assert.equal(elsewhere.server.hits.length, 0)
})

test('RP3: endpoints that misbehave after an honest document end the sign-in', async (t) => {
  const app = await createTestApp(t, { outbound: { timeoutMs: 300 } })
  const canary = await listen(t, (_request, response) => response.end('{}'))
  const toCanary: RequestListener = (_request, response) => response.writeHead(307, { location: canary.url }).end()
  for (const path of ['/token', '/jwks']) {
    for (const route of [toCanary, html, huge, hang]) {
      const provider = await TestProvider.start(t)
      await setUpProvider(app, provider, { name: `p${provider.server.port}` })
      provider.routes.set(path, route)
      const visitor = new Visitor(app)
      const answer = await signInThrough(visitor, provider, MAYA, startUrl('', `p${provider.server.port}`))
      assertErrorPage(answer, 502)
    }
  }
  assert.equal(canary.hits.length, 0)
})

test('RP3: in production a provider is reached by https, and nothing behind it that is inside', async (t) => {
  const certificate = testCertificate('idp.example')
  const outbound = { resolver: async () => ['127.0.0.1'], ca: certificate.cert, timeoutMs: 1000 }
  const app = await createTestApp(t, { baseUrl: 'https://id.example', mode: 'production', outbound })
  const provider = await TestProvider.start(t, { name: 'idp.example', certificate })
  const canary = await listen(t, (_request, response) => response.end('{}'))
  const body = { kind: 'oidc', name: 'corp', client_id: provider.clientId, client_secret: provider.clientSecret }
  for (const issuer of [provider.issuer, canary.url, 'http://idp.example', 'https://id.example', 'https://10.0.0.1'])
    assert.equal((await app.admin('POST', '/admin/oauth-providers', { ...body, issuer })).status, 400, issuer)
  await configure(app, { 'outbound.allowed_hosts': [new URL(provider.issuer).host] })
  await setUpProvider(app, provider)
  const visitor = new Visitor(app)
  const away = await setOut(visitor)
  assert.match(away, /^https:\/\/idp\.example:\d+\/authorize\?/)
  assert.equal((await visitor.open(provider.agree(away))).status, 303)
  assert.match(Object.keys(visitor.cookies).join(), /__Host-mandate_session/)

  // Remembered documents are asked for again after ten minutes; by now the provider was taken over.
  app.clock.advance(600_001)
  provider.document = { token_endpoint: `${canary.url}/token` }
  assertErrorPage(await new Visitor(app).open(startUrl()), 503)
  assert.equal(canary.hits.length, 0)
})
