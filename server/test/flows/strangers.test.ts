import assert from 'node:assert/strict'
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { describe, test } from 'node:test'
import { TOKEN_EXCHANGE } from '#/protocol/oauth.ts'
import { createTestApp } from '#test/support/app.ts'
import type { TestAnswer } from '#test/support/app.ts'
import {
  assertErrorPage,
  authorizeUrl,
  CHALLENGE,
  locationOf,
  parametersOf,
  returned,
} from '#test/support/authorize.ts'
import { compactJws } from '#test/support/jwt.ts'
import {
  assertOAuthError,
  configure,
  createAgent,
  createWebApp,
  credentialsOf,
  exchange,
  ownToken,
  REDIRECT,
  refresh,
  requestToken,
  signIn,
  TestPerson,
} from '#test/support/oauth.ts'
import { manage, registerClient } from '#test/support/registration.ts'

const BYE = 'https://app.example.com/bye?from=us'
const WEB = {
  client_name: 'A <stranger>',
  grant_types: ['authorization_code'],
  redirect_uris: [REDIRECT],
  post_logout_redirect_uris: [BYE],
  scope: 'openid read',
}
const OWN = { grant_type: 'client_credentials' }

/** Where the one link of a page leads that is not ours. */
const linkOf = ({ text }: TestAnswer): URL =>
  new URL((/<a class="button[^"]*" href="(https:[^"]*)"/.exec(text)?.[1] ?? '').replaceAll('&amp;', '&'))

describe('a client that registered itself gets no browser before its person acted', () => {
  test('AZ3 errors of its requests are a page with a link, for everybody else a redirect', async (t) => {
    const app = await createTestApp(t)
    const stranger = await registerClient(app, WEB)
    const known = await createWebApp(app)
    const person = await TestPerson.signUp(app)
    const wrong = [
      [{ scope: 'everything' }, 'invalid_scope'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ code_challenge: null }, 'invalid_request'],
      [{ prompt: 'none' }, 'login_required'],
    ] as const
    for (const [changes, error] of wrong) {
      const page = await app.send({ url: authorizeUrl(stranger, changes) })
      assertErrorPage(page, 400, /A &lt;stranger&gt;<\/strong>, which registered itself/)
      const link = linkOf(page)
      assert.equal(`${link.origin}${link.pathname}`, REDIRECT)
      const { error: told, state, iss } = Object.fromEntries(link.searchParams)
      assert.deepEqual({ told, state, iss }, { told: error, state: 'xyz', iss: app.baseUrl })
      assert.equal(returned(await app.send({ url: authorizeUrl(known, changes) })).get('error'), error)
    }
    assertErrorPage(await person.send(authorizeUrl(stranger, { prompt: 'none' })), 400, /consent_required/)
    const form = Object.fromEntries(parametersOf(stranger, { scope: 'everything' }))
    assertErrorPage(await app.send({ url: '/oauth/authorize', form }), 400, /invalid_scope/)
    const spanish = await app.send({
      url: authorizeUrl(stranger, { scope: 'x' }),
      headers: { 'accept-language': 'es' },
    })
    assert.match(spanish.text, /se registró ella misma/)
  })

  test('a person who decides is sent back, whatever they decide', async (t) => {
    const app = await createTestApp(t)
    const stranger = await registerClient(app, WEB)
    const person = await TestPerson.signUp(app)
    const denied = await person.authorize(stranger, { code_challenge: CHALLENGE }, 'deny')
    assert.equal(denied.searchParams.get('error'), 'access_denied')
    assert.ok((await person.authorize(stranger, { code_challenge: CHALLENGE })).searchParams.get('code'))
  })

  test('a person who signed in for the request is sent back, also as somebody it did not mean', async (t) => {
    const app = await createTestApp(t)
    const [stranger, meant, other] = [
      await registerClient(app, WEB),
      await TestPerson.signUp(app),
      await TestPerson.signUp(app),
    ]
    const { id_token: hint = '' } = await signIn(app, meant, stranger, { scope: 'openid' })
    const asked = await other.send(authorizeUrl(stranger, { scope: 'openid', id_token_hint: hint }))
    const request = URL.parse(locationOf(asked) ?? '', app.baseUrl)?.searchParams.get('request') ?? ''
    await other.signIn()
    const answer = await other.send(`/oauth/authorize?${new URLSearchParams({ request })}`)
    assert.equal(returned(answer).get('error'), 'login_required')
  })

  test('after signing out there is a link to it, unless it shows a token of whoever is signed in', async (t) => {
    const app = await createTestApp(t)
    const stranger = await registerClient(app, WEB)
    const known = await createWebApp(app, { post_logout_redirect_uris: [BYE] })
    const person = await TestPerson.signUp(app)
    const { id_token: hint = '' } = await signIn(app, person, stranger, { scope: 'openid' })
    const urlOf = (more: Record<string, string>) =>
      `/oauth/logout?${new URLSearchParams({ post_logout_redirect_uri: BYE, state: 's', ...more })}`
    for (const more of [{ client_id: stranger.clientId }, { id_token_hint: hint }]) {
      const page = await app.send({ url: urlOf(more) })
      assert.deepEqual([page.status, locationOf(page)], [200, undefined])
      assert.equal(linkOf(page).href, `${BYE}&state=s`)
      assert.match(page.text, /You are signed out/)
    }
    assert.equal(locationOf(await app.send({ url: urlOf({ client_id: known.clientId }) })), `${BYE}&state=s`)
    const present = await TestPerson.signUp(app)
    const { id_token: own = '' } = await signIn(app, present, stranger, { scope: 'openid' })
    assert.equal(locationOf(await present.send(urlOf({ id_token_hint: own }))), `${BYE}&state=s`)
  })
})

