import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as oidc from 'openid-client'
import { allow, newAgent } from '#/support/agents.ts'
import { Browser, callbackOf, newPerson } from '#/support/browser.ts'
import { Server } from '#/support/server.ts'

const CALLBACK = 'https://app.example.com/callback'
const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'
const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code'
const insecure = { execute: [oidc.allowInsecureRequests] }

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>

describe('openid-client', () => {
  let server: Server
  before(async () => {
    server = await Server.start()
    await server.configure({
      'oauth.registration_scopes': ['openid', 'profile', 'email', 'offline_access', 'mail:read'],
    })
    await server.list('https://mail.example.com')
  })
  after(() => server.remove())

  const register = (metadata: Partial<oidc.ClientMetadata> = {}, auth?: oidc.ClientAuth): Promise<oidc.Configuration> =>
    oidc.dynamicClientRegistration(
      new URL(server.issuer),
      {
        client_name: 'Mail assistant',
        redirect_uris: [CALLBACK],
        grant_types: ['authorization_code', 'refresh_token'],
        scope: 'openid profile email mail:read',
        ...metadata,
      },
      auth,
      insecure,
    )

  /** Sends a new person through sign-up and consent, and redeems the code. */
  async function logIn(
    config: oidc.Configuration,
    parameters: Record<string, string> = {},
    options = {},
  ): Promise<Tokens> {
    const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
    const expectedState = oidc.randomState()
    const expectedNonce = oidc.randomNonce()
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: 'openid profile email mail:read',
      code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: expectedState,
      nonce: expectedNonce,
      ...parameters,
    })
    const callback = await new Browser(server.issuer).authorize(url, newPerson())
    return oidc.authorizationCodeGrant(
      config,
      callback,
      { pkceCodeVerifier, expectedState, expectedNonce },
      {},
      options,
    )
  }

  const refused =
    (error: string, status = 400) =>
    (thrown: unknown) => {
      assert.ok(thrown instanceof oidc.ResponseBodyError, String(thrown))
      assert.equal(thrown.error, error)
      assert.equal(thrown.status, status)
      return true
    }

  for (const algorithm of ['oidc', 'oauth2'] as const)
    test(`discovers the server by its ${algorithm} document`, async () => {
      const config = await oidc.discovery(new URL(server.issuer), 'anyone', undefined, undefined, {
        ...insecure,
        algorithm,
      })
      const metadata = config.serverMetadata()
      assert.equal(metadata.issuer, server.issuer)
      assert.equal(metadata.supportsPKCE(), true)
      assert.equal(metadata.authorization_response_iss_parameter_supported, true)
      assert.deepEqual(metadata.response_types_supported, ['code'])
    })

  test('registers, logs a person in, and reads who it is', async () => {
    const config = await register()
    const tokens = await logIn(config)
    const claims = tokens.claims()
    assert.ok(claims)
    assert.equal(claims.iss, server.issuer)
    assert.equal(claims.aud, config.clientMetadata().client_id)
    assert.equal(typeof claims['auth_time'], 'number')
    assert.equal(typeof claims['sid'], 'string')
    assert.equal(tokens.token_type, 'bearer')
    assert.equal(tokens.expires_in, 3600)
    const user = await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
    assert.match(user.email ?? '', /@example\.com$/)
    assert.equal(user.email_verified, false)
    assert.equal(typeof user.name, 'string')
  })

  test('works as a public client and with each way to send a secret', async () => {
    const ways: [string, oidc.ClientAuth | undefined][] = [
      ['none', oidc.None()],
      ['client_secret_post', undefined],
      ['client_secret_basic', undefined],
    ]
    for (const [method] of ways) {
      const registered = await register({ token_endpoint_auth_method: method })
      const { client_id: clientId, client_secret: secret } = registered.clientMetadata()
      const auth = { none: oidc.None(), client_secret_post: oidc.ClientSecretPost(secret) }[method]
      const config = await oidc.discovery(
        new URL(server.issuer),
        clientId,
        secret,
        auth ?? oidc.ClientSecretBasic(secret),
        insecure,
      )
      const tokens = await logIn(config)
      assert.ok(tokens.refresh_token, method)
    }
  })

  test('refuses a callback that names another issuer, or none', async () => {
    const config = await register()
    const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
    const expectedState = oidc.randomState()
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: 'openid',
      state: expectedState,
      code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    })
    const callback = await new Browser(server.issuer).authorize(url, newPerson())
    assert.equal(callback.searchParams.get('iss'), server.issuer)
    const checks = { pkceCodeVerifier, expectedState }
    for (const iss of ['https://other.example.com', undefined]) {
      const wrong = new URL(callback)
      if (iss === undefined) wrong.searchParams.delete('iss')
      else wrong.searchParams.set('iss', iss)
      await assert.rejects(oidc.authorizationCodeGrant(config, wrong, checks), oidc.ClientError)
    }
    const tokens = await oidc.authorizationCodeGrant(config, callback, checks)
    assert.equal(tokens.claims()?.iss, server.issuer)
  })

  test('hears of a refusal as access_denied, with state and issuer', async () => {
    const config = await register()
    const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
    const expectedState = oidc.randomState()
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: 'openid',
      state: expectedState,
      code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    })
    const browser = new Browser(server.issuer)
    const callback = callbackOf(await browser.deny(await browser.signUp(await browser.open(url), newPerson())))
    await assert.rejects(
      oidc.authorizationCodeGrant(config, callback, { pkceCodeVerifier, expectedState }),
      (error: unknown) => error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied',
    )
  })

  test('pushes its authorization request and uses it once', async () => {
    const config = await register()
    const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
    const expectedState = oidc.randomState()
    const url = await oidc.buildAuthorizationUrlWithPAR(config, {
      redirect_uri: CALLBACK,
      scope: 'openid email',
      state: expectedState,
      code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    })
    assert.match(url.searchParams.get('request_uri') ?? '', /^urn:/)
    const callback = await new Browser(server.issuer).authorize(url, newPerson())
    const tokens = await oidc.authorizationCodeGrant(config, callback, { pkceCodeVerifier, expectedState })
    assert.equal(tokens.scope, 'openid email')
    const again = await new Browser(server.issuer).open(url)
    assert.equal(again.left, undefined)
    assert.equal(again.status, 400)
  })

  test('refreshes, is refused when it uses a refresh token again, and loses the family with it', async () => {
    await server.configure({ 'oauth.refresh_grace_seconds': 0 })
    const config = await register()
    const first = await logIn(config)
    const second = await oidc.refreshTokenGrant(config, first.refresh_token as string)
    assert.notEqual(second.refresh_token, first.refresh_token)
    assert.equal(second.claims()?.sub, first.claims()?.sub)
    assert.equal((await oidc.tokenIntrospection(config, second.access_token)).active, true)
    await assert.rejects(oidc.refreshTokenGrant(config, first.refresh_token as string), refused('invalid_grant'))
    await assert.rejects(oidc.refreshTokenGrant(config, second.refresh_token as string), refused('invalid_grant'))
    assert.deepEqual(await oidc.tokenIntrospection(config, second.access_token), { active: false })
    await server.configure({ 'oauth.refresh_grace_seconds': 10 })
  })

  test('gets the same successor again when the answer to a refresh was lost', async () => {
    const config = await register()
    const first = await logIn(config)
    const second = await oidc.refreshTokenGrant(config, first.refresh_token as string)
    const again = await oidc.refreshTokenGrant(config, first.refresh_token as string)
    assert.equal(again.refresh_token, second.refresh_token)
    await oidc.refreshTokenGrant(config, second.refresh_token as string)
  })

  test('gets a token for itself, and for a resource when an operator vouches for it', async () => {
    const config = await register({ redirect_uris: [], grant_types: ['client_credentials'], scope: 'mail:read' })
    const tokens = await oidc.clientCredentialsGrant(config, { scope: 'mail:read' })
    assert.equal(tokens.refresh_token, undefined)
    const seen = await oidc.tokenIntrospection(config, tokens.access_token)
    assert.equal(seen.sub, config.clientMetadata().client_id)
    assert.equal(seen.aud, server.issuer)
    await assert.rejects(oidc.clientCredentialsGrant(config, { scope: 'mail:send' }), refused('invalid_scope'))
    const resource = 'https://mail.example.com'
    await assert.rejects(oidc.clientCredentialsGrant(config, { resource }), refused('invalid_target'))

    const agent = await newAgent(server, { grant_types: ['client_credentials'], scope: 'mail:read' })
    const vouched = await oidc.discovery(
      new URL(server.issuer),
      agent.client_id,
      agent.client_secret,
      undefined,
      insecure,
    )
    const { access_token: token } = await oidc.clientCredentialsGrant(vouched, { resource })
    assert.equal((await oidc.tokenIntrospection(vouched, token)).aud, resource)
  })

  test('introspects and revokes its tokens', async () => {
    const config = await register()
    const tokens = await logIn(config)
    const seen = await oidc.tokenIntrospection(config, tokens.access_token)
    assert.equal(seen.active, true)
    assert.equal(seen.sub, tokens.claims()?.sub)
    assert.equal(seen.scope, 'openid profile email mail:read')
    await oidc.tokenRevocation(config, tokens.refresh_token as string)
    assert.deepEqual(await oidc.tokenIntrospection(config, tokens.access_token), { active: false })
    assert.deepEqual(await oidc.tokenIntrospection(config, tokens.refresh_token as string), { active: false })
    await oidc.tokenRevocation(config, 'never issued')
    await assert.rejects(oidc.fetchUserInfo(config, tokens.access_token, oidc.skipSubjectCheck))
  })

  for (const alg of ['ES256', 'RS256'])
    test(`binds its tokens to a ${alg} key`, async () => {
      const config = await register({ token_endpoint_auth_method: 'none' }, oidc.None())
      const DPoP = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair(alg))
      const thumbprint = await DPoP.calculateThumbprint()
      const tokens = await logIn(config, { dpop_jkt: thumbprint }, { DPoP })
      assert.equal(tokens.token_type, 'dpop')
      const sub = tokens.claims()?.sub as string
      assert.equal((await oidc.fetchUserInfo(config, tokens.access_token, sub, { DPoP })).sub, sub)
      await assert.rejects(oidc.fetchUserInfo(config, tokens.access_token, sub))
      const thief = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair(alg))
      await assert.rejects(oidc.fetchUserInfo(config, tokens.access_token, sub, { DPoP: thief }))
      const refreshToken = tokens.refresh_token as string
      await assert.rejects(oidc.refreshTokenGrant(config, refreshToken, {}, { DPoP: thief }), refused('invalid_grant'))
      const next = await oidc.refreshTokenGrant(config, refreshToken, {}, { DPoP })
      assert.equal((await oidc.fetchUserInfo(config, next.access_token, sub, { DPoP })).sub, sub)
    })

  test('follows the nonces of the server when they are required', async () => {
    await server.configure({ 'dpop.require_nonce': true })
    try {
      const config = await register({ redirect_uris: [], grant_types: ['client_credentials'], scope: 'mail:read' })
      const DPoP = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair())
      const tokens = await oidc.clientCredentialsGrant(config, {}, { DPoP })
      assert.equal(tokens.token_type, 'dpop')
      const user = await register()
      const handle = oidc.getDPoPHandle(user, await oidc.randomDPoPKeyPair())
      const login = await logIn(user, {}, { DPoP: handle })
      const sub = login.claims()?.sub as string
      assert.equal((await oidc.fetchUserInfo(user, login.access_token, sub, { DPoP: handle })).sub, sub)
    } finally {
      await server.configure({ 'dpop.require_nonce': false })
    }
  })

  const device = () =>
    register(
      { redirect_uris: [], grant_types: [DEVICE, 'refresh_token'], token_endpoint_auth_method: 'none' },
      oidc.None(),
    )

  test('logs a device in while the person allows it on another one', async () => {
    const config = await device()
    const started = await oidc.initiateDeviceAuthorization(config, { scope: 'openid email' })
    assert.match(started.user_code, /^[A-Z0-9]+-[A-Z0-9]+$/)
    const polled = oidc.pollDeviceAuthorizationGrant(config, started)
    const browser = new Browser(server.issuer)
    const person = newPerson()
    const done = await browser.allow(
      await browser.signUp(await browser.open(started.verification_uri_complete as string), person),
    )
    assert.equal(done.status, 200)
    const tokens = await polled
    assert.ok(tokens.refresh_token)
    const sub = tokens.claims()?.sub as string
    assert.equal((await oidc.fetchUserInfo(config, tokens.access_token, sub)).email, person.email)
  })

  test('lets a person type the code and say no', async () => {
    const config = await device()
    const started = await oidc.initiateDeviceAuthorization(config, { scope: 'openid' })
    const polled = assert.rejects(oidc.pollDeviceAuthorizationGrant(config, started), refused('access_denied'))
    const browser = new Browser(server.issuer)
    const page = await browser.signUp(await browser.open(started.verification_uri), newPerson())
    const asked = await browser.submit(page, { user_code: started.user_code })
    assert.equal((await browser.deny(asked)).status, 200)
    await polled
  })

  test('TX10: hands a person’s authority down three agents, and the end of the root ends the chain', async () => {
    await server.configure({ 'token_exchange.require_policy': true })
    const app = await register()
    const login = await logIn(app)
    const subject = login.claims()?.sub as string
    const chain = ['planner', 'researcher', 'reader'].map(async (name) => {
      const scope = 'mail:read'
      const agent = await newAgent(server, { client_name: name, grant_types: [EXCHANGE], scope })
      await allow(server, agent, { subject, scope, max_depth: 3, may_redelegate: true })
      return oidc.discovery(new URL(server.issuer), agent.client_id, agent.client_secret, undefined, insecure)
    })
    const agents = await Promise.all(chain)
    const exchange = (agent: oidc.Configuration, token: string) =>
      oidc.genericGrantRequest(agent, EXCHANGE, {
        subject_token: token,
        subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        scope: 'mail:read',
      })
    const tokens = [login.access_token]
    const acts: string[] = []
    for (const agent of agents) {
      const hop = await exchange(agent, tokens.at(-1) as string)
      assert.equal(hop['issued_token_type'], 'urn:ietf:params:oauth:token-type:access_token')
      assert.equal(hop.refresh_token, undefined)
      tokens.push(hop.access_token)
      acts.unshift(agent.clientMetadata().client_id)
      const seen = await oidc.tokenIntrospection(agent, hop.access_token)
      assert.equal(seen.sub, subject)
      assert.deepEqual(actorsOf(seen['act']), acts)
    }
    const stranger = await newAgent(server, { grant_types: [EXCHANGE], scope: 'mail:read' })
    const outsider = await oidc.discovery(
      new URL(server.issuer),
      stranger.client_id,
      stranger.client_secret,
      undefined,
      insecure,
    )
    await assert.rejects(exchange(outsider, login.access_token), refused('invalid_request'))

    await oidc.tokenRevocation(app, login.refresh_token as string)
    for (const [index, agent] of agents.entries()) {
      assert.deepEqual(await oidc.tokenIntrospection(agent, tokens[index + 1] as string), { active: false })
    }
    await assert.rejects(exchange(agents[2] as oidc.Configuration, tokens[2] as string), refused('invalid_request'))
  })
})

/** The actors of a nested `act` claim, outermost first. */
function actorsOf(act: unknown): string[] {
  const { sub, act: inner } = (act ?? {}) as { sub?: string; act?: unknown }
  return sub === undefined ? [] : [sub, ...actorsOf(inner)]
}
