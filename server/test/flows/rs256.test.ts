import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createLocalJWKSet, jwtVerify } from 'jose'
import type { JSONWebKeySet, JWTPayload } from 'jose'
import { createTestApp } from '#test/support/app.ts'
import type { TestApp } from '#test/support/app.ts'
import { claimsOf, headerOf } from '#test/support/jwt.ts'
import { assertOAuthError, createWebApp, REDIRECT, refresh, signIn, TestPerson } from '#test/support/oauth.ts'
import type { TestClient } from '#test/support/oauth.ts'
import { manage, registerClient } from '#test/support/registration.ts'

const RS256 = { id_token_signed_response_alg: 'RS256' }

const jwksOf = async (app: TestApp): Promise<JSONWebKeySet> =>
  (await app.send({ url: '/.well-known/jwks.json' })).json as unknown as JSONWebKeySet

const algorithmsOf = async (app: TestApp): Promise<string[]> => (await jwksOf(app)).keys.map(({ alg }) => alg ?? '')

/** Verifies an ID token as a library does that was told to take RS256 alone. */
async function verified(app: TestApp, client: TestClient, idToken: string): Promise<JWTPayload> {
  const { payload } = await jwtVerify(idToken, createLocalJWKSet(await jwksOf(app)), {
    issuer: app.baseUrl,
    audience: client.clientId,
    algorithms: ['RS256'],
    currentDate: new Date(app.clock.now()),
  })
  return payload
}

describe('a client that asks for RS256', () => {
  test('gets ID tokens signed by RS256, at sign-in and refresh, and access tokens signed by ES256', async (t) => {
    const app = await createTestApp(t)
    const client = await createWebApp(app, RS256)
    const person = await TestPerson.signUp(app)
    const tokens = await signIn(app, person, client, { scope: 'openid', nonce: 'n' })
    const payload = await verified(app, client, tokens['id_token'] ?? '')
    assert.deepEqual([payload.sub, payload['nonce']], [person.id, 'n'])
    assert.equal(headerOf(tokens['access_token'] ?? '')['alg'], 'ES256')
    const renewed = await refresh(app, client, tokens['refresh_token'] ?? '')
    await verified(app, client, renewed.json['id_token'] as string)
  })

  test('is the reason that there are RSA keys at all, which others and another node then share', async (t) => {
    const app = await createTestApp(t)
    assert.deepEqual(await algorithmsOf(app), ['ES256', 'ES256'])
    await createWebApp(app, RS256)
    const made = await jwksOf(app)
    assert.deepEqual(made.keys.map(({ alg }) => alg).toSorted(), ['ES256', 'ES256', 'RS256', 'RS256'])
    await registerClient(app, { ...RS256, client_name: 'Another' })
    assert.deepEqual(await jwksOf(app), made, 'made once')
    assert.deepEqual(await jwksOf(await app.secondNode(t)), made)
  })

  test('goes on after a rotation, and its ID tokens from before are hints still', async (t) => {
    const app = await createTestApp(t)
    const client = await createWebApp(app, RS256)
    const person = await TestPerson.signUp(app)
    const { id_token: before = '' } = await signIn(app, person, client, { scope: 'openid' })
    const rotated = await app.admin('POST', '/admin/auth/rotate-signing-key')
    const [other] = rotated.json['others'] as { algorithm: string; kid: string; retired: { kid: string } }[]
    assert.equal(other?.algorithm, 'RS256')
    assert.equal(other.retired.kid, headerOf(before)['kid'])
    const { id_token: after = '' } = await signIn(app, person, client, { scope: 'openid', id_token_hint: before })
    assert.equal(headerOf(after)['kid'], other.kid)
    await verified(app, client, before)
    await verified(app, client, after)
  })

  test('may change its mind, as may an application of an operator', async (t) => {
    const app = await createTestApp(t)
    const client = await createWebApp(app)
    const person = await TestPerson.signUp(app)
    const idToken = async () => (await signIn(app, person, client, { scope: 'openid' }))['id_token'] ?? ''
    assert.equal(headerOf(await idToken())['alg'], 'ES256')
    const patched = await app.admin('PATCH', `/agents/${client.id}`, RS256)
    assert.equal(patched.json['id_token_signed_response_alg'], 'RS256', patched.text)
    assert.equal(headerOf(await idToken())['alg'], 'RS256')

    const made = await app.admin('POST', '/admin/apps', { type: 'web', name: 'Store', redirect_uris: [REDIRECT] })
    assert.equal(made.json['id_token_signed_response_alg'], 'ES256')
    const changed = await app.admin('PATCH', `/admin/apps/${String(made.json['id'])}`, RS256)
    assert.equal(changed.json['id_token_signed_response_alg'], 'RS256')
    const wrong = { id_token_signed_response_alg: 'HS256' }
    assert.equal((await app.admin('PATCH', `/admin/apps/${String(made.json['id'])}`, wrong)).status, 400)
  })
})