describe('what a client that registered itself may cost', () => {
  test('its tokens are bounded for each hour, and nobody else’s by it', async (t) => {
    const app = await createTestApp(t)
    await configure(app, { 'oauth.registered_client_tokens_per_hour': 5 })
    const [one, other] = [await registerClient(app), await registerClient(app)]
    for (let i = 0; i < 5; i++) await ownToken(app, one)
    const refused = await requestToken(app, one, OWN)
    assertOAuthError(refused, 429, 'rate_limited')
    assert.equal(refused.headers['retry-after'], '720')
    assert.equal((await requestToken(app, other, OWN)).status, 200)
    const agent = await createAgent(app)
    for (let i = 0; i < 10; i++) await ownToken(app, agent)
    app.clock.advance(720_000)
    assert.equal((await requestToken(app, one, OWN)).status, 200)
    assertOAuthError(await requestToken(app, one, OWN), 429, 'rate_limited')
  })

  test('whoever only names a public client uses nothing of it up, and what is refused costs no refresh token', async (t) => {
    const app = await createTestApp(t)
    await configure(app, { 'oauth.registered_client_tokens_per_hour': 2 })
    const client = await registerClient(app, { ...WEB, token_endpoint_auth_method: 'none' })
    const person = await TestPerson.signUp(app)
    const tokens = await signIn(app, person, client)
    for (let i = 0; i < 5; i++) assertOAuthError(await refresh(app, client, 'mandate_rt_guess'), 400, 'invalid_grant')
    const renewed = await refresh(app, client, tokens['refresh_token'] ?? '')
    assert.equal(renewed.status, 200, renewed.text)
    const next = renewed.json['refresh_token'] as string
    assertOAuthError(await refresh(app, client, next), 429, 'rate_limited')
    app.clock.advance(1_800_000)
    assert.equal((await refresh(app, client, next)).status, 200)
  })

  test('its refused token exchanges count, since each leaves a record', async (t) => {
    const app = await createTestApp(t)
    await configure(app, { 'oauth.registered_client_tokens_per_hour': 3 })
    const client = await registerClient(app, { grant_types: ['client_credentials', TOKEN_EXCHANGE] })
    for (let i = 0; i < 3; i++) assertOAuthError(await exchange(app, client, 'no token'), 400, 'invalid_request')
    assertOAuthError(await exchange(app, client, 'no token'), 429, 'rate_limited')
    const { data } = (await app.admin('GET', '/audit-logs?action=token.exchange_refused')).json as { data: object[] }
    assert.equal(data.length, 3)
  })

  test('a token exchange that succeeds counts once', async (t) => {
    const app = await createTestApp(t)
    const client = await registerClient(app, { grant_types: ['client_credentials', TOKEN_EXCHANGE] })
    const subject = await ownToken(app, client)
    await configure(app, { 'oauth.registered_client_tokens_per_hour': 3 })
    // The token of its own was the first.
    for (let i = 0; i < 2; i++) assert.equal((await exchange(app, client, subject, { scope: 'read' })).status, 200)
    assertOAuthError(await exchange(app, client, subject, { scope: 'read' }), 429, 'rate_limited')
  })

  test('its pushed requests are bounded over all networks, once it proved itself', async (t) => {
    const app = await createTestApp(t)
    const client = await registerClient(app, { ...WEB, token_endpoint_auth_method: 'client_secret_post' })
    const form = { ...Object.fromEntries(parametersOf(client)), ...credentialsOf(client) }
    const push = (i: number) => app.send({ url: '/oauth/par', form, remoteAddress: `198.51.${i % 100}.1` })
    for (let i = 0; i < 300; i++) assert.equal((await push(i)).status, 201)
    assertOAuthError(await push(1), 429, 'rate_limited')
  })

  test('its assertions are bounded, and one that comes again uses nothing of them up', async (t) => {
    const app = await createTestApp(t)
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const jwks = { keys: [publicKey.export({ format: 'jwk' })] }
    const client = await registerClient(app, { token_endpoint_auth_method: 'private_key_jwt', jwks })
    const assertion = (): string => {
      const exp = Math.floor(app.clock.now() / 1000) + 60
      const claims = { iss: client.clientId, sub: client.clientId, aud: app.baseUrl, jti: randomUUID(), exp }
      return compactJws({ alg: 'EdDSA' }, claims, (input) => sign(null, Buffer.from(input), privateKey))
    }
    const introspect = (client_assertion: string) => {
      const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
      return app.send({ url: '/oauth/introspect', form: { token: 'x', client_assertion, client_assertion_type } })
    }
    const used = assertion()
    assert.equal((await introspect(used)).status, 200)
    for (let i = 0; i < 15; i++) assertOAuthError(await introspect(used), 401, 'invalid_client', /used before/)
    for (let i = 1; i < 1000; i++) assert.equal((await introspect(assertion())).status, 200)
    assertOAuthError(await introspect(assertion()), 429, 'rate_limited')
    app.clock.advance(600)
    assert.equal((await introspect(assertion())).status, 200)
  })

  test('changes of its registration are bounded, and reading is not', async (t) => {
    const app = await createTestApp(t)
    const client = await registerClient(app)
    for (let i = 0; i < 100; i++) assert.equal((await manage(app, client, 'POST', '/secret')).status, 200)
    for (const [method, below, json] of [
      ['POST', '/secret', undefined],
      ['PUT', '', WEB],
      ['DELETE', '/registration-token', undefined],
    ] as const)
      assertOAuthError(await manage(app, client, method, below, json), 429, 'rate_limited')
    assert.equal((await manage(app, client, 'GET')).status, 200)
    assert.equal((await manage(app, client, 'DELETE')).status, 204)
  })
})
