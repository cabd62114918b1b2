import assert from 'node:assert/strict'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'
import { createApplication, leastInput, outcomeOf } from '#test/support/apps.ts'
import {
  assertErrorPage,
  assertReturnedError,
  authorizeUrl,
  locationOf,
  parametersOf,
  returned,
  VERIFIER,
} from '#test/support/authorize.ts'
import { ProofKey } from '#test/support/dpop.ts'
import { otherProofs } from '#test/support/forged-proofs.ts'
import { claimsOf, compactJws, ecSigner, rsaSigner } from '#test/support/jwt.ts'
import { meanwhile } from '#test/support/meanwhile.ts'
import {
  assertOAuthError,
  configure,
  createAgent,
  createWebApp,
  credentialsOf,
  hiddenFields,
  proofFor,
  redemption,
  TestPerson,
} from '#test/support/oauth.ts'
import type { TestClient } from '#test/support/oauth.ts'
import { registerClient } from '#test/support/registration.ts'

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const jwkOf = (key: KeyObject, kid: string) => ({ ...key.export({ format: 'jwk' }), kid })
const jwks = { keys: [jwkOf(ec.publicKey, 'ec'), jwkOf(rsa.publicKey, 'rsa')] }
const byKey = { token_endpoint_auth_method: 'private_key_jwt', jwks }

type Fields = Record<string, string>

/** A client under the profile, with its keys and what it sends. */
class FapiClient {
  readonly app: TestApp
  readonly client: TestClient
  readonly key = new ProofKey()
  constructor(app: TestApp, client: TestClient) {
    this.app = app
    this.client = client
  }

  credentials(more: Record<string, unknown> = {}, alg: 'ES256' | 'RS256' = 'ES256'): Fields {
    const { clientId } = this.client
    const iat = Math.floor(this.app.clock.now() / 1000)
    const claims = { iss: clientId, sub: clientId, aud: this.app.baseUrl, jti: randomUUID(), exp: iat + 60, ...more }
    const [kid, signer] = alg === 'ES256' ? ['ec', ecSigner(ec.privateKey)] : ['rsa', rsaSigner(rsa.privateKey)]
    return { client_assertion_type: ASSERTION_TYPE, client_assertion: compactJws({ alg, kid }, claims, signer) }
  }

  push(more: Fields = {}, credentials = this.credentials(), headers: Fields = {}): Promise<TestAnswer> {
    const { client_secret: _none, ...asked } = Object.fromEntries(parametersOf(this.client, { scope: 'openid read' }))
    return this.app.send({ url: '/oauth/par', form: { ...asked, ...credentials, ...more }, headers })
  }

  async authorizeUrl(): Promise<string> {
    const pushed = await this.push()
    assert.equal(pushed.status, 201, pushed.text)
    const request_uri = String(pushed.json['request_uri'])
    return `/oauth/authorize?${new URLSearchParams({ client_id: this.client.clientId, request_uri })}`
  }

  async code(person: TestPerson): Promise<string> {
    let answer = await person.send(await this.authorizeUrl())
    if (locationOf(answer)?.startsWith('/consent')) {
      const page = await person.send(locationOf(answer) ?? '')
      answer = await person.send('/oauth/authorize', { ...hiddenFields(page.text), decision: 'allow' })
    }
    return returned(answer).get('code') ?? ''
  }

  token(fields: Fields, proof: string | null = this.proof(), credentials = this.credentials()): Promise<TestAnswer> {
    const headers = proof === null ? {} : { dpop: proof }
    return this.app.send({ url: '/oauth/token', form: { ...fields, ...credentials }, headers })
  }

  proof(): string {
    return proofFor(this.app, this.key, 'POST', '/oauth/token')
  }

  async redeem(person: TestPerson): Promise<Fields> {
    const tokens = await this.token(redemption({ code: await this.code(person), verifier: VERIFIER }))
    assert.equal(tokens.status, 200, tokens.text)
    return tokens.json as Fields
  }
}

