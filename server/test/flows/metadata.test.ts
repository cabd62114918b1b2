import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { createLocalJWKSet, jwtVerify } from 'jose'
import type { JSONWebKeySet, JWTPayload } from 'jose'
import { createTestApp } from '#test/support/app.ts'
import type { TestApp } from '#test/support/app.ts'
import { headerOf } from '#test/support/jwt.ts'
import {
  configure,
  createWebApp,
  obtainCode,
  redemption,
  refresh,
  requestToken,
  signIn,
  TestPerson,
} from '#test/support/oauth.ts'

const OAUTH = '/.well-known/oauth-authorization-server'
const OPENID = '/.well-known/openid-configuration'

const read = async (app: TestApp, url: string, headers: Record<string, string> = {}) => {
  const answer = await app.send({ url, headers })
  assert.equal(answer.status, 200, `${url}: ${answer.text}`)
  return answer
}

describe('metadata', () => {
  test('both documents say the same, with everything the contract and OpenID Connect name', async (t) => {
    const app = await createTestApp(t)
    const document = (await read(app, OAUTH)).json
    assert.deepEqual((await read(app, OPENID)).json, document)
    const at = (path: string): string => `${app.baseUrl}${path}`
    const expected = {
      issuer: app.baseUrl,
      authorization_endpoint: at('/oauth/authorize'),
      token_endpoint: at('/oauth/token'),
      jwks_uri: at('/.well-known/jwks.json'),
      registration_endpoint: at('/oauth/register'),
      introspection_endpoint: at('/oauth/introspect'),
      revocation_endpoint: at('/oauth/revoke'),
      revocation_feed_endpoint: at('/oauth/revocations'),
      revocation_snapshot_endpoint: at('/oauth/revocations/snapshot'),
      userinfo_endpoint: at('/oauth/userinfo'),
      device_authorization_endpoint: at('/oauth/device'),
      end_session_endpoint: at('/oauth/logout'),
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
      pushed_authorization_request_endpoint: at('/oauth/par'),
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      dpop_signing_alg_values_supported: ['ES256', 'RS256', 'PS256', 'EdDSA', 'Ed25519'],
      id_token_signing_alg_values_supported: ['ES256', 'RS256'],
      subject_types_supported: ['public'],
      ui_locales_supported: ['en', 'es'],
      authorization_response_iss_parameter_supported: true,
      grant_types_supported: [
        'authorization_code',
        'refresh_token',
        'client_credentials',
        'urn:ietf:params:oauth:grant-type:token-exchange',
        'urn:ietf:params:oauth:grant-type:device_code',
      ],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none', 'private_key_jwt'],
    }
    for (const [name, value] of Object.entries(expected)) assert.deepEqual(document[name], value, name)
  })

  test('every endpoint it names is there', async (t) => {
    const app = await createTestApp(t)
    const document = (await read(app, OAUTH)).json
    for (const [name, value] of Object.entries(document)) {
      if (!/_(endpoint|uri)$/.test(name)) continue
      const answer = await app.send({ url: new URL(value as string).pathname })
      assert.notEqual(answer.status, 404, name)
    }
  })

  test('it may be kept five minutes and read by scripts of other origins', async (t) => {
    const app = await createTestApp(t)
    for (const url of [OAUTH, OPENID]) {
      const { headers } = await read(app, url, { origin: 'https://spa.example.com' })
      assert.equal(headers['cache-control'], 'public, max-age=300')
      assert.equal(headers['access-control-allow-origin'], '*')
      assert.match(String(headers['content-type']), /^application\/json/)
    }
  })

  test('MD1 no header of a request changes a byte of it', async (t) => {
    const app = await createTestApp(t, { baseUrl: 'https://id.example.com' })
    const spoofs: Record<string, string>[] = [
      { host: 'evil.example.com' },
      { host: 'evil.example.com:8443' },
      { 'x-forwarded-host': 'evil.example.com' },
      { 'x-forwarded-proto': 'http' },
      { 'x-forwarded-port': '8443' },
      { 'x-forwarded-prefix': '/evil' },
      { forwarded: 'host=evil.example.com;proto=http' },
      { 'x-original-host': 'evil.example.com' },
      { 'x-host': 'evil.example.com' },
      { 'x-original-url': '/evil' },
      { 'x-rewrite-url': '/evil' },
      { origin: 'https://evil.example.com', referer: 'https://evil.example.com/' },
    ]
    assert.ok(spoofs.length >= 10)
    for (const url of [OAUTH, OPENID, '/.well-known/jwks.json']) {
      const { text } = await read(app, url)
      for (const headers of spoofs) assert.equal((await read(app, url, headers)).text, text, JSON.stringify(headers))
      assert.equal(text.includes('evil'), false)
      const absolute = await app.send({ url: `http://evil.example.com${url}?x=1` })
      assert.equal(absolute.text, text)
    }
    assert.equal((await read(app, OAUTH)).json['issuer'], 'https://id.example.com')
  })

  test('an issuer with a path is found in the inserted and in the appended form', async (t) => {
    const app = await createTestApp(t, { baseUrl: 'https://example.com/auth' })
    const paths = [
      '/.well-known/oauth-authorization-server/auth', // RFC 8414 §3.1
      '/.well-known/openid-configuration/auth',
      '/auth/.well-known/oauth-authorization-server',
      '/auth/.well-known/openid-configuration', // OpenID Connect Discovery §4
      OAUTH,
      OPENID,
    ]
    for (const path of paths) {
      const { json } = await read(app, path)
      assert.equal(json['issuer'], 'https://example.com/auth', path)
      assert.equal(json['token_endpoint'], 'https://example.com/auth/oauth/token')
    }
    assert.equal((await app.send({ url: '/.well-known/oauth-authorization-server/other' })).status, 404)
  })

  test('it says nothing of registration when that is off', async (t) => {
    const app = await createTestApp(t)
    await configure(app, { 'oauth.registration': 'off' })
    assert.equal('registration_endpoint' in (await read(app, OAUTH)).json, false)
  })
})

