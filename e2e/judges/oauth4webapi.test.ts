import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { exportJWK } from 'jose'
import * as oauth from 'oauth4webapi'
import { Browser, newPerson } from '#/support/browser.ts'
import { Server } from '#/support/server.ts'

const CALLBACK = 'https://app.example.com/callback'
const RESOURCE = 'https://api.example.com/notes'
const insecure = { [oauth.allowInsecureRequests]: true }

interface Login {
  readonly client: oauth.Client
  readonly auth: oauth.ClientAuth
  readonly tokens: oauth.TokenEndpointResponse
}

describe('oauth4webapi', () => {
  let server: Server
  let as: oauth.AuthorizationServer
  before(async () => {
    server = await Server.start()
    await server.list(RESOURCE)
    const issuer = new URL(server.issuer)
    as = await oauth
      .discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
      .then((response) => oauth.processDiscoveryResponse(issuer, response))
  })
  after(() => server.remove())

  async function register(metadata: Partial<oauth.Client>): Promise<oauth.Client> {
    const response = await oauth.dynamicClientRegistrationRequest(as, { client_name: 'Notes', ...metadata }, insecure)
    return oauth.processDynamicClientRegistrationResponse(response)
  }

  const registerApp = () =>
    register({ redirect_uris: [CALLBACK], grant_types: ['authorization_code', 'refresh_token'] })

  /** The whole way of a code, with each answer processed by the judge. */
  async function logIn(
    options: { resource?: string; DPoP?: (client: oauth.Client) => oauth.DPoPHandle } = {},
  ): Promise<Login> {
    const client = await registerApp()
    const auth = oauth.ClientSecretBasic(client.client_secret as string)
    const verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const nonce = oauth.generateRandomNonce()
    const url = new URL(as.authorization_endpoint as string)
    url.search = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid email',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...(options.resource === undefined ? {} : { resource: options.resource }),
    }).toString()
    const callback = await new Browser(server.issuer).authorize(url, newPerson())
    const params = oauth.validateAuthResponse(as, client, callback, state)
    const DPoP = options.DPoP?.(client)
    const response = await oauth.authorizationCodeGrantRequest(as, client, auth, params, CALLBACK, verifier, {
      ...insecure,
      ...(DPoP ? { DPoP } : {}),
    })
    const processed = { expectedNonce: nonce, requireIdToken: true }
    return { client, auth, tokens: await oauth.processAuthorizationCodeResponse(as, client, response, processed) }
  }

  /** Calls a resource that validates the token as RFC 9068 §4 says and trusts nothing but the JWKS. */
  async function callResource(
    token: string,
    audience: string,
    DPoP?: oauth.DPoPHandle,
  ): Promise<oauth.JWTAccessTokenClaims> {
    let claims: oauth.JWTAccessTokenClaims | undefined
    await oauth.protectedResourceRequest(token, 'GET', new URL(`${RESOURCE}/1`), new Headers(), null, {
      ...(DPoP ? { DPoP } : {}),
      [oauth.customFetch]: async (url, { method, headers }) => {
        const request = new Request(url, { method, headers })
        claims = await oauth.validateJwtAccessToken(as, request, audience, {
          ...insecure,
          requireDPoP: DPoP !== undefined,
        })
        return new Response('{}')
      },
    })
    assert.ok(claims)
    return claims
  }

  test('logs a person in, reads userinfo, refreshes, introspects and revokes', async () => {
    const { client, auth, tokens } = await logIn()
    const claims = oauth.getValidatedIdTokenClaims(tokens)
    assert.ok(claims)
    const { jwks_uri: jwksUri } = as
    assert.ok(jwksUri)

    const userInfo = await oauth
      .userInfoRequest(as, client, tokens.access_token, insecure)
      .then((response) => oauth.processUserInfoResponse(as, client, claims.sub, response))
    assert.match(userInfo.email ?? '', /@example\.com$/)
    assert.equal(userInfo.name, undefined, 'a claim of a scope that was not granted')

    const refreshed = await oauth
      .refreshTokenGrantRequest(as, client, auth, tokens.refresh_token as string, insecure)
      .then((response) => oauth.processRefreshTokenResponse(as, client, response))
    assert.notEqual(refreshed.refresh_token, tokens.refresh_token)
    assert.equal(oauth.getValidatedIdTokenClaims(refreshed)?.sub, claims.sub)

    const introspect = (token: string) =>
      oauth
        .introspectionRequest(as, client, auth, token, insecure)
        .then((response) => oauth.processIntrospectionResponse(as, client, response))
    assert.equal((await introspect(refreshed.access_token)).active, true)
    await oauth
      .revocationRequest(as, client, auth, refreshed.refresh_token as string, insecure)
      .then((response) => oauth.processRevocationResponse(response))
    assert.deepEqual(await introspect(refreshed.access_token), { active: false })
  })

  test('verifies the signature of the ID token with the JWKS', async () => {
    const client = await registerApp()
    const verifier = oauth.generateRandomCodeVerifier()
    const url = new URL(as.authorization_endpoint as string)
    url.search = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString()
    const callback = await new Browser(server.issuer).authorize(url, newPerson())
    const params = oauth.validateAuthResponse(as, client, callback)
    const auth = oauth.ClientSecretPost(client.client_secret as string)
    const response = await oauth.authorizationCodeGrantRequest(as, client, auth, params, CALLBACK, verifier, insecure)
    const copy = response.clone()
    await oauth.processAuthorizationCodeResponse(as, client, response)
    await oauth.validateApplicationLevelSignature(as, response, insecure)
    assert.equal(copy.headers.get('cache-control'), 'no-store')
  })

  test('validates a bearer token at a resource, by its audience', async () => {
    const { client, tokens } = await logIn({ resource: RESOURCE })
    const claims = await callResource(tokens.access_token, RESOURCE)
    assert.equal(claims.client_id, client.client_id)
    assert.equal(claims.scope, 'openid email')
    assert.equal(claims['cnf'], undefined)
    await assert.rejects(callResource(tokens.access_token, 'https://other.example.com'), oauth.OperationProcessingError)
  })

  test('validates a DPoP-bound token at a resource, and refuses it to another key', async () => {
    const keys = await oauth.generateKeyPair('ES256')
    let handle: oauth.DPoPHandle | undefined
    const { client, tokens } = await logIn({
      resource: RESOURCE,
      DPoP: (registered) => (handle = oauth.DPoP(registered, keys)),
    })
    assert.equal(tokens.token_type, 'dpop')
    const claims = await callResource(tokens.access_token, RESOURCE, handle)
    assert.deepEqual(claims['cnf'], { jkt: await handle?.calculateThumbprint() })
    const thief = oauth.DPoP(client, await oauth.generateKeyPair('ES256'))
    await assert.rejects(callResource(tokens.access_token, RESOURCE, thief), oauth.OperationProcessingError)
  })

  test('gets a token whose audience is the server when it names no resource', async () => {
    const { tokens } = await logIn()
    assert.equal((await callResource(tokens.access_token, server.issuer)).aud, server.issuer)
  })

  test('refreshes with a nonce of the server', async () => {
    const keys = await oauth.generateKeyPair('ES256')
    let DPoP: oauth.DPoPHandle | undefined
    const { client, auth, tokens } = await logIn({ DPoP: (registered) => (DPoP = oauth.DPoP(registered, keys)) })
    await server.configure({ 'dpop.require_nonce': true })
    try {
      const refresh = () =>
        oauth
          .refreshTokenGrantRequest(as, client, auth, tokens.refresh_token as string, {
            ...insecure,
            DPoP: DPoP as oauth.DPoPHandle,
          })
          .then((response) => oauth.processRefreshTokenResponse(as, client, response))
      await assert.rejects(refresh(), (error) => oauth.isDPoPNonceError(error))
      assert.equal((await refresh()).token_type, 'dpop')
    } finally {
      await server.configure({ 'dpop.require_nonce': false })
    }
  })

  for (const alg of ['ES256', 'PS256', 'EdDSA', 'Ed25519'])
    test(`authenticates with private_key_jwt signed by ${alg}`, async () => {
      const { publicKey, privateKey } = await oauth.generateKeyPair(alg, { extractable: true })
      const client = await register({
        token_endpoint_auth_method: 'private_key_jwt',
        grant_types: ['client_credentials'],
        jwks: { keys: [{ ...(await exportJWK(publicKey)), kid: 'one' }] },
      })
      assert.equal(client.client_secret, undefined)
      // The judge signs by the newer name of the algorithm (RFC 9864); most clients still write the older one.
      const auth = oauth.PrivateKeyJwt(
        { key: privateKey, kid: 'one' },
        { [oauth.modifyAssertion]: (header) => void (header['alg'] = alg) },
      )
      const grant = (authentication: oauth.ClientAuth) =>
        oauth
          .clientCredentialsGrantRequest(as, client, authentication, {}, insecure)
          .then((response) => oauth.processClientCredentialsResponse(as, client, response))
      assert.equal((await grant(auth)).token_type, 'bearer')
      const other = await oauth.generateKeyPair(alg)
      await assert.rejects(grant(oauth.PrivateKeyJwt(other.privateKey)), isRefusal('invalid_client', 401))
    })

  test('understands the errors of the token endpoint', async () => {
    const { client, auth } = await logIn()
    await assert.rejects(
      oauth
        .refreshTokenGrantRequest(as, client, auth, 'never issued', insecure)
        .then((response) => oauth.processRefreshTokenResponse(as, client, response)),
      isRefusal('invalid_grant', 400),
    )
    const basic = await oauth.refreshTokenGrantRequest(as, client, oauth.ClientSecretBasic('wrong'), 'x', insecure)
    await assert.rejects(oauth.processRefreshTokenResponse(as, client, basic), oauth.WWWAuthenticateChallengeError)
    const posted = await oauth.refreshTokenGrantRequest(as, client, oauth.ClientSecretPost('wrong'), 'x', insecure)
    await assert.rejects(oauth.processRefreshTokenResponse(as, client, posted), isRefusal('invalid_client', 401))
  })

  test('understands the challenge of a resource', async () => {
    const client = await registerApp()
    await assert.rejects(
      oauth
        .userInfoRequest(as, client, 'no.such.token', insecure)
        .then((response) => oauth.processUserInfoResponse(as, client, oauth.skipSubjectCheck, response)),
      (error: unknown) => {
        assert.ok(error instanceof oauth.WWWAuthenticateChallengeError)
        assert.equal(error.cause[0]?.scheme, 'bearer')
        assert.equal(error.cause[0]?.parameters.error, 'invalid_token')
        return true
      },
    )
  })
})

const isRefusal = (error: string, status: number) => (thrown: unknown) => {
  if (thrown instanceof oauth.WWWAuthenticateChallengeError)
    return error === 'invalid_client' && thrown.status === status
  assert.ok(thrown instanceof oauth.ResponseBodyError, String(thrown))
  assert.equal(thrown.error, error)
  assert.equal(thrown.status, status)
  return true
}