async function setUp(t: TestContext) {
  const app = await createTestApp(t)
  const client = await createWebApp(app, { ...byKey, security_profile: 'fapi2' })
  return { app, fapi: new FapiClient(app, client), person: await TestPerson.signUp(app) }
}

describe('a client under the FAPI 2.0 Security Profile', () => {
  test('signs people in with what it pushed, its key and its proofs', async (t) => {
    const { app, fapi, person } = await setUp(t)
    const { json } = await app.admin('GET', `/agents/${fapi.client.id}`)
    const shown = ['security_profile', 'dpop_bound', 'require_pushed_authorization_requests'].map((name) => json[name])
    assert.deepEqual(shown, ['fapi2', true, true], 'what the profile brings with it shows')
    const tokens = await fapi.redeem(person)
    assert.equal(tokens['token_type'], 'DPoP')
    assert.deepEqual(claimsOf(tokens['access_token'] ?? '')['cnf'], { jkt: fapi.key.jkt })
  })

  test('is refused what came through the browser, by GET and by POST', async (t) => {
    const { app, fapi, person } = await setUp(t)
    assertReturnedError(app, await person.send(authorizeUrl(fapi.client)), 'invalid_request', /pushed to \/oauth\/par/)
    const form = Object.fromEntries(parametersOf(fapi.client))
    assertReturnedError(app, await app.send({ url: '/oauth/authorize', form }), 'invalid_request', /pushed/)
    const made = { client_id: fapi.client.clientId, request_uri: 'urn:ietf:params:oauth:request_uri:made-up' }
    assertErrorPage(await person.send(`/oauth/authorize?${new URLSearchParams(made)}`), 400)
  })

  test('addresses its assertions to the issuer, as one text, and signs them by no PKCS #1', async (t) => {
    const { app, fapi } = await setUp(t)
    const issuer = app.baseUrl
    for (const aud of [[issuer], `${issuer}/oauth/par`, `${issuer}/oauth/token`, [issuer, `${issuer}/oauth/par`]])
      assertOAuthError(await fapi.push({}, fapi.credentials({ aud })), 401, 'invalid_client', /aud must be the issuer/)
    assertOAuthError(await fapi.push({}, fapi.credentials({}, 'RS256')), 401, 'invalid_client')
    assert.equal((await fapi.push({}, fapi.credentials())).status, 201)
    const other = new FapiClient(app, await createWebApp(app, byKey))
    for (const credentials of [other.credentials({}, 'RS256'), other.credentials({ aud: `${issuer}/oauth/par` })])
      assert.equal((await other.push({}, credentials)).status, 201, 'others go on as they did')
  })

  test('needs a proof at the token endpoint, by an algorithm of the profile, and by the key that was pushed', async (t) => {
    const { app, fapi, person } = await setUp(t)
    const fields = redemption({ code: await fapi.code(person), verifier: VERIFIER })
    assertOAuthError(await fapi.token(fields, null), 400, 'invalid_dpop_proof', /must send a DPoP proof/)
    const claims = { htm: 'POST', htu: `${app.baseUrl}/oauth/token`, iat: Math.floor(app.clock.now() / 1000), jti: 'j' }
    const { RS256: weak } = otherProofs()
    assertOAuthError(await fapi.token(fields, weak?.(claims)[0] ?? ''), 400, 'invalid_dpop_proof', /PS256/)
    assert.equal((await fapi.token(fields)).status, 200)
    const proof = weak?.({ ...claims, htu: `${app.baseUrl}/oauth/par` })[0] ?? ''
    assertOAuthError(await fapi.push({}, fapi.credentials(), { dpop: proof }), 400, 'invalid_dpop_proof', /PS256/)
    const pushed = await fapi.push({ dpop_jkt: new ProofKey().jkt })
    const request = { client_id: fapi.client.clientId, request_uri: String(pushed.json['request_uri']) }
    const bound = await person.send(`/oauth/authorize?${new URLSearchParams(request)}`)
    const code = returned(bound).get('code') ?? ''
    assertOAuthError(await fapi.token(redemption({ code, verifier: VERIFIER })), 400, 'invalid_grant')
  })

  test('has its codes for a minute', async (t) => {
    const { app, fapi, person } = await setUp(t)
    const code = await fapi.code(person)
    app.clock.advance(60_000)
    assertOAuthError(await fapi.token(redemption({ code, verifier: VERIFIER })), 400, 'invalid_grant')
  })

  test('RF2 renews with one refresh token, which ends with its family and is nothing without the proof', async (t) => {
    const { app, fapi, person } = await setUp(t)
    const first = await fapi.redeem(person)
    const renew = (proof?: string | null) =>
      fapi.token({ grant_type: 'refresh_token', refresh_token: first['refresh_token'] ?? '' }, proof)
    for (let hour = 0; hour < 3; hour++) {
      const renewed = await renew()
      assert.equal(renewed.status, 200, renewed.text)
      assert.equal(renewed.json['refresh_token'], first['refresh_token'])
      app.clock.advance(3_600_000)
    }
    assertOAuthError(await renew(null), 400, 'invalid_dpop_proof')
    const consent = await app.services.consents.findLiving(person.id, fapi.client.clientId)
    assert.equal((await app.admin('DELETE', `/admin/oauth/consents/${consent?.id}`)).status, 204)
    assertOAuthError(await renew(), 400, 'invalid_grant')
  })

  test('RF2 what was rotated before the profile came is a replay as ever', async (t) => {
    const { app, person } = await setUp(t)
    const fapi = new FapiClient(app, await createWebApp(app, byKey))
    const first = await fapi.redeem(person)
    const renew = (refresh_token: string) => fapi.token({ grant_type: 'refresh_token', refresh_token })
    const second = (await renew(first['refresh_token'] ?? '')).json['refresh_token'] as string
    assert.notEqual(second, first['refresh_token'])
    const changed = await app.admin('PATCH', `/agents/${fapi.client.id}`, { security_profile: 'fapi2' })
    assert.equal(changed.status, 200, changed.text)
    assert.equal((await renew(second)).json['refresh_token'], second)
    app.clock.advance(10_000)
    assertOAuthError(await renew(first['refresh_token'] ?? ''), 400, 'invalid_grant')
    assertOAuthError(await renew(second), 400, 'invalid_grant')
  })

  test('RF8 a renewal that was decided and whose consent is taken back meanwhile gives nothing', async (t) => {
    const { app, fapi, person } = await setUp(t)
    const first = await fapi.redeem(person)
    const consent = await app.services.consents.findLiving(person.id, fapi.client.clientId)
    const system = { type: 'system', id: 'test', requestId: null, ip: null } as const
    const form = { grant_type: 'refresh_token', refresh_token: first['refresh_token'] ?? '', ...fapi.credentials() }
    const answer = await meanwhile(
      app.database.db,
      () => app.services.consents.revoke(consent?.id ?? '', system),
      () => app.send({ url: '/oauth/token', form, headers: { dpop: fapi.proof() } }),
    )
    assertOAuthError(answer, 400, 'invalid_grant')
  })

  test('RF7 a family from before that was bound to no key is rotated once more, and bound', async (t) => {
    const { app, person } = await setUp(t)
    const fapi = new FapiClient(app, await createWebApp(app, byKey))
    const first = await fapi.token(redemption({ code: await fapi.code(person), verifier: VERIFIER }), null)
    assert.equal(first.json['token_type'], 'Bearer', first.text)
    assert.equal((await app.admin('PATCH', `/agents/${fapi.client.id}`, { security_profile: 'fapi2' })).status, 200)
    const renew = ({ json }: TestAnswer) =>
      fapi.token({ grant_type: 'refresh_token', refresh_token: json['refresh_token'] as string })
    const bound = await renew(first)
    assert.equal(bound.json['token_type'], 'DPoP', bound.text)
    assert.notEqual(bound.json['refresh_token'], first.json['refresh_token'])
    assert.equal((await renew(bound)).json['refresh_token'], bound.json['refresh_token'])
  })

  test('is made with a key of its own, https addresses and no PKCS #1, and stays so', async (t) => {
    const { app } = await setUp(t)
    const fapi2 = { ...leastInput.web, ...byKey, security_profile: 'fapi2' }
    const cases: [Record<string, unknown>, string][] = [
      [{ token_endpoint_auth_method: 'client_secret_basic', jwks: undefined }, '/security_profile'],
      [{ redirect_uris: ['http://127.0.0.1/cb'] }, '/redirect_uris/0'],
      [{ id_token_signed_response_alg: 'RS256' }, '/id_token_signed_response_alg'],
      [{ require_pkce: false }, '/require_pkce'],
    ]
    for (const [wrong, pointer] of cases) {
      const refused = await app.admin('POST', '/admin/apps', { ...fapi2, ...wrong })
      assert.equal(outcomeOf(refused), `400 invalid_request ${pointer}`)
    }
    const made = await createApplication(app, 'web', { ...byKey, security_profile: 'fapi2' })
    const path = `/admin/apps/${made.id}`
    const loosened = { dpop_bound: false, require_pushed_authorization_requests: false }
    const { json } = await app.admin('PATCH', path, loosened)
    assert.deepEqual([json['dpop_bound'], json['require_pushed_authorization_requests']], [true, true])
    assert.equal((await app.admin('PATCH', path, { ...loosened, security_profile: null })).json['dpop_bound'], false)
  })
})

