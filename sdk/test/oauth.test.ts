import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Browser, newPerson } from '@mandate/e2e/support/browser.ts'
import type { Person } from '@mandate/e2e/support/browser.ts'
import { Server } from '@mandate/e2e/support/server.ts'
import { exportJWK, generateKeyPair } from 'jose'
import { Mandate } from '#/index.ts'
import {
  clientSecretBasic,
  clientSecretPost,
  DpopKey,
  dpopFetch,
  OAuthClient,
  OAuthError,
  privateKeyJwt,
  TokenSession,
} from '#/oauth/index.ts'
import type { DeviceProgress, OAuthClientOptions } from '#/oauth/index.ts'

const CALLBACK = 'https://app.example.com/callback'
const NOTES = 'https://api.example.com/notes'

describe('OAuth against a server', () => {
  let server: Server
  let mandate: Mandate
  before(async () => {
    server = await Server.start()
    mandate = new Mandate({ url: server.url, apiKey: server.adminKey })
    await mandate.resources.create({ uri: NOTES, name: 'Notes' })
  })
  after(() => server.remove())

  const clientOf = (options: Omit<OAuthClientOptions, 'issuer'>): OAuthClient =>
    new OAuthClient({ issuer: server.issuer, ...options })

  /** A single-page application: a public client. */
  async function newApp(options: Partial<OAuthClientOptions> = {}): Promise<OAuthClient> {
    const app = await mandate.apps.create({
      name: 'Notes',
      type: 'spa',
      redirect_uris: [CALLBACK],
      scope: 'openid email offline_access notes:read',
    })
    return clientOf({ clientId: app.client_id, ...options })
  }

  async function newAgent(more: object = {}): Promise<{ id: string; client: OAuthClient; secret: string }> {
    const agent = await mandate.agents.create({
      client_name: 'An agent',
      scope: 'notes:read notes:write',
      grant_types: ['client_credentials', 'urn:ietf:params:oauth:grant-type:token-exchange'],
      ...more,
    })
    const secret = agent.client_secret ?? ''
    const client = clientOf({ clientId: agent.client_id, authentication: clientSecretBasic(secret) })
    return { id: agent.id, client, secret }
  }

  async function signIn(client: OAuthClient, parameters: object = {}, person: Person = newPerson()) {
    const request = { redirect_uri: CALLBACK, scope: 'openid email offline_access', ...parameters }
    const { url, pending } = await client.authorize(request)
    const callback = await new Browser(server.issuer).authorize(url, person)
    return { callback, pending, tokens: await client.callback(callback, pending) }
  }

  test('signs a person in, with an ID token that was checked, and reads who they are', async () => {
    const client = await newApp()
    const person = newPerson()
    const { tokens } = await signIn(client, {}, person)
    assert.equal(tokens.token_type, 'Bearer')
    assert.equal(tokens.claims?.email, person.email)
    const info = await client.userInfo(tokens)
    assert.equal(info.sub, tokens.claims?.sub)
  })

  test('a callback works once, and for the sign-in it belongs to alone', async () => {
    const client = await newApp()
    const { callback, pending } = await signIn(client)
    await assert.rejects(client.callback(callback, pending), { error: 'invalid_grant' })
    const other = await client.authorize({ redirect_uri: CALLBACK, scope: 'openid' })
    await assert.rejects(client.callback(callback, other.pending), { error: 'state_mismatch' })
  })

  test('a person who says no brings an error back', async () => {
    const client = await newApp()
    const { url, pending } = await client.authorize({ redirect_uri: CALLBACK, scope: 'openid' })
    const browser = new Browser(server.issuer)
    const consent = await browser.signUp(await browser.open(url), newPerson())
    const { left } = await browser.deny(consent)
    await assert.rejects(client.callback(left ?? '', pending), (error) => {
      assert(error instanceof OAuthError)
      return error.error === 'access_denied'
    })
  })

  test('pushes the request, and binds the code and the tokens to a key', async () => {
    const dpop = await DpopKey.generate()
    const client = await newApp({ dpop })
    const { url, pending } = await client.push({ redirect_uri: CALLBACK, scope: 'openid', resource: NOTES })
    assert.deepEqual([...new URL(url).searchParams.keys()], ['client_id', 'request_uri'])
    const callback = await new Browser(server.issuer).authorize(url, newPerson())
    const tokens = await client.callback(callback, pending)
    assert.equal(tokens.token_type, 'DPoP')
    const introspection = await (await newAgent()).client.introspect(tokens.access_token)
    assert.deepEqual(introspection['cnf'], { jkt: dpop.thumbprint })
  })

  test('a bound session goes on when the server begins to want nonces', async () => {
    const client = await newApp({ dpop: await DpopKey.generate() })
    const { tokens } = await signIn(client)
    await server.configure({ 'dpop.require_nonce': true })
    try {
      const renewed = await client.refresh(tokens.refresh_token ?? '')
      assert.equal(renewed.token_type, 'DPoP')
      assert.equal((await client.userInfo(renewed)).sub, tokens.claims?.sub)
    } finally {
      await server.configure({ 'dpop.require_nonce': false })
    }
  })

  test('a bound token opens the server’s own API with dpopFetch, and nothing without the proof', async () => {
    const key = await DpopKey.generate()
    const client = await newApp({ dpop: key })
    const { tokens } = await signIn(client)
    const url = `${server.url}/oauth/userinfo`
    const proven = await dpopFetch({ key, accessToken: tokens.access_token })(url)
    assert.equal(proven.status, 200)
    const bare = await fetch(url, { headers: { authorization: `Bearer ${tokens.access_token}` } })
    assert.equal(bare.status, 401)
    const thief = await dpopFetch({ key: await DpopKey.generate(), accessToken: tokens.access_token })(url)
    assert.equal(thief.status, 401)
  })

  test('many calls and tabs renew a session once', async () => {
    let tokenRequests = 0
    const counting: typeof fetch = (input, init) => {
      if (String(input).endsWith('/oauth/token')) tokenRequests += 1
      return fetch(input, init)
    }
    const client = await newApp({ fetch: counting })
    const { tokens } = await signIn(client)
    tokenRequests = 0
    const stored = new Map<string, unknown>()
    const storage = {
      get: async (name: string) => stored.get(name),
      set: async (name: string, value: unknown) => void stored.set(name, value),
      delete: async (name: string) => void stored.delete(name),
    }
    const tabs = [1, 2, 3].map(() => new TokenSession({ client, storage }))
    await tabs[0]?.keep({ ...tokens, expires_at: 1 })
    const renewed = await Promise.all([...tabs, ...tabs].map((tab) => tab.tokens()))
    assert.equal(tokenRequests, 1)
    assert.equal(new Set(renewed.map((each) => each?.access_token)).size, 1)
    assert.notEqual(renewed[0]?.access_token, tokens.access_token)
    assert.equal(renewed[0]?.claims?.sub, tokens.claims?.sub)
  })

  test('a session that the server ended is over here, and signing out ends it there', async () => {
    const client = await newApp()
    const { tokens } = await signIn(client)
    const session = new TokenSession({ client })
    await session.keep({ ...tokens, expires_at: 1 })
    await client.revoke(tokens.refresh_token ?? '')
    assert.equal(await session.tokens(), undefined)
    assert.equal(await session.current(), undefined)

    const again = await signIn(client)
    await session.keep(again.tokens)
    const url = new URL(await session.signOut())
    assert.equal(url.pathname, '/oauth/logout')
    await assert.rejects(client.refresh(again.tokens.refresh_token ?? ''), { error: 'invalid_grant' })
  })

  test('a client gets a token for itself by each way of proving who it is', async () => {
    const { client, secret } = await newAgent()
    assert.equal((await client.clientCredentials({ scope: 'notes:read' })).scope, 'notes:read')

    const posting = await newAgent({ token_endpoint_auth_method: 'client_secret_post' })
    const post = clientOf({ clientId: posting.client.clientId, authentication: clientSecretPost(posting.secret) })
    assert.ok((await post.clientCredentials()).access_token)

    const { publicKey, privateKey } = await generateKeyPair('ES256')
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one' }] }
    const signing = await newAgent({ token_endpoint_auth_method: 'private_key_jwt', jwks })
    const authentication = privateKeyJwt(privateKey, { kid: 'one' })
    const signed = clientOf({ clientId: signing.client.clientId, authentication })
    assert.ok((await signed.clientCredentials()).access_token)

    const wrong = clientOf({ clientId: client.clientId, authentication: clientSecretBasic(`${secret}x`) })
    await assert.rejects(wrong.clientCredentials(), { error: 'invalid_client', status: 401 })
  })

  test('agents hand a token on, and the chain of those who act says so', async () => {
    const first = await newAgent()
    const second = await newAgent()
    const start = await first.client.clientCredentials({ scope: 'notes:read' })
    await mandate.agents.policies.create(second.id, {
      subject: first.client.clientId,
      scope: 'notes:read',
    })
    const handed = await second.client.exchange({ subject_token: start.access_token, scope: 'notes:read' })
    const introspection = await second.client.introspect(handed.access_token)
    assert.equal(introspection.active, true)
    assert.deepEqual(introspection['act'], { sub: second.client.clientId })
    await second.client.revoke(handed.access_token)
    assert.deepEqual(await second.client.introspect(handed.access_token), { active: false })
  })

  test('a device waits for a person and says how far it is', async () => {
    const agent = await mandate.agents.create({
      client_name: 'A television',
      scope: 'openid',
      grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
      token_endpoint_auth_method: 'none',
    })
    const browser = new Browser(server.issuer)
    let decision: Promise<unknown> | undefined
    // Waits for the person instead of the interval.
    const clock = { now: () => Date.now(), sleep: async () => void (await decision) }
    const client = clientOf({ clientId: agent.client_id, clock })
    const seen: DeviceProgress['type'][] = []
    const onProgress = (progress: DeviceProgress): void => {
      seen.push(progress.type)
      if (progress.type !== 'code') return
      decision = browser
        .open(progress.authorization.verification_uri_complete ?? '')
        .then((page) => browser.signUp(page, newPerson()))
        .then((page) => browser.allow(page))
    }
    const tokens = await client.device({ scope: 'openid' }, { onProgress })
    assert.ok(tokens.access_token)
    assert.deepEqual(seen, ['code', 'authorized'])
  })
})