describe('the ID token', () => {
  async function verified(app: TestApp, client: { clientId: string }, idToken: string): Promise<JWTPayload> {
    const jwks = (await read(app, '/.well-known/jwks.json')).json as unknown as JSONWebKeySet
    const { payload, protectedHeader } = await jwtVerify(idToken, createLocalJWKSet(jwks), {
      issuer: app.baseUrl,
      audience: client.clientId,
      algorithms: ['ES256'],
      currentDate: new Date(app.clock.now()),
    })
    assert.equal(protectedHeader.typ, 'JWT')
    return payload
  }

  test('is signed for the client and says who signed in, when, in which session, with which access token', async (t) => {
    const app = await createTestApp(t)
    const client = await createWebApp(app)
    const person = await TestPerson.signUp(app)
    const signedInAt = Math.floor(app.clock.now() / 1000)
    app.clock.advance(60_000)
    const code = await obtainCode(person, client, { scope: 'openid email', nonce: 'n-0S6_WzA2Mj' })
    const { json } = await requestToken(app, client, redemption(code))
    const payload = await verified(app, client, json['id_token'] as string)
    const { sid, at_hash: hash, ...claims } = payload
    assert.deepEqual(claims, {
      iss: app.baseUrl,
      sub: person.id,
      aud: client.clientId,
      iat: signedInAt + 60,
      exp: signedInAt + 3660,
      auth_time: signedInAt,
      nonce: 'n-0S6_WzA2Mj',
      acr: 'urn:mandate:acr:1fa',
      amr: ['pwd'],
      email: person.email,
      email_verified: false,
    })
    const digest = createHash('sha256')
      .update(json['access_token'] as string)
      .digest()
    assert.equal(hash, digest.subarray(0, 16).toString('base64url'))
    assert.match(String(sid), /^sess_/)
    assert.equal(headerOf(json['id_token'] as string)['kid'], headerOf(json['access_token'] as string)['kid'])
  })

  test('comes with the scope openid only, and again with a refresh, then without the nonce', async (t) => {
    const app = await createTestApp(t)
    const client = await createWebApp(app)
    const person = await TestPerson.signUp(app)
    assert.equal('id_token' in (await signIn(app, person, client, { scope: 'read' })), false)
    const tokens = await signIn(app, person, client, { scope: 'openid', nonce: 'once' })
    const first = await verified(app, client, tokens['id_token'] ?? '')
    app.clock.advance(600_000)
    const renewed = await refresh(app, client, tokens['refresh_token'] ?? '')
    const second = await verified(app, client, renewed.json['id_token'] as string)
    // OpenID Connect Core §12.2: the same person and sign-in; no nonce is better than an old one.
    for (const name of ['iss', 'sub', 'aud', 'auth_time', 'sid']) assert.equal(second[name], first[name], name)
    assert.deepEqual([first['nonce'], second['nonce']], ['once', undefined])
    assert.notEqual(second['at_hash'], first['at_hash'])
  })
})