describe('pushing as a must', () => {
  test('holds for one client that says so, whoever made it', async (t) => {
    const app = await createTestApp(t)
    const must = { require_pushed_authorization_requests: true }
    const registered = await registerClient(app, {
      ...must,
      redirect_uris: ['https://app.example.com/callback'],
      grant_types: ['authorization_code'],
    })
    assert.equal(registered.answer['require_pushed_authorization_requests'], true)
    assertErrorPage(await app.send({ url: authorizeUrl(registered) }), 400, /pushed to \/oauth\/par/)
    const agent = await createWebApp(app, must)
    assertReturnedError(app, await app.send({ url: authorizeUrl(agent) }), 'invalid_request', /pushed/)
    const form = { ...Object.fromEntries(parametersOf(agent)), ...credentialsOf(agent) }
    const { json } = await app.send({ url: '/oauth/par', form })
    const request = { client_id: agent.clientId, request_uri: String(json['request_uri']) }
    for (const answer of [
      await app.send({ url: `/oauth/authorize?${new URLSearchParams(request)}` }),
      await app.send({ url: '/oauth/authorize', form: request }),
    ])
      assert.match(locationOf(answer) ?? '', /^\/(login|oauth\/authorize)\?/)
  })

  test('holds for every client where the server wants it, and the metadata says so', async (t) => {
    const app = await createTestApp(t)
    const client = await createWebApp(app)
    const said = async () =>
      (await app.send({ url: '/.well-known/oauth-authorization-server' })).json['require_pushed_authorization_requests']
    assert.equal(await said(), false)
    assert.match(locationOf(await app.send({ url: authorizeUrl(client) })) ?? '', /^\/login/)
    await configure(app, { 'oauth.require_pushed_authorization_requests': true })
    assert.equal(await said(), true)
    assertReturnedError(app, await app.send({ url: authorizeUrl(client) }), 'invalid_request', /pushed/)
    assert.equal((await createAgent(app)).secret?.startsWith('mandate_cs_'), true, 'nothing else changes')
  })
})