test('a self-registered client that asks for RS256 is shown it, and back at ES256 when it leaves it out', async (t) => {
  const app = await createTestApp(t)
  const client = await registerClient(app, RS256)
  assert.equal(client.answer['id_token_signed_response_alg'], 'RS256')
  assert.equal((await manage(app, client, 'GET')).json['id_token_signed_response_alg'], 'RS256')
  const replaced = await manage(app, client, 'PUT', '', { client_name: 'x', grant_types: ['client_credentials'] })
  assert.equal(replaced.json['id_token_signed_response_alg'], 'ES256')
})

test('the ID token carries the claims of the granted scopes, and none for a client that wants none', async (t) => {
  const app = await createTestApp(t)
  const person = await TestPerson.signUp(app)
  const rest = ['acr', 'amr', 'at_hash', 'aud', 'auth_time', 'exp', 'iat', 'iss', 'sid', 'sub']
  const ofPerson = (idToken: string | undefined) => {
    const claims = Object.entries(claimsOf(idToken ?? '')).filter(([name]) => !rest.includes(name))
    return Object.fromEntries(claims)
  }
  const client = await createWebApp(app)
  const all = await signIn(app, person, client, { scope: 'openid profile email' })
  const info = await app.send({ url: '/oauth/userinfo', headers: { authorization: `Bearer ${all['access_token']}` } })
  const { sub: _sub, ...shown } = info.json
  assert.deepEqual(Object.keys(shown).toSorted(), ['email', 'email_verified', 'name'])
  assert.deepEqual(ofPerson(all['id_token']), shown, 'UserInfo says the same')
  const renewed = await refresh(app, client, all['refresh_token'] ?? '')
  assert.deepEqual(ofPerson(renewed.json['id_token'] as string), shown)
  const mail = await signIn(app, person, client, { scope: 'openid email' })
  assert.deepEqual(ofPerson(mail['id_token']), { email: person.email, email_verified: false })
  const bare = await signIn(app, person, client, { scope: 'openid' })
  assert.deepEqual(ofPerson(bare['id_token']), {})

  const lean = await createWebApp(app, { client_id: 'lean-app', id_token_claims: false })
  const tokens = await signIn(app, person, lean, { scope: 'openid profile email' })
  assert.deepEqual(ofPerson(tokens['id_token']), {})
})

describe('metadata that a client asks for and can not get is refused with the reason', () => {
  const refused: Readonly<Record<string, unknown>> = {
    subject_type: 'pairwise',
    id_token_signed_response_alg: 'HS256',
    id_token_encrypted_response_alg: 'RSA-OAEP',
    userinfo_signed_response_alg: 'RS256',
    request_object_signing_alg: 'RS256',
    require_signed_request_object: true,
    token_endpoint_auth_signing_alg: 'HS256',
    authorization_signed_response_alg: 'ES256',
    introspection_signed_response_alg: 'RS256',
    frontchannel_logout_uri: 'https://app.example.com/logout',
    default_max_age: 60,
    default_acr_values: ['phr'],
    tls_client_certificate_bound_access_tokens: true,
    request_uris: ['https://app.example.com/request.jwt'],
    jwks: { keys: [{ kty: 'EC', crv: 'P-521', x: 'AA', y: 'AA' }] },
  }
  for (const [member, value] of Object.entries(refused)) {
    test(member, async (t) => {
      const app = await createTestApp(t)
      const json = { client_name: 'x', grant_types: ['client_credentials'], [member]: value }
      const answer = await app.send({ url: '/oauth/register', json })
      assertOAuthError(answer, 400, 'invalid_client_metadata')
      assert.match(String(answer.json['error_description']), new RegExp(`^${member} `))
    })
  }

  test('and what asks for nothing beyond what everybody has is taken', async (t) => {
    const app = await createTestApp(t)
    const { answer } = await registerClient(app, {
      subject_type: 'public',
      userinfo_signed_response_alg: 'none',
      require_signed_request_object: false,
      tls_client_certificate_bound_access_tokens: false,
      default_acr_values: [],
      request_uris: [],
      default_max_age: null,
      token_endpoint_auth_signing_alg: 'RS256',
    })
    assert.equal(answer['subject_type'], 'public')
    assert.equal(answer['token_endpoint_auth_signing_alg'], 'RS256')
  })
})
